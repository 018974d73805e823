import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { judgeReviews } from "#selection/review/review.job.server.ts";
import { appliedWith, askOf, entryRulesOfADegree, satWith } from "../testing/entry-rules.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt, overflowAt320 } from "../testing/look.ts";
import { openProgramme } from "../testing/ready-applicant.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

let journey: Journey;
/** The programme that asks for more than the O-Level. */
let named: string;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  const { portal } = journey;
  const { programme } = await openProgramme(portal);
  await askOf(portal, programme, entryRulesOfADegree);
  named = (
    await portal.db.selectFrom("programme").select("name").where("_id", "=", programme).executeTakeFirstOrThrow()
  ).name;
});
afterAll(() => journey.stop());

test("before an account is made, the public page tells by O-Level, UTME or Direct Entry what one qualifies for", async () => {
  const who = await journey.person();
  await who.opens("/admissions");
  for (const [at, subject] of ["English Language", "Mathematics", "Biology", "Chemistry", "Physics"].entries()) {
    await who.page.getByRole("combobox", { name: `Subject ${at + 1}`, exact: true }).selectOption(subject);
    await who.page.getByRole("combobox", { name: `Grade ${at + 1}`, exact: true }).selectOption("B3");
  }
  await who.sees(/^You qualify for \d+ of 70 programmes/);
  const mode = who.page.getByLabel("How do you enter?");
  await mode.selectOption("JAMB UTME");
  const seek = () => who.field("Search programmes").fill(named);
  await seek();
  await who.sees(/JAMB UTME: add your UTME result, then we can tell/);
  for (const [at, subject] of ["Physics", "Biology", "Hausa"].entries())
    await who.page.getByRole("combobox", { name: `UTME subject ${at + 1}` }).selectOption(subject);
  const score = who.page.getByLabel("Score, of 400; empty until it is out");
  await score.fill("150");
  await who.sees(/JAMB UTME: missing UTME score of 160/);
  await lookAt(who.page, "would-i-qualify");
  expect(await axeFindings(who.page)).toEqual([]);
  expect(await overflowAt320(who.page)).toBe(0);
  await score.fill("401");
  expect(await score.inputValue()).toBe("150");
  await score.fill("160");
  await who.page.getByText(/missing UTME score of 160/).waitFor({ state: "detached" });

  await mode.selectOption("Direct Entry");
  await who.page.getByRole("combobox", { name: "Qualification" }).selectOption("Diploma");
  await who.page.getByRole("combobox", { name: "Classification" }).selectOption("Pass");
  await seek();
  await who.sees(/Direct Entry: Diploma of Second Class Lower needed/);
  await lookAt(who.page, "would-i-qualify-direct");
  await who.page.getByRole("combobox", { name: "Classification" }).selectOption("First Class");
  await who.page.getByText(/Diploma of Second Class Lower needed/).waitFor({ state: "detached" });
  await who.leaves();
});

test("the office reads in the file which rule failed, and what the applicant told of the UTME", async () => {
  const { portal } = journey;
  const person = await appliedWith(portal, { utme: satWith("120") });
  await judgeReviews.run(portal.app);
  const office = await staffAt(journey, await staffMember(portal, { pages: ["applications", "applications.change"] }));
  await office.opens(`/staff/applications/${person.application}`);
  await office.sees("JAMB UTME: missing UTME score of 160");
  await office.sees(/Physics, Biology, Hausa; score 120, as the applicant typed it/);
  await lookAt(office.page, "file-entry");
  expect(await axeFindings(office.page)).toEqual([]);
  await office.leaves();
});
