import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { type IdentityProvider, startIdentityProvider } from "../../../../testing/identity-provider.ts";
import { type SmsPortal, startSmsPortal } from "../../../../testing/sms.ts";
import { deviceCookie, newRegistration, signIn } from "../../../../testing/visitor.ts";

let provider: IdentityProvider;
let portal: SmsPortal;
beforeAll(async () => {
  provider = await startIdentityProvider();
  portal = await startSmsPortal(inject("place"), provider.environment);
}, 60_000);
afterAll(async () => {
  await portal.stop();
  await provider.stop();
});

const CODE = /\b[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}\b/;
const verify = (code: string, cookie = "") => caller(portal).post("/ms_applicant/codeverify", { code }, { cookie });

/** Somebody registers, with a phone of one's own; the codes of the text and of the mail, its link, and the browser's name. */
async function registered() {
  const before = portal.gateway.texts().length;
  const person = { ...newRegistration(), phonenumber: `0803123450${before}` };
  const browser = deviceCookie(await caller(portal).post("/ms_applicant", person));
  await expect.poll(() => portal.gateway.texts().length).toBeGreaterThan(before);
  const [letter] = await portal.letters(person.emailaddress, 1);
  const [text = ""] = CODE.exec(portal.gateway.texts().at(-1)?.text ?? "") ?? [];
  const [mail = ""] = CODE.exec(letter?.text ?? "") ?? [];
  const [, link = ""] = /\/activate\/([\w-]+)/.exec(letter?.text ?? "") ?? [];
  return { person, text, mail, link, browser };
}

/** The owner of the mailbox comes by the provider. */
async function enter(email: string): Promise<string> {
  provider.people.set(email, { email, email_verified: true });
  const token = await provider.tokenOf(`${portal.url}/signing-in?state=a-state-of-128-bits-or-more`, email);
  return (await caller(portal).put("/ms_applicant/loginauth", { token })).body.token;
}

const permitted = async (token: string) => (await caller(portal, token).get("/ms_applicant/permit")).status === 200;

test("a text has a code of its own, which verifies, and leaves the account to whoever comes with the mailbox", async () => {
  const { person, text, mail } = await registered();
  expect(text).not.toBe(mail);
  expect((await verify(text)).body.type).toBe("success");
  const stranger = (await signIn(portal, person)).body.token;
  expect(await permitted(stranger)).toBe(true);
  const owner = await enter(person.emailaddress);
  expect(await permitted(owner)).toBe(true);
  expect(await permitted(stranger)).toBe(false);
  expect((await signIn(portal, person)).body.type).toBe("error");
  expect(await permitted(await enter(person.emailaddress))).toBe(true);
  expect(await permitted(owner)).toBe(true);
});

test.each(["before", "after"])(
  "whoever types the code of the mail %s that of the text keeps the password",
  async (when) => {
    const { person, text, mail, browser } = await registered();
    for (const code of when === "before" ? [mail, text] : [text, mail])
      expect((await verify(code, browser)).body.type).toBe("success");
    const { token } = (await signIn(portal, person)).body;
    await enter(person.emailaddress);
    expect(await permitted(token)).toBe(true);
    expect((await signIn(portal, person)).body.verify).toBe(true);
  },
);

test("an owner who opens the mail after a text has verified the account lends a stranger's password no proof", async () => {
  const { person, text, link } = await registered();
  await verify(text);
  const stranger = (await signIn(portal, person)).body.token;
  expect((await caller(portal).post("/ms_applicant/activate", { id: link })).body.type).toBe("success");
  await enter(person.emailaddress);
  expect(await permitted(stranger)).toBe(false);
  expect((await signIn(portal, person)).body.type).toBe("error");
});

test("whoever chose a password by a link in the mailbox keeps it", async () => {
  const { person, text } = await registered();
  await verify(text);
  await caller(portal).put("/ms_applicant/forgot", { emailaddress: person.emailaddress });
  const letter = (await portal.letters(person.emailaddress, 2)).find((one) => one.text.includes("/reset/"));
  const [, id] = /\/reset\/([\w-]+)/.exec(letter?.text ?? "") ?? [];
  const password = "Baobab-Shade-77";
  const chosen = await caller(portal).put("/ms_applicant/reset", { id, password });
  expect(chosen.body.type).toBe("success");
  await enter(person.emailaddress);
  expect((await signIn(portal, { ...person, password })).body.verify).toBe(true);
});
