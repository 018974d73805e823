import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../testing/applicant.ts";
import { desk, type Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
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
  expect(await who.field("Password").inputValue()).toBe("password1");
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
  await who.sees("Sign in to continue");
  const link = await fromMail(person.emailaddress, 2, /\/activate\/\S+/);
  await who.opens(link);
  await who.sees("Sign in to continue", "Your account is verified. You can sign in now");
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
  await who.opens(await fromMail(person.emailaddress, 2, /\/reset\/\S+/));
  await who.fills({ "New password": "Pawpaw-Leaf-77", "Confirm password": "Pawpaw-Leaf-78" });
  await who.presses("Save password");
  expect(await who.errorOf("Confirm password")).toBe("Passwords must match");
  await who.fills({ "Confirm password": "Pawpaw-Leaf-77" });
  await who.presses("Save password");
  await who.sees("Sign in to continue");
  await signsIn(who, person.emailaddress, "Pawpaw-Leaf-77");
  await who.sees(`Welcome ${person.firstname}`);
  await who.leaves();
});

test("the account page changes name and phone, greets by the new name, and says where the rest is changed", async () => {
  const person = await verifiedAccount(journey.portal);
  const who = await journey.person();
  await who.opens("/");
  await signsIn(who, person.emailaddress, person.password);
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
  await who.leaves();
});
