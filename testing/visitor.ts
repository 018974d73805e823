import { setTimeout as wait } from "node:timers/promises";
import { type Caller, caller, type Person, type Reply } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";

let made = 0;

/** A registration that is accepted, of nobody who was made before; change what the test is about. */
export function newRegistration() {
  made += 1;
  const mark = `${process.pid}${String(made).padStart(4, "0")}`;
  return {
    firstname: "Ngozi",
    middlename: "",
    lastname: "Okafor",
    emailaddress: `ngozi.${mark}@example.com`,
    phonenumber: "0803 123 4567",
    jamb: `2026${mark.slice(-8).padStart(8, "0")}CD`,
    password: "Mango-Tree-42",
  };
}

export type Registration = ReturnType<typeof newRegistration>;

/** Code and link of the latest verification mail to an address. */
export async function verificationOf(portal: TestPortal, emailaddress: string, atLeast = 1) {
  const letter = (await portal.letters(emailaddress, atLeast)).at(-1);
  const [, code = ""] = /^([2-9A-Z]{5}-[2-9A-Z]{5})$/m.exec(letter?.text ?? "") ?? [];
  const [, link = ""] = /\/activate\/([\w-]+)/.exec(letter?.text ?? "") ?? [];
  return { code, link };
}

/** Registers and verifies through the wire. */
export async function verifiedAccount(portal: TestPortal, changes: Partial<Registration> = {}): Promise<Registration> {
  const person = { ...newRegistration(), ...changes };
  const visitor = caller(portal);
  await visitor.post("/ms_applicant", person);
  const { link } = await verificationOf(portal, person.emailaddress);
  await visitor.post("/ms_applicant/activate", { id: link });
  return person;
}

/** The reply of a sign-in; with a device's cookie, from that device. */
export function signIn(
  portal: TestPortal,
  { emailaddress, password }: { emailaddress: string; password: string },
  device?: string,
): Promise<Reply> {
  return caller(portal).post("/ms_applicant/login", { emailaddress, password }, device ? { cookie: device } : {});
}

/** The cookie that a sign-in left on the device. */
export const deviceCookie = (reply: Reply): string => (reply.headers.get("set-cookie") ?? "").split(";")[0] ?? "";

/** A person who registered, verified and signed in, with the token of that sign-in. */
export async function signedIn(portal: TestPortal): Promise<Person & Registration> {
  const person = await verifiedAccount(portal);
  const { body } = await signIn(portal, person);
  return { ...person, _id: body.user._id, token: body.token, ...caller(portal, body.token) };
}

/** A caller who asks again while the portal is too busy to answer. */
export function patient({ get, post, put, delete: remove }: Caller): Caller {
  return {
    get: (...asked) => insist(() => get(...asked)),
    post: (...asked) => insist(() => post(...asked)),
    put: (...asked) => insist(() => put(...asked)),
    delete: (...asked) => insist(() => remove(...asked)),
  };
}

/** Asks again while the portal is too busy to answer, as a person would: how fast the machine is plays no part. */
export async function insist<R extends Pick<Reply, "status">>(ask: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    const reply = await ask();
    if (reply.status !== 503 || tries === 20) return reply;
    await wait(100);
  }
}
