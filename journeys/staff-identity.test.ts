import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../testing/identity-provider.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt } from "../testing/look.ts";
import { codeOf, enrol, staffWithPassword } from "../testing/staff-account.ts";

let provider: IdentityProvider;
let journey: Journey;
beforeAll(async () => {
  provider = await startIdentityProvider();
  journey = await startJourney(inject("place"), provider.staffEnvironment);
});
afterAll(async () => {
  await journey.stop();
  await provider.stop();
});

/** Somebody who presses the button of the staff's sign-in and signs in on the provider's own page. */
async function atProvider(login: string) {
  const who = await journey.person();
  const { host } = new URL(provider.url);
  await who.context.route(/^https:/, (route) => route.abort());
  who.expects(new RegExp(`${host}|https:`));
  await who.opens("/staff");
  await who.sees(`Continue with your ${host} account`);
  await expectAccessible(who.page, "staff sign-in");
  await lookAt(who.page, "staff-identity-button");
  await who.presses(`Continue with your ${host} account`);
  await who.page.getByPlaceholder("Enter any login").fill(login);
  await who.page.getByPlaceholder("and password").fill("any");
  await who.page.getByRole("button", { name: "Sign-in" }).click();
  await who.page.getByRole("button", { name: "Continue" }).click();
  return who;
}

test("a member of staff comes in by the account that she has elsewhere, with the code of her second factor", async () => {
  const member = await staffWithPassword(journey.portal, { pages: ["dashboard"] });
  const { secret } = await enrol(member);
  provider.people.set("hauwa", { email: member.emailaddress, email_verified: true });
  const who = await atProvider("hauwa");
  await who.sees("Six digits from your authenticator app");
  await expectAccessible(who.page, "code");
  await lookAt(who.page, "staff-identity-code");
  expect(await who.page.evaluate(() => location.hash)).toBe("");
  await who.page.getByRole("textbox").fill(await codeOf(secret));
  await who.presses("Sign in");
  await who.page.waitForURL("**/staff/dashboard");
});

test("who is no member of staff hears so, and finds the way back", async () => {
  provider.people.set("stranger", { email: "nobody.works.here@example.com", email_verified: true });
  const who = await atProvider("stranger");
  await who.sees("You are not signed in", "No member of staff has the email address nobody.works.here@example.com");
  await lookAt(who.page, "staff-identity-stranger");
  await who.follows("Back to sign in");
  await who.seesHeading("Staff sign-in");
});
