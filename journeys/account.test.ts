import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../testing/applicant.ts";
import { desk, type Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt } from "../testing/look.ts";
import { newRegistration, verifiedAccount } from "../testing/visitor.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

/** What the latest mail to an address says after `mark`. */
async function fromMail(emailaddress: string, atLeast: number, mark: RegExp): Promise<string> {
  const letters = await journey.post.letters(emailaddress, atLeast);
  return letters.map(({ text }) => mark.exec(text)?.[0]).findLast((found) => found) ?? "";
}

const signsIn = async (who: Person, emailaddress: string, password: string) => {
  await who.fills({ "Email Address": emailaddress, Password: password });
  await who.presses("Login to Account");
};

/** What the page itself says, no toast says beside it; and who hears it is led to it. */
async function seesNoToast(who: Person): Promise<void> {
  const { page } = who;
  await expect.poll(() => page.locator(":focus [role=status]").count()).toBe(1);
  await page.waitForTimeout(500);
  expect(await page.locator(".Toastify__toast--success").count()).toBe(0);
}

test("opening the first page signs this browser out of everything it kept", async () => {
  const { token } = await signedInApplicant(journey.portal);
  const who = await journey.person({ signedIn: { token } });
  await who.opens("/");
  await who.sees("Sign in to continue");
  await who.page.waitForFunction(() => localStorage.length === 0);
  await who.opens("/app/account");
  await who.sees("Sign in to continue");
  await who.leaves();
});

test("a page that was asked for opens after the sign-in, and nobody hears of a session that there was none", async () => {
  const { emailaddress, password } = await verifiedAccount(journey.portal);
  const who = await journey.person();
  who.expects(/40[14]/);
  const paper = "/print/01980000-0000-7000-8000-000000000000";
  await who.opens(paper);
  await who.sees("Sign in first");
  expect(await who.page.getByText(/expired|have been signed out/).count()).toBe(0);
  await lookAt(who.page, "sign-in-first");
  await signsIn(who, emailaddress, password);
  await who.page.waitForURL(`**${paper}`);

  await who.page.evaluate(() => localStorage.clear());
  await who.opens("/app/notices?from=mail");
  await who.sees("Sign in first");
  await signsIn(who, emailaddress, password);
  await who.page.waitForURL("**/app/notices?from=mail");
  await who.leaves();
});

test("who is not verified yet finds the page that was asked for after code and sign-in", async () => {
  const person = newRegistration();
  await caller(journey.portal).post("/ms_applicant", person);
  const who = await journey.person();
  await who.opens("/app/pay");
  await who.sees("Sign in first");
  await signsIn(who, person.emailaddress, person.password);
  await who.seesHeading("Verify your account");
  const code = await fromMail(person.emailaddress, 1, /\b[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}\b/);
  await who.fills({ "Verification code": code });
  await who.presses("Verify Account");
  await who.sees("Sign in with your email address and the password that you chose.");
  await expect.poll(() => who.field("Email Address").inputValue()).toBe(person.emailaddress);
  await who.fills({ Password: person.password });
  await who.presses("Login to Account");
  await who.page.waitForURL("**/app/pay");
  await who.leaves();
});

test("after signing in on a small screen the dashboard begins at its top", async () => {
  const { emailaddress, password } = await verifiedAccount(journey.portal);
  const who = await journey.person({ size: { width: 360, height: 400 } });
  await who.opens("/");
  await signsIn(who, emailaddress, password);
  await who.seesHeading("Student Dashboard");
  expect(await who.page.evaluate(() => scrollY)).toBe(0);
  await who.leaves();
});

test("Back after signing in leads past the first page, which would sign out", async () => {
  const { emailaddress, password } = await verifiedAccount(journey.portal);
  const who = await journey.person();
  await who.opens("/privacy");
  await who.opens("/");
  await signsIn(who, emailaddress, password);
  await who.seesHeading("Student Dashboard");
  await who.page.goBack();
  await who.seesHeading("Privacy notice");
  await who.page.goForward();
  await who.seesHeading("Student Dashboard");
  await who.leaves();
});

test("what is wrong in a registration is said under each field, and nothing typed is lost", async () => {
  const who = await journey.person();
  who.expects(/500/);
  await who.opens("/register");
  await who.seesHeading("Create your profile");
  await who.presses("Create Account");
  expect(await who.errorOf("JAMB Admission number")).toBe("JAMB Admission number is required");
  expect(await who.errorOf("Middle name")).toBe("");
  expect(await who.page.locator("form label").filter({ hasText: "(optional)" }).allTextContents()).toEqual([
    "Middle name (optional)",
  ]);
  await who.fills({
    "First name": "Ngozi",
    "Last name": "Okafor",
    "JAMB Admission number": "2026 1234 5678 xy",
    "Email Address": "ngozi.typed@example.com",
    "Phone Number": "0803",
    Password: "password1",
    "Confirm password": "password2",
  });
  await who.presses("Create Account");
  expect(await who.errorOf("Phone Number")).toBe("Format not followed (23480xxxxxxxx)");
  expect(await who.errorOf("Confirm password")).toBe("Passwords must match");
  expect(await who.errorOf("JAMB Admission number")).toBe("");
  await who.fills({ Password: "short" });
  await who.presses("Create Account");
  expect([await who.errorOf("Password"), await who.errorOf("Confirm password")]).toEqual([
    "Minimum of 8 characters expected",
    "Passwords must match",
  ]);
  await who.fills({ "Phone Number": "0803 123 4567", Password: "password1", "Confirm password": "password1" });
  await who.presses("Create Account");
  await who.sees("Others would try this password first");
  expect(await who.field("Last name").inputValue()).toBe("Okafor");
  const password = who.field("Password");
  expect(await password.inputValue()).toBe("password1");
  const kept = await password.evaluate(({ type, autocomplete }: HTMLInputElement) => [type, autocomplete]);
  expect(kept).toEqual(["password", "new-password"]);
  await who.leaves();
});

test("the link of the mail activates and leads home; an unverified sign-in leads to the code", async () => {
  const person = newRegistration();
  await caller(journey.portal).post("/ms_applicant", person);
  const who = await journey.person();
  await who.opens("/");
  await signsIn(who, person.emailaddress, person.password);
  await who.seesHeading("Verify your account");
  expect(await who.page.evaluate(() => localStorage.length)).toBe(0);
  await who.presses("Resend verification email");
  const dialog = await who.inDialog("Resend verification email");
  expect(await dialog.field("Email Address").inputValue()).toBe(person.emailaddress);
  await dialog.presses("Send email");
  await who.sees("Sign in to continue", "Check your mail", person.emailaddress);
  await seesNoToast(who);
  await lookAt(who.page, "code-sent");
  await who.page.reload();
  await who.follows("Enter your code");
  await who.seesHeading("Verify your account");
  await who.sees(person.emailaddress);
  const link = await fromMail(person.emailaddress, 2, /\/activate\/\S+/);
  await who.opens(link);
  await who.sees("Sign in to continue", "Your account is verified");
  await seesNoToast(who);
  await who.page.waitForURL(`${journey.url}/`);
  await who.opens(link);
  await who.page.waitForURL(`${journey.url}/`);
  await who.opens("/activate/an-invented-link");
  await who.sees("Your account could not be activated");
  await who.follows("Verify with a code");
  await who.seesHeading("Verify your account");
  await who.leaves();
});

test("a forgotten password is replaced by the link of the mail, and the page goes home after a second", async () => {
  const person = await verifiedAccount(journey.portal);
  const who = await journey.person({ size: desk });
  await who.opens("/forgot");
  await who.fills({ "Email Address": person.emailaddress });
  await who.presses("Send link");
  await who.sees(/a link to choose a new password is on its way/);
  await who.sees("Sign in to continue");
  await who.sees("Check your mail", person.emailaddress);
  await seesNoToast(who);
  await lookAt(who.page, "link-sent");
  const link = await fromMail(person.emailaddress, 2, /\/reset\/\S+/);
  await who.opens(link);
  await who.fills({ "New password": "Pawpaw-Leaf-77", "Confirm password": "Pawpaw-Leaf-78" });
  await who.presses("Save password");
  expect(await who.errorOf("Confirm password")).toBe("Passwords must match");
  await who.fills({ "Confirm password": "Pawpaw-Leaf-77" });
  await who.presses("Save password");
  await who.sees("Sign in to continue");
  await who.sees("Your password is changed");
  await seesNoToast(who);
  await signsIn(who, person.emailaddress, "Pawpaw-Leaf-77");
  await who.sees(`Welcome ${person.firstname}`);
  await who.opens(link);
  await who.seesHeading("Forgot password");
  await who.sees("This link works no more");
  await lookAt(who.page, "link-spent");
  await who.leaves();
});

test("the account page changes name and phone, greets by the new name, and says where the rest is changed", async () => {
  const person = await verifiedAccount(journey.portal);
  const who = await journey.person();
  await who.opens("/");
  await signsIn(who, person.emailaddress, person.password);
  await who.sees(`Welcome ${person.firstname}`);
  await who.follows("My Account");
  await who.seesHeading("My Account");
  await who.sees(person.jamb, person.emailaddress, "Only the Admissions Office can change these");
  await who.fills({ "First name": "Nkechi", "Phone Number": "+234 705 000 0001" });
  await who.presses("Save changes");
  await who.sees("Your account has been saved", "Welcome Nkechi");
  await who.page.reload();
  await who.sees("Welcome Nkechi");
  await who.page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=tel]")?.value !== "");
  expect(await who.field("Phone Number").inputValue()).toBe("0705 000 0001");
  await who.follows("Corrections");
  await who.sees("Nothing is submitted yet");
  await who.leaves();
});

test("a mistyped address is asked about, stands large where the code is typed, and is changed there with the rest kept", async () => {
  const person = newRegistration();
  const slipped = person.emailaddress.replace("@example.com", "@gmial.com");
  const who = await journey.person();
  await who.opens("/account");
  await who.fills({
    "First name": person.firstname,
    "Last name": person.lastname,
    "JAMB Admission number": person.jamb,
    "Email Address": slipped,
    "Phone Number": "0803 123 4567",
    Password: person.password,
    "Confirm password": person.password,
  });
  const meant = slipped.replace("gmial", "gmail");
  await who.sees("Did you mean");
  await lookAt(who.page, "did-you-mean");
  await who.presses(meant);
  expect(await who.field("Email Address").inputValue()).toBe(meant);
  await who.fills({ "Email Address": slipped });
  await who.presses("Create Account");
  await who.seesHeading("Verify your account");
  await who.sees(slipped);
  await lookAt(who.page, "verify-with-address");
  await who.presses("Change the address");
  const dialog = await who.inDialog("Change the address");
  await dialog.fills({ "Email Address": person.emailaddress });
  await lookAt(who.page, "change-the-address");
  await dialog.presses("Send a new code");
  await who.sees(person.emailaddress);
  // A phone that reads the mail may load the page anew, and then forgets the password, but nothing else.
  await who.page.reload();
  await who.sees(person.emailaddress);
  await who.follows("Change the address");
  await who.seesHeading("Create your profile");
  expect(await who.field("JAMB Admission number").inputValue()).toBe(person.jamb);
  expect(await who.field("Password").inputValue()).toBe("");
  await who.page.goBack();
  const code = await fromMail(person.emailaddress, 1, /\b[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}\b/);
  await who.fills({ "Verification code": code });
  await who.presses("Verify Account");
  await who.sees("Sign in with your email address and the password that you chose.");
  await lookAt(who.page, "verified");
  await expect.poll(() => who.field("Email Address").inputValue()).toBe(person.emailaddress);
  await who.fills({ Password: person.password });
  await who.presses("Login to Account");
  await who.seesHeading("Student Dashboard");
  await who.leaves();
});
