import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../testing/applicant.ts";
import type { Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt } from "../testing/look.ts";
import { verifiedAccount } from "../testing/visitor.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"), {}, {}, { everyday: true });
});
afterAll(() => journey.stop());

const father = { firstname: "Musa", lastname: "Bello", phonenumber: "08031234567", homeaddress: "No. 4, Kano" };

test("a page of who signed out never acts for, nor is shown to, who signs in in another tab", async () => {
  const [first, second] = [await signedInApplicant(journey.portal), await signedInApplicant(journey.portal)];
  await first.post("/ms_applicant_referee", father);
  const who = await journey.person({ signedIn: { token: first.token, _id: first._id } });
  await who.opens("/app/parents");
  await who.sees("Musa Bello");
  await who.presses("Add a parent or guardian");
  await who.fills({ "First name": "Zainab", "Last name": "Bello", "Phone Number": "0803 123 4567" });
  await who.fills({ "Home Address of Referee": "No. 4, Kano" });

  const other = await who.context.newPage();
  await other.goto("/privacy");
  const user = JSON.stringify({ _id: second._id, firstname: "Second" });
  await other.evaluate(
    ([token, stored]) => {
      localStorage.setItem("isApplicant", token as string);
      localStorage.setItem("isApplicantData", stored as string);
    },
    [second.token, user],
  );

  await who.page.waitForURL("**/app/dashboard");
  await who.seesHeading("Student Dashboard");
  expect(await who.page.content()).not.toContain("Musa Bello");
  const { body } = await caller(journey.portal, second.token).get("/ms_applicant_referee");
  expect(body).toEqual([]);

  await other.evaluate(() => localStorage.clear());
  await who.page.waitForURL((url) => url.pathname === "/");
  await who.leaves();
});

test("opening the first page says that it signs out, in the other tab too, where the form that was open opens again", async () => {
  const person = await verifiedAccount(journey.portal);
  const who = await journey.person();
  await who.opens("/");
  await signsIn(who, person);
  await who.seesHeading("Student Dashboard");
  await who.opens("/app/parents");
  await who.presses("Add a parent or guardian");
  await who.fills({ "First name": "Zainab", "Last name": "Bello" });

  const other = await who.context.newPage();
  await other.goto("/");
  await other.getByText("Opening this page signs you out, in every tab.").waitFor();
  await lookAt(other, "signed-out-by-the-first-page");
  await other.close();
  await who.sees("You have been signed out", /It happened in another tab/);
  await lookAt(who.page, "signed-out-elsewhere");
  await signsIn(who, person);
  await who.page.waitForURL("**/app/parents");
  await who.presses("Add a parent or guardian");
  await who.sees(/^What you typed .* is back/);
  expect(await who.field("First name").inputValue()).toBe("Zainab");
  await who.leaves();
});

const signsIn = async (who: Person, { emailaddress, password }: { emailaddress: string; password: string }) => {
  await who.fills({ "Email Address": emailaddress, Password: password });
  await who.presses("Login to Account");
};
