import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { desk, type Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt, overflowAt320 } from "../testing/look.ts";
import { staffMember } from "../testing/staff.ts";
import { codeOf, enrol, passwordLinkOf, STAFF_PASSWORD, staffWithPassword } from "../testing/staff-account.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const NEW = "Cashew-Hill-19";
const pages = { pages: ["staff"] } as const;

async function looksRight(who: Person, name: string): Promise<void> {
  expect([name, await axeFindings(who.page), await overflowAt320(who.page)]).toEqual([name, [], 0]);
  await lookAt(who.page, `staff-sign-in-${name}`);
}

const signsIn = async (who: Person, { emailaddress }: { emailaddress: string }, password = STAFF_PASSWORD) => {
  await who.fills({ "Email Address": emailaddress, Password: password });
  await who.presses("Sign in");
};

const isAt = (who: Person, path: string | RegExp) =>
  who.page.waitForURL((url) => (typeof path === "string" ? url.pathname === path : path.test(url.pathname)));

test("an invited member of staff chooses a password by the link, signs in and out", async () => {
  const member = await staffMember(journey.portal, pages);
  const admin = await staffMember(journey.portal, { groups: ["Administrators"] });
  await admin.post(`/staff/ms_staff/${member._id}/invite`);
  const who = await journey.person();
  who.expects(/500/);
  await who.opens(`/staff/reset/${await passwordLinkOf(journey.portal, member.emailaddress)}`);
  await who.seesHeading("Choose your password");
  await looksRight(who, "reset");
  await who.fills({ "New password": NEW, "Confirm password": "another" });
  await who.presses("Save password");
  expect(await who.errorOf("Confirm password")).toBe("Passwords must match");
  await who.fills({ "Confirm password": NEW });
  await who.presses("Save password");
  await who.seesHeading("Staff sign-in");
  await looksRight(who, "door");
  await signsIn(who, member, "not-the-password");
  await who.sees("The email address or the password is not right");
  expect(await who.field("Email Address").inputValue()).toBe(member.emailaddress);
  await looksRight(who, "wrong");
  await who.fills({ Password: NEW });
  await who.presses("Sign in");
  await isAt(who, /^\/staff\/.+/);
  await who.opens("/staff/account");
  await who.seesHeading("My account");
  await who.leaves();
});

test("a forgotten password is chosen anew by a link in the mail", async () => {
  const member = await staffWithPassword(journey.portal, pages);
  const who = await journey.person();
  await who.opens("/staff");
  await who.follows("Forgot password?");
  await who.seesHeading("Forgot password");
  await who.fills({ "Email Address": member.emailaddress });
  await who.presses("Send link");
  await who.sees("The link works once, for 30 minutes");
  await looksRight(who, "forgot");
  await who.opens(`/staff/reset/${await passwordLinkOf(journey.portal, member.emailaddress)}`);
  await who.fills({ "New password": NEW, "Confirm password": NEW });
  await who.presses("Save password");
  await who.seesHeading("Staff sign-in");
  await signsIn(who, member, NEW);
  await isAt(who, /^\/staff\/.+/);
  await who.leaves();
});

test("a second factor is set up, asked for without losing what was typed, and turned off again", async () => {
  const member = await staffWithPassword(journey.portal, pages);
  const who = await journey.person({ size: desk });
  await who.opens("/staff");
  await signsIn(who, member);
  await isAt(who, /^\/staff\/.+/);
  await who.opens("/staff/account");
  await who.seesHeading("My account");
  await who.sees("This one");
  await looksRight(who, "account");
  await who.follows("Set up");
  await who.seesHeading("Second factor");
  await looksRight(who, "second-factor-password");
  await who.fills({ Password: STAFF_PASSWORD });
  await who.presses("Continue");
  await who.seesHeading("Scan this with your authenticator app");
  await looksRight(who, "second-factor-scan");
  const secret = await typedSecret(who);
  await who.fills({ Code: "000000" });
  await who.presses("Turn on");
  await who.sees("The code is not right");
  await who.fills({ Code: await codeOf(secret, -1) });
  await who.presses("Turn on");
  await who.seesHeading("Your recovery codes");
  const codes = await who.page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").allTextContents();
  expect(codes).toHaveLength(8);
  await looksRight(who, "second-factor-recovery");
  await who.presses("I have kept them");
  await who.seesHeading("My account");
  await who.sees("Set up another phone");

  await who.context.clearCookies();
  await who.page.evaluate(() => localStorage.clear());
  await who.opens("/staff");
  await signsIn(who, member);
  await who.field("Code").waitFor();
  expect(await focused(who)).toBe(await who.field("Code").getAttribute("id"));
  expect(await who.field("Password").inputValue()).toBe(STAFF_PASSWORD);
  await looksRight(who, "code");
  await who.presses("Sign in");
  await who.sees("Type the six-digit code that");
  expect(await who.errorOf("Code")).toContain("Type the six-digit code");
  await who.fills({ Code: codes[0] ?? "" });
  await who.page.keyboard.press("Enter");
  await isAt(who, /^\/staff\/.+/);

  await who.opens("/staff/account");
  await who.presses("Turn off");
  const dialog = await who.inDialog("Turn the second factor off");
  await lookAt(who.page, "staff-sign-in-turn-off");
  await dialog.fills({ Password: STAFF_PASSWORD, Code: await codeOf(secret) });
  await dialog.presses("Turn off");
  await who.sees("Your second factor is off");
  await who.page.getByRole("link", { name: "Set up", exact: true }).waitFor();
  await who.leaves();
});

test("a password is changed, and sessions are ended one by one and all at once", async () => {
  const member = await staffWithPassword(journey.portal, pages);
  const who = await journey.person();
  await who.opens("/staff");
  await signsIn(who, member);
  await isAt(who, /^\/staff\/.+/);
  await who.opens("/staff/account");
  await who.sees("This one");
  await who.page.getByRole("button", { name: /^Sign out Unknown browser/ }).click();
  await who.sees("That sign-in has ended");
  expect((await member.get("/staff/ms_staff/me")).status).toBe(401);
  await who.fills({ "Current password": STAFF_PASSWORD, "New password": NEW, "Confirm password": NEW });
  await who.presses("Change password");
  await who.sees("Your password is changed");
  expect(await who.field("Current password").inputValue()).toBe("");
  await lookAt(who.page, "staff-sign-in-account-changed");
  await who.leaves();
});

test("where the college asks for a second factor, it is set up before anything else opens", async () => {
  const member = await staffWithPassword(journey.portal, pages);
  await collegeSays("required");
  const who = await journey.person();
  who.expects(/40[13]/);
  await who.opens("/staff/staff");
  await who.seesHeading("Staff sign-in");
  await signsIn(who, member);
  await who.sees("Your college asks for a second factor");
  await looksRight(who, "second-factor-due");
  await who.fills({ Password: STAFF_PASSWORD });
  await who.presses("Continue");
  await who.fills({ Code: await codeOf(await typedSecret(who)) });
  await who.presses("Turn on");
  await who.presses("I have kept them");
  await isAt(who, /^\/staff\/(dashboard|staff)/);
  await who.opens("/staff/account");
  await who.sees("Your college asks everybody of the office for it");
  await collegeSays("optional");
  await who.leaves();
});

test("a sign-in that has ended leads back, after signing in again, to the page where it ended", async () => {
  const member = await staffWithPassword(journey.portal, pages);
  const { secret } = await enrol(member);
  const who = await journey.person();
  who.expects(/401/);
  await who.opens("/staff/account");
  await who.seesHeading("Staff sign-in");
  await signsIn(who, member);
  await who.fills({ Code: await codeOf(secret) });
  await who.presses("Sign in");
  await who.seesHeading("My account");
  await who.leaves();
});

const typedSecret = async (who: Person) => (await who.page.locator("p:has(> code)").innerText()).replace(/\s/g, "");

const focused = (who: Person) => who.page.evaluate(() => document.activeElement?.id);

const collegeSays = (value: "optional" | "required") =>
  sql`insert into portal.setting (name, value) values ('secondFactor', ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(journey.portal.db);
