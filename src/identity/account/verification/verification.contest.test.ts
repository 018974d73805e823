import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  deviceCookie,
  newRegistration,
  type Registration,
  signIn,
  verificationOf,
} from "../../../../testing/visitor.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

/** Registers, and waits for the mail, so that the next is the latest. */
const register = async (person: Registration, mails = 1, cookie = "") => {
  const reply = await caller(portal).post("/ms_applicant", person, { cookie });
  expect(reply.body.type).toBe("success");
  await portal.letters(person.emailaddress, mails);
  return deviceCookie(reply);
};

const verify = (code: string, cookie = "") => caller(portal).post("/ms_applicant/codeverify", { code }, { cookie });

const token = async (person: Registration) => (await signIn(portal, person)).body.token;

const codeOf = async (person: Registration) => (await verificationOf(portal, person.emailaddress, 2)).code;

const chosenByLink = async (person: Registration, mails: number) => {
  const letter = (await portal.letters(person.emailaddress, mails)).at(-1);
  const [, id] = /\/reset\/([\w-]+)/.exec(letter?.text ?? "") ?? [];
  return caller(portal).put("/ms_applicant/reset", { id, password: person.password });
};

test("a stranger who registers a waiting address again does not get in by the password of his own", async () => {
  const owner = newRegistration();
  const stranger = { ...owner, password: "Strangers-Tree-1" };
  const browser = await register(owner);
  await register(stranger, 2);
  const { body } = await verify(await codeOf(owner), browser);
  expect(body).toMatchObject({ type: "success", choose: true });
  expect(body.message).toContain(owner.emailaddress);
  expect(await token(stranger)).toBeUndefined();
  expect((await chosenByLink(owner, 3)).body.type).toBe("success");
  expect(await token(owner)).toEqual(expect.any(String));
});

test("the same by the link, by way of another's number, and twice in a row", async () => {
  const owner = newRegistration();
  const browser = await register(owner);
  // Takes the owner's account away, which no registration of the address then replaces.
  await register({ ...newRegistration(), jamb: owner.jamb });
  const stranger = { ...owner, password: "Strangers-Tree-1" };
  await register(stranger, 2);
  await register(stranger, 3);
  const { link } = await verificationOf(portal, owner.emailaddress, 3);
  const activate = () => caller(portal).post("/ms_applicant/activate", { id: link }, { cookie: browser });
  expect((await activate()).body.choose).toBe(true);
  expect(await token(stranger)).toBeUndefined();
  expect((await chosenByLink(owner, 4)).body.type).toBe("success");
  expect((await activate()).body).toMatchObject({ type: "success" });
  expect(await token(owner)).toEqual(expect.any(String));
});

test("whoever registers again with another password in the same browser keeps the newer one", async () => {
  const first = newRegistration();
  const second = { ...first, password: "Pawpaw-Tree-43" };
  const browser = await register(first);
  await register(second, 2, browser);
  const { body } = await verify(await codeOf(first), browser);
  expect(body).toEqual({ type: "success", message: "Your account is verified. You can sign in now" });
  expect(await token(second)).toEqual(expect.any(String));
});

test("whoever registers again with the same password keeps it, whatever the browser", async () => {
  const owner = newRegistration();
  await register(owner);
  await register({ ...owner, firstname: "Ngozika" }, 2);
  const { body } = await verify(await codeOf(owner));
  expect(body).toEqual({ type: "success", message: "Your account is verified. You can sign in now" });
  expect(await token(owner)).toEqual(expect.any(String));
});
