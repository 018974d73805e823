import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { graded } from "../testing/grading.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const looksRight = looksRightIn("rule-book");

test("an exams officer reads the rule-book, tries a score, and makes the version of the next entrants", async () => {
  const { portal } = journey;
  const profile = await graded(portal);
  const officer = await staffMember(portal, {
    pages: ["result-profiles", "result-profiles.change", "steps", "steps.change", "programmes", "sessions"],
  });
  const who = await staffAt(journey, officer);
  const { page } = who;

  await who.opens(`/staff/result-profiles/${profile}`);
  await who.sees("Distinction: a CGPA from 4.50", "Credit: a CGPA from 3.50 to below 4.50");
  await page.getByLabel("Score", { exact: true }).fill("63");
  await who.sees("63 is from 60 to 69: B, 4 points. Passed: the pass mark is 40");
  await page.getByLabel("Score", { exact: true }).fill("39.5");
  await who.sees("The score must be a whole number; 39.5 was typed");
  await looksRight(who, "profile");

  await page.getByRole("button", { name: "Copy as a new version" }).click();
  expect(await page.getByLabel("Name").inputValue()).toBe("NCE five points (2)");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await who.sees("NCE five points (2)", "Nobody is graded by it yet", "Copied from");

  await page.getByRole("link", { name: "Edit the rules" }).click();
  await who.sees("Rules of NCE five points (2)", "Each score from 0 to 100 has its band");
  await page.getByRole("textbox", { name: "From", exact: true }).nth(4).fill("42");
  await who.sees("No band has 40 to 41. Let E begin at 40, or add a band");
  await looksRight(who, "editor");
  await page.getByRole("button", { name: "Save rules" }).click();
  await page.getByRole("textbox", { name: "From", exact: true }).nth(4).fill("40");
  await page.getByRole("textbox", { name: "Point", exact: true }).nth(4).fill("1.5");
  await page.getByRole("button", { name: "Save rules" }).click();
  await who.sees("Rules of NCE five points (2) saved", "Rules changed");

  await page.getByRole("link", { name: "Who is graded by which" }).first().click();
  await who.sees("Entrants of 2025/2026", "Cohorts keep the profile that was named for them");
  await looksRight(who, "cohorts");

  await who.opens("/staff/steps");
  await page.getByRole("table").waitFor();
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await page.getByRole("button", { name: "Generate steps", exact: true }).click();
  await who.sees("steps generated for every programme without steps of its own");
  await looksRight(who, "steps");
});
