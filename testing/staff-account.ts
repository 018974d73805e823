import { setTimeout as wait } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { hashPassword } from "../src/identity/credential/credential.server.ts";
import { caller, type Reply } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember, type Wanted } from "./staff.ts";
import { insist } from "./visitor.ts";

export const STAFF_PASSWORD = "Guava-Tree-77";
let stored: Promise<string> | undefined;

/** Made once, when the portal that will ask for it has said how. */
function storedPassword(): Promise<string> {
  stored ??= hashPassword(STAFF_PASSWORD);
  return stored;
}

/** A member of staff who can sign in with `STAFF_PASSWORD`. */
export async function staffWithPassword(portal: TestPortal, wanted: Wanted = {}): Promise<StaffMember> {
  const member = await staffMember(portal, wanted);
  await portal.db
    .updateTable("staff_account")
    .set({ password: await storedPassword() })
    .where("staff", "=", member._id)
    .execute();
  return member;
}

interface Typed {
  readonly emailaddress: string;
  readonly password?: string;
  readonly code?: string;
}

/** The reply of a staff sign-in, as a browser on the portal's page sends it. */
export const signInAsStaff = (
  portal: TestPortal,
  { emailaddress, password = STAFF_PASSWORD, code }: Typed,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  insist(() =>
    caller(portal).post("/staff/ms_staff/login", { emailaddress, password, ...(code && { code }) }, headers),
  );

/** Sets up a second factor as its owner does, with a code of the step before: the present one is left to use. */
export async function enrol(member: StaffMember): Promise<{ secret: string; recoverycodes: string[] }> {
  const { secret } = (await member.post("/staff/ms_second_factor/begin", { password: STAFF_PASSWORD })).body;
  const { body } = await member.post("/staff/ms_second_factor/confirm", { code: await codeOf(secret, -1) });
  return { secret, recoverycodes: body.recoverycodes };
}

/** What an app with this secret shows, so many steps of 30 seconds from now. Waits if the present step ends in a moment. */
export async function codeOf(secret: string, steps = 0): Promise<string> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 3_000) await wait(left + 50);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Waits until so many letters with a link to set a password have arrived, and answers what the latest link ends with. */
export async function passwordLinkOf(portal: TestPortal, emailaddress: string, atLeast = 1): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const letters = await portal.letters(emailaddress, 0);
    const links = letters.flatMap(({ text }) => /\/staff\/reset\/([\w-]+)/.exec(text)?.[1] ?? []);
    if (links.length >= atLeast || tries === 200) return links.at(-1) ?? "";
    await wait(50);
  }
}
