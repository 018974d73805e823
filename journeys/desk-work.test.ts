import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "../demo/staff.ts";
import { judgeReviews } from "../src/selection/review/review.job.server.ts";
import type { Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt, looksRightIn, settled } from "../testing/look.ts";
import { manyApplications } from "../testing/many-applications.ts";
import { staffMember } from "../testing/staff.ts";
import { signsInAtDoor } from "../testing/staff-door.ts";
import { granted } from "../testing/walk.ts";

// Two at one desk: the college's tick list, whose work a file is, and one PDF of it.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  const { portal } = journey;
  await manyApplications(portal.app.portal.pool, { count: 12 });
  await judgeReviews.run(portal.app);
  const pages = ["applications", "applications.change", "review-items.change"] as const;
  const colleague = await staffMember(portal, { pages, firstname: "Rakiya" });
  for (const item of [
    { label: "Names agree", advice: "The name on the slip is the name in the bio data" },
    { label: "Letter of the local government", required: false },
    { label: "Statement of purpose", most: 10 },
  ])
    await granted(colleague.post("/staff/ms_review_item", { status: true, ...item }));
}, 60_000);
afterAll(() => journey.stop());

const looksRight = looksRightIn("desk-work");
const says = ({ page }: Person, deed: string, item: string) =>
  page.getByRole("button", { name: new RegExp(`^${deed}\\s*: ${item}$`) }).click();

test("a registrar works through the tick list, gives a mark, and calls the file checked", async () => {
  const who = await signsInAtDoor(journey, "registrar@demo.gurara.example", DEMO_PASSWORD);
  await who.opens("/staff/review-items");
  await who.seesHeading("Tick list");
  await looksRight(who, "items");
  await who.opens("/staff/applications?state=Submitted");
  await who.page.locator("tbody .opener").first().click();
  await who.sees("Tick list", "1 of 2 open");
  await looksRight(who, "file");
  await settled(who.page);
  await who.page.keyboard.press("c");
  await who.sees("Tick these as in order first");
  await says(who, "Not in order", "Names agree");
  const wrong = await who.inDialog("Not in order: Names agree");
  await wrong.fills({ Reason: "The slip says Bello, the bio data Belo" });
  await lookAt(who.page, "desk-work-not-in-order");
  await wrong.presses("Not in order");
  await wrong.box.waitFor({ state: "detached" });
  await who.sees("The slip says Bello, the bio data Belo");
  await says(who, "In order", "Names agree");
  await who.sees("Nothing is open");
  await says(who, "Give my mark", "Statement of purpose");
  const mark = await who.inDialog("My mark: Statement of purpose");
  await mark.fills({ Mark: "12" });
  await mark.presses("Give");
  await mark.sees("Mark must be at most 10");
  await mark.fills({ Mark: "8" });
  await lookAt(who.page, "desk-work-mark");
  await mark.presses("Give");
  await mark.box.waitFor({ state: "detached" });
  await who.sees("8 of 10");
  await looksRight(who, "ticked");
  const [saved] = await Promise.all([
    who.page.waitForEvent("download"),
    who.page.getByRole("link", { name: "All in one PDF" }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^dossier-.+\.pdf$/);
  await settled(who.page);
  await who.page.keyboard.press("c");
  await who.page.getByRole("button", { name: "Back to checking" }).waitFor();

  await who.opens("/staff/applications?state=Submitted");
  await settled(who.page);
  await who.page.getByRole("checkbox", { name: "Select this page" }).check();
  await who.page.getByRole("button", { name: "Give", exact: true }).click();
  const give = await who.inDialog(/^Give .+ to whom\?$/);
  await give.box.getByRole("checkbox", { name: /Mrs Rakiya Sani/ }).check();
  await give.box.getByRole("checkbox", { name: /\(you\)/ }).check();
  await lookAt(who.page, "desk-work-give");
  await give.presses("Share out");
  await give.box.waitFor({ state: "detached" });
  await who.page.getByRole("link", { name: /^Mine/ }).click();
  await settled(who.page);
  await looksRight(who, "mine");
  await who.leaves();
}, 120_000);
