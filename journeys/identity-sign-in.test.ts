import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Person } from "../testing/browser.ts";
import { type IdentityProvider, startIdentityProvider } from "../testing/identity-provider.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt } from "../testing/look.ts";
import { verifiedAccount } from "../testing/visitor.ts";

let provider: IdentityProvider;
let journey: Journey;

beforeAll(async () => {
  provider = await startIdentityProvider();
  journey = await startJourney(inject("place"), provider.environment);
});

afterAll(async () => {
  await journey.stop();
  await provider.stop();
});

const button = () => `Continue with your ${new URL(provider.url).host} account`;

/** Somebody on the first page. What the provider's own pages lack is no fault of ours. */
async function visitor(asked = "/"): Promise<Person> {
  const who = await journey.person();
  await who.context.route(/^https:/, (route) => route.abort());
  who.expects(new RegExp(`${new URL(provider.url).host}|https:`));
  await who.opens(asked);
  return who;
}

/** Somebody who presses the button and signs in on the provider's own page. */
async function atProvider(login: string, { shared = false, asked = "/" } = {}): Promise<Person> {
  const who = await visitor(asked);
  if (shared) await who.page.getByLabel("This is a shared device").check();
  await who.presses(button());
  await who.page.getByPlaceholder("Enter any login").fill(login);
  await who.page.getByPlaceholder("and password").fill("any");
  await who.page.getByRole("button", { name: "Sign-in" }).click();
  await who.page.getByRole("button", { name: "Continue" }).click();
  return who;
}

test("the provider's own page leads in, and nothing of the token stays in the address or the history", async () => {
  const person = await verifiedAccount(journey.portal);
  provider.people.set("ngozi", { email: person.emailaddress, email_verified: true });
  const who = await atProvider("ngozi");
  await who.sees("Your login was successful", `Welcome ${person.firstname}`);
  expect(new URL(who.page.url()).pathname).toBe("/app/dashboard");
  expect(await who.page.evaluate(() => location.hash + document.referrer)).not.toContain("id_token");
  await who.page.goBack();
  expect(who.page.url()).not.toContain("id_token");
  await who.leaves();
});

test("the page that was asked for opens after the way over the provider", async () => {
  const person = await verifiedAccount(journey.portal);
  provider.people.set("asking", { email: person.emailaddress, email_verified: true });
  const who = await atProvider("asking", { asked: "/app/pay" });
  await who.page.waitForURL("**/app/pay");
  await who.leaves();
});

test("an address without an account leads to registration, filled in, with why", async () => {
  provider.people.set("new", {
    email: "new.person@example.com",
    email_verified: true,
    given_name: "Aisha",
    family_name: "Bello",
  });
  const who = await atProvider("new");
  await who.seesHeading("Create your profile");
  await who.sees("No account has the email address new.person@example.com yet. Add what is missing to create one");
  const filled = ["First name", "Last name", "Email Address"].map((label) => who.field(label).inputValue());
  expect(await Promise.all(filled)).toEqual(["Aisha", "Bello", "new.person@example.com"]);
  await lookAt(who.page, "identity-registration");
  await who.page.reload();
  await who.sees("No account has the email address new.person@example.com yet");
  expect(await who.field("First name").inputValue()).toBe("Aisha");
  await who.leaves();
});

test("an address that the provider does not confirm stays outside, with the reason", async () => {
  const person = await verifiedAccount(journey.portal);
  provider.people.set("doubtful", { email: person.emailaddress, email_verified: false });
  const who = await atProvider("doubtful");
  await who.sees("Login Failed", /does not confirm that its email address is yours/);
  await lookAt(who.page, "identity-refused");
  await who.follows("Back to sign in");
  await who.sees("Sign in to continue");
  await who.leaves();
});

test("who turns back at the provider hears that the login failed, and can sign in otherwise", async () => {
  const who = await visitor();
  await who.presses(button());
  await who.page.getByRole("link", { name: "[ Cancel ]" }).click();
  await who.sees("Login Failed", "Sign in to continue");
  expect(new URL(who.page.url()).pathname).toBe("/");
  await who.leaves();
});

test("a token that this browser was not sent for is not even looked at", async () => {
  const person = await verifiedAccount(journey.portal);
  provider.people.set("victim", { email: person.emailaddress, email_verified: true });
  const token = await provider.tokenOf(`${journey.portal.url}/signing-in?state=${"s".repeat(22)}`, "victim");
  const who = await journey.person();
  const asked: string[] = [];
  who.page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await who.opens(`/signed-in#id_token=${token}&state=${"s".repeat(22)}`);
  await who.sees("This sign-in was not begun here");
  expect(asked.filter((one) => one.startsWith("PUT"))).toEqual([]);
  expect(who.page.url()).toBe(`${journey.url}/signed-in`);
  await who.leaves();
});

test("on a shared device the way by the provider is as short, and says that the provider stays signed in", async () => {
  const person = await verifiedAccount(journey.portal);
  provider.people.set("guest", { email: person.emailaddress, email_verified: true });
  const who = await journey.person();
  await who.opens("/");
  await who.page.getByRole("button", { name: button() }).waitFor();
  await who.page.getByLabel("This is a shared device").check();
  await who.sees(/keeps you signed in on this device until you sign out there too/);
  await lookAt(who.page, "identity-shared");
  await who.leaves();
  const guest = await atProvider("guest", { shared: true });
  await guest.sees("Your login was successful");
  expect(await guest.page.evaluate(() => [localStorage.length, sessionStorage.getItem("isApplicant")?.length])).toEqual(
    [0, 43],
  );
  await guest.leaves();
});

test("Google is called by its name, and asked nothing before the button is pressed", async () => {
  const google = await startJourney(inject("place"), {
    OIDC_ISSUER: "https://accounts.google.com",
    OIDC_CLIENT_ID: "portal",
  });
  const who = await google.person();
  const foreign: string[] = [];
  who.page.on("request", (request) => {
    if (!request.url().startsWith(google.url)) foreign.push(request.url());
  });
  await who.opens("/");
  await who.page.getByRole("button", { name: "Continue with Google" }).waitFor();
  await lookAt(who.page, "identity-google");
  expect(foreign).toEqual([]);
  await who.leaves();
  await google.stop();
});

test("a provider that does not answer costs a sentence, and the password still works", async () => {
  const away = await startJourney(inject("place"), {
    OIDC_ISSUER: "http://127.0.0.1:9",
    OIDC_CLIENT_ID: "portal",
  });
  const person = await verifiedAccount(away.portal);
  const who = await away.person();
  await who.opens("/");
  await who.presses("Continue with your 127.0.0.1:9 account");
  await who.sees("Login Failed", /does not answer at the moment/);
  await who.follows("Back to sign in");
  await who.fills({ "Email Address": person.emailaddress, Password: person.password });
  await who.presses("Login to Account");
  await who.sees(`Welcome ${person.firstname}`);
  await who.leaves();
  await away.stop();
});
