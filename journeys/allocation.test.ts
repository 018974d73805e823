import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { catalogue } from "../testing/catalogue.ts";
import { headOf } from "../testing/head.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { granted } from "../testing/walk.ts";

// A head allocates a semester by the keyboard, copies the session before, and prints a letter.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
}, 90_000);
afterAll(() => journey.stop());

const looksRight = looksRightIn("allocation");

test("a head allocates a semester by the keyboard, copies the session before, and prints a letter", async () => {
  const { portal } = journey;
  const office = await catalogue(portal);
  const { rows } = await sql<{ _id: string; name: string }>`select _id, name from portal.session order by name`.execute(
    portal.db,
  );
  const [before, now] = [rows.at(-2), rows.at(-1)] as [{ _id: string }, { _id: string }];
  const { rows: units } = await sql<{ _id: string; code: string }>`select d._id, d.code from portal.programme p
    join portal.department d on d._id = p.department where p._id = ${office.usual.programme}`.execute(portal.db);
  const { _id: department, code } = units[0] as { _id: string; code: string };
  const head = await headOf(portal, code, ["course-allocations", "course-allocations.change"]);
  const person = (lastname: string) =>
    staffMember(portal, { lastname, firstname: "Halima", department, pages: ["my-courses"] });
  const [first, second] = [await person("Tanko"), await person("Wakili")];
  const named = {
    "CRS 111": "Old Testament",
    "CRS 112": "New Testament",
    "CRS 113": "Church History",
    "CRS 114": "Ethics",
  };
  for (const [codeOf, name] of Object.entries(named))
    await office.course(codeOf, { session: now._id, name, credit: 3 });
  const earlier = await office.course("CRS 114", { session: before._id, name: "Ethics" });
  await granted(head.post("/staff/ms_course_allocation", { course: earlier, staff: second._id }));

  const who = await staffAt(journey, head);
  await who.opens(`/staff/course-allocations?session=${now._id}&semester=1`);
  await who.sees("4 without a lecturer", "Old Testament");
  await looksRight(who, "open");
  const box = (label: string) => who.page.getByRole("combobox", { name: `Lecturer of ${label}` });
  await box("CRS 111").focus();
  await who.page.keyboard.type("Tanko");
  await who.page.getByRole("option", { name: /Tanko/ }).waitFor();
  await who.page.keyboard.press("Enter");
  await who.sees("3 without a lecturer", "In charge");
  await box("CRS 111").focus();
  await who.page.keyboard.type("Wakili");
  await who.page.getByRole("option", { name: /Wakili/ }).waitFor();
  await who.page.keyboard.press("Enter");
  await looksRight(who, "second");
  await who.presses(/Put in charge.*Wakili/);
  await who.page.getByRole("button", { name: /Put in charge.*Tanko/ }).waitFor();
  await who.presses("Copy last session");
  const dialog = await who.inDialog("Copy last session");
  await dialog.sees("CRS 114");
  await looksRight(who, "copy");
  await dialog.presses("Copy 1 allocation");
  await who.sees("2 without a lecturer");
  await looksRight(who, "board");
  await who.presses(/Letter of .*Wakili/);
  await who.sees("Old Testament", "Ethics", /Your load: 4\.5 units/);
  await looksRight(who, "letter");
  await portal.db.updateTable("session").set({ status: false }).execute();
  await portal.db.updateTable("session").set({ status: true, semester: 1 }).where("_id", "=", now._id).execute();
  const lecturer = await staffAt(journey, second);
  await lecturer.opens("/staff/my-courses");
  await lecturer.sees("CRS 114 Ethics");
  await looksRight(lecturer, "own-courses");
  await lecturer.follows(/^Your letter of allocation for/);
  await lecturer.sees("Old Testament", "Ethics", /Your load: 4\.5 units/, /Anybody may check this letter/);
  await looksRight(lecturer, "own-letter");
  await lecturer.follows("All my courses");
  await lecturer.sees("CRS 114 Ethics");
  await lecturer.leaves();
  await who.opens(`/staff/course-allocations/print?session=${now._id}&semester=1`);
  await who.sees("Quality Assurance", "Church History");
  await looksRight(who, "list");
  await who.opens(`/staff/course-allocations?session=${now._id}&semester=1`);
  await who.presses(/Take out .*Tanko/);
  const asked = await who.inDialog(/Take .*Tanko out of CRS 111/);
  await asked.presses("Take out");
  await who.page.getByRole("button", { name: /Take out .*Tanko/ }).waitFor({ state: "detached" });
  const { count } = await portal.db
    .selectFrom("course_allocation")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("staff", "=", first._id)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
  await who.leaves();
});
