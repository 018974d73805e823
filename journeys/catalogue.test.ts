import { afterAll, beforeAll, inject, test } from "vitest";
import { catalogue } from "../testing/catalogue.ts";
import { headOf } from "../testing/head.ts";
import { holdAnswers } from "../testing/held-answer.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { staffAt } from "../testing/staff-browser.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const looksRight = looksRightIn("catalogue");

test("a head fills a semester in the grid, copies a half of another combination, and reads what is wrong", async () => {
  const { portal } = journey;
  const office = await catalogue(portal);
  const { session, programme } = office.usual;
  const { _id: source } = await portal.db
    .selectFrom("programme")
    .select("_id")
    .where("code", "=", "NCE-ISS-ENG")
    .executeTakeFirstOrThrow();
  await office.course("GSE 111", { programme: source, general: true, moduletype: "General", name: "Use of English" });
  for (const code of ["ENG 111", "ENG 112", "ENG 113"]) await office.course(code, { programme: source, half: 2 });
  const member = await headOf(portal, "CRS", ["courses", "courses.change", "programmes", "sessions", "departments"]);
  const who = await staffAt(journey, member);
  const { page } = who;

  await who.opens(`/staff/courses?session=${session}&programme=${programme}`);
  await who.follows("Catalogue");
  await who.sees("100 level, first semester", "18 to 24 units a semester", "GSE 111");
  await looksRight(who, "empty");

  // Rows are typed one after the other, without the mouse.
  const first = page.getByRole("region", { name: "First semester of 100 level" });
  await first.getByLabel("Code").last().focus();
  const row = async (...cells: readonly string[]) => {
    for (const [nth, cell] of cells.entries()) {
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(cell);
      if (nth < cells.length - 1) await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
  };
  await row("crs111", "Old Testament survey", "Core", "2");
  await row("crs112", "Life of Jesus", "Core", "3");
  await row("crs113", "X", "Core", "2");
  await who.sees("Minimum of 2 characters expected", "Not saved yet");
  await looksRight(who, "wrong-row");
  const wrong = first.getByRole("group", { name: /A new course/ }).first();
  await wrong.getByLabel("Name").fill("Church history");
  await wrong.getByLabel("Name").press("Enter");
  await first.getByRole("group", { name: "CRS 113 Church history" }).waitFor();
  await who.sees("Core 9");

  // Arrows go from row to row; what is changed is saved when the row is left.
  await first.getByLabel("Units").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await who.sees("Core 10");

  // What is typed while a row is being saved is saved after it, although the row was left meanwhile.
  const held = await holdAnswers(page, /\/api\/staff\/ms_course\/[0-9a-f-]{36}$/);
  const second = first.getByRole("group", { name: /^CRS 112/ });
  await second.getByLabel("Units").fill("5");
  await second.getByLabel("Units").press("Enter");
  await held.asked;
  await second.getByLabel("Name").fill("The life of Jesus");
  await first.getByLabel("Code").last().focus();
  held.release();
  await first.getByRole("group", { name: "CRS 112 The life of Jesus" }).waitFor();
  await who.sees("Core 11");

  await first.getByRole("button", { name: "More of CRS 111" }).click();
  await first.getByLabel("Seats").fill("120");
  await looksRight(who, "more");
  await first.getByRole("button", { name: "Save class" }).click();
  await who.sees("CRS 111 saved");

  await who.presses("Copy courses into it");
  await page.getByLabel("Copy from").selectOption({ label: "NCE Islamic Studies/English, 2026/2027 (4)" });
  await page.getByLabel("Codes that begin with").fill("ENG");
  await page.getByLabel("Of its half").selectOption({ label: "Second half" });
  await who.presses("Show what would be copied");
  await who.sees("3 courses would be added");
  await looksRight(who, "copy");
  await who.presses("Copy 3 courses");
  await first.getByRole("group", { name: /ENG 113/ }).waitFor();
  await who.sees("Courses stand in the second half of the combination, and none in the other");
  await first.getByRole("button", { name: "Make inactive: ENG 113" }).click();
  await who.sees("Inactive: offered to nobody");
  await looksRight(who, "filled");

  await who.opens(`/staff/courses/grid?session=${session}`);
  await who.sees("have something to look at in 2026/2027");
  await looksRight(who, "check");
});
