import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../testing/applicant.ts";
import { type Journey, startJourney } from "../testing/journey.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
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
