import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { desk } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt, overflowAt320 } from "../testing/look.ts";
import { payer } from "../testing/payer.ts";
import { granted } from "../testing/walk.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const science = { "English Language": "B3", Mathematics: "C6", Biology: "C4", Chemistry: "C5", Physics: "B2" };
const sat = { examinationtype: "WAEC", examinationcenter: "GSS Minna", examinationyear: "2024" };

/** Somebody with a bio and these results, and a browser. */
async function typed(results: Readonly<Record<string, string>>, size?: typeof desk) {
  const owner = await payer(journey.portal);
  if (Object.keys(results).length > 0) {
    const { body } = await granted(owner.post("/ms_applicant_sitting", { ...sat, examinationnumber: "4123456789" }));
    for (const [subject, scored] of Object.entries(results))
      await granted(owner.post("/ms_applicant_result", { examination: body._id, subject, scored }));
  }
  const who = await journey.person({ signedIn: { token: owner.token, firstname: "Aisha" }, ...(size && { size }) });
  return { owner, who };
}

test("from the results to what one qualifies for, what is missing, and on to paying for one of them", async () => {
  const { owner, who } = await typed(science);
  await who.opens("/app/olevelresult");
  await who.follows("Do I qualify?");
  await who.seesHeading("Do I qualify?");
  await who.sees(/^You qualify for \d+ of 70 programmes/);
  const unfold = (group: string | RegExp, school: string) =>
    who.page.getByRole("region", { name: group }).getByText(school).click();
  await unfold("You qualify", "School of Sciences");
  await who.sees("NCE Biology/Chemistry");
  await unfold(/^Nearly/, "School of Arts and Social Sciences");
  await who.sees("4 of 5 credits. Missing: credit in Geography");
  const more = who.page.getByText("NCE Christian Religious Studies/History", { exact: true });
  expect(await more.isVisible()).toBe(false);
  await unfold("More is missing", "School of Arts and Social Sciences");
  await more.waitFor();
  await lookAt(who.page, "qualify");
  expect(await axeFindings(who.page)).toEqual([]);
  expect(await overflowAt320(who.page)).toBe(0);

  await who.field("Search programmes").fill("physics chem");
  await who.sees("1 found");
  await who.follows("NCE Chemistry/Physics");
  const form = await who.inDialog("Generate payment reference");
  expect(await form.field("Programme").inputValue()).toBe("NCE Chemistry/Physics");
  await form.sees("5 of 5 credits in 1 sitting. You qualify on what you have typed", "Total");
  await form.presses("Generate reference");
  await who.sees("Not paid");
  expect(new URL(who.page.url()).search).toBe("");
  expect((await owner.get("/ms_application_fee")).body).toMatchObject([{ programme: { name: "Chemistry/Physics" } }]);
  await who.leaves();
});

test("a programme that asks for more is warned of and paid for by who says to know it", async () => {
  const { owner, who } = await typed({ ...science, Mathematics: "D7" });
  await who.opens("/app/pay");
  await who.page.getByRole("button", { name: "Generate payment reference" }).first().click();
  const form = await who.inDialog("Generate payment reference");
  await form.field("Programme").fill("biology chem");
  await form.box.getByRole("option").first().click();
  await form.sees("4 of 5 credits. Missing: credit in Mathematics", "Total");
  await form.sees(
    "The college decides. You may still pay and apply.",
    "If you want that, press “I know, go on” below.",
  );
  expect(await form.box.getByText(/^Programmes you qualify for/).count()).toBe(0);
  await form.box.getByText("What this programme asks for").click();
  await form.sees(
    /^5 O-Level credits in at most 2 sittings: English Language, Mathematics, Biology, Chemistry, and 1 other/,
  );
  await lookAt(who.page, "qualify-warned");
  expect(await axeFindings(who.page)).toEqual([]);
  expect(await form.box.getByRole("button", { name: "Generate reference" }).count()).toBe(0);
  await form.presses("I know, go on");
  await who.sees("Not paid");
  const [reference] = (await owner.get("/ms_application_fee")).body;
  const kept = journey.portal.db.selectFrom("payment_reference").select(["entrystanding", "entrywords", "knewAt"]);
  expect(await kept.where("_id", "=", reference._id).executeTakeFirstOrThrow()).toEqual({
    entrystanding: "nearly",
    entrywords: "4 of 5 credits. Missing: credit in Mathematics",
    knewAt: expect.any(String),
  });
  await who.leaves();
});

test("a programme that one qualifies for is taken from the list, by keyboard too", async () => {
  const { who } = await typed(science, desk);
  await who.opens("/app/pay");
  await who.page.getByRole("button", { name: "Generate payment reference" }).first().click();
  const form = await who.inDialog("Generate payment reference");
  await form.field("Programme").fill("Economics/Mathematics");
  await form.box.getByRole("option").first().click();
  await form.sees("4 of 5 credits. Missing: credit in Economics");
  await form.sees(/^What you have typed does for: NCE .*; .*; .*, and \d+ more below\.$/);
  await form.box.getByRole("button", { name: "I know, go on" }).waitFor();
  await lookAt(who.page, "qualify-instead");
  const list = form.box.locator("summary", { hasText: /^Programmes you qualify for \(\d+\)$/ });
  await list.focus();
  await who.page.keyboard.press("Enter");
  const choice = form.box.getByRole("button", { name: /^NCE Biology\/Chemistry/ });
  await choice.waitFor();
  await lookAt(who.page, "qualify-list");
  await choice.focus();
  await who.page.keyboard.press("Enter");
  expect(await form.field("Programme").inputValue()).toBe("NCE Biology/Chemistry");
  await form.sees("5 of 5 credits in 1 sitting. You qualify on what you have typed", "Total");
  expect(await choice.isVisible()).toBe(false);
  expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
  await lookAt(who.page, "qualify-chosen");
  // What was chosen gives way to what is typed next.
  const box = form.box.getByRole("combobox", { name: "Programme" });
  await box.press("End");
  await who.page.keyboard.press("Backspace");
  expect(await box.inputValue()).toBe("NCE Biology/Chemistr");
  await form.box.getByRole("option", { name: /Biology\/Chemistry/ }).waitFor();
  expect(await form.box.getByText("Total").count()).toBe(0);
  await who.leaves();
});

test("without results the way leads to the results, on the page and in the dialog", async () => {
  const { who } = await typed({});
  await who.opens("/app/pay");
  await who.follows("Do I qualify?");
  await who.sees("Add your O-Level results first, then we can tell which programmes you qualify for.");
  await lookAt(who.page, "qualify-without-results");
  await who.opens("/app/pay");
  await who.page.getByRole("button", { name: "Generate payment reference" }).first().click();
  const form = await who.inDialog("Generate payment reference");
  await form.field("Programme").fill("biology chem");
  await form.box.getByRole("option").first().click();
  await form.sees("Add your O-Level results first, then we can tell", "Total");
  await lookAt(who.page, "qualify-dialog-without-results");
  await form.follows("Add your O-Level results");
  await who.page.waitForURL("**/app/olevelresult");
  await who.leaves();
});

test("an address that asks for a programme that takes nobody says so and lets choose another", async () => {
  const { who } = await typed(science);
  await who.opens("/app/pay?programme=01900000-0000-7000-8000-000000000000");
  const form = await who.inDialog("Generate payment reference");
  await form.sees(/does not take applications at the moment\. Please choose another one/);
  expect(await form.field("Programme").inputValue()).toBe("");
  await form.presses("Close");
  await form.box.waitFor({ state: "detached" });
  expect(new URL(who.page.url()).search).toBe("");
  await who.leaves();
});

test("where the UTME is asked for, it is typed once and the verdict follows", async () => {
  const { db } = journey.portal;
  const { _id } = await db
    .selectFrom("programme")
    .select("_id")
    .where("code", "=", "NCE-MAT-PHY")
    .executeTakeFirstOrThrow();
  const intake = db.updateTable("intake").where("programme", "=", _id);
  const before = await db
    .selectFrom("intake")
    .select("entryrules")
    .where("programme", "=", _id)
    .executeTakeFirstOrThrow();
  const utme = {
    asked: true,
    minScore: 160,
    compulsory: ["Use of English"],
    subjects: [],
    fillTo: 1,
    fillFrom: ["Physics"],
  };
  const direct = { nce: { subjects: 2, grade: "C" } };
  const rules = { ...(before.entryrules as object), utme, direct };
  await intake.set({ entryrules: JSON.stringify(rules) }).execute();
  const { who } = await typed(science);
  await who.opens(`/app/pay?programme=${_id}`);
  const form = await who.inDialog("Generate payment reference");
  await form.sees(/JAMB UTME: add your UTME result, then we can tell\. Direct Entry: add your NCE/);
  await form.box.getByRole("button", { name: "I know, go on" }).waitFor();
  await lookAt(who.page, "qualify-utme-asked");
  await form.follows("Add your UTME result");
  await who.seesHeading("UTME Result");
  await who.fills({ "First subject": "Physics", "Second subject": "Mathematics", "Third subject": "Chemistry" });
  await who.fills({ "UTME score": "187" });
  await lookAt(who.page, "qualify-utme");
  expect(await axeFindings(who.page)).toEqual([]);
  expect(await overflowAt320(who.page)).toBe(0);
  await who.presses("Save");
  await who.sees("Your UTME result has been saved");
  await who.opens(`/app/pay?programme=${_id}`);
  const again = await who.inDialog("Generate payment reference");
  await again.sees(/You qualify on what you have typed/, /^JAMB UTME: your subjects and score are enough\.$/);
  await again.box.getByRole("button", { name: "Generate reference" }).waitFor();
  await intake.set({ entryrules: JSON.stringify(before.entryrules) }).execute();
  await who.leaves();
});
