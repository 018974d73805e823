import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fivePoints } from "../testing/five-points.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { keepPaper, looksRightIn } from "../testing/look.ts";
import { inChargeOf, type Mark, type Offices, officesOver, seenOf, sheetWith } from "../testing/sheets.ts";
import type { StaffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { dayAgo, memberOf, taughtCourse } from "../testing/taught.ts";
import { granted } from "../testing/walk.ts";

// The day of the Academic Board: one sheet is late, two lie with the examinations office, and the board has its broadsheet on the table.

let journey: Journey;
let offices: Offices;
const sheets: string[] = [];
const looksRight = looksRightIn("board-day");

beforeAll(async () => {
  journey = await startJourney(inject("place"));
  const { portal } = journey;
  await fivePoints(portal);
  const made = [];
  for (const [at, code] of ["CRS 111", "ENG 111", "EDU 111"].entries())
    made.push(await taughtCourse(portal, code, { credit: at + 1, name: `Introduction ${at + 1}` }));
  const students: string[] = [];
  for (let at = 0; at < 12; at += 1)
    students.push(
      await memberOf(
        portal,
        made.map(({ course }) => course),
      ),
    );
  await sql`update portal.student set firstname = 'Oluwaseun-Temitayo', middlename = 'Chukwuemeka', lastname = 'Adebayo-Onwuegbuchulam'
    where _id = ${students[3]}`.execute(portal.db);
  await sql`update portal.course_registration set programme = (select programme from portal.course where _id = ${made[0]?.course}),
    level = 100 where student = any(${students}::uuid[])`.execute(portal.db);
  await sql`update portal.course_class set department = (select department from portal.course_class where _id = ${made[0]?.taught})
    where _id = any(${made.map(({ taught }) => taught)}::uuid[])`.execute(portal.db);
  const markOf = (course: number, at: number): Mark =>
    at === 5 ? "Absent" : [20 + ((at * 7 + course) % 20), 15 + ((at * 11 + course * 5) % 45)];
  offices = await officesOver(portal, made[0]?.taught ?? "");
  for (const [course, { course: id, taught }] of made.entries()) {
    const lecturer = await inChargeOf(portal, id);
    // The third is late: of half of its class nothing is typed.
    const given = students
      .filter((_, at) => course < 2 || at < 6)
      .map((student, at) => [student, markOf(course, at)] as const);
    const sheet = await sheetWith(portal, taught, lecturer._id, Object.fromEntries(given));
    sheets.push(sheet);
    if (course < 2) await toExaminations(sheet, lecturer);
  }
  const { session } = await portal.db
    .selectFrom("course_class")
    .select("session")
    .where("_id", "=", made[0]?.taught ?? "")
    .executeTakeFirstOrThrow();
  await sql`insert into portal.score_deadline (_id, session, semester, day)
    values (gen_random_uuid(), ${session}, 1, ${await dayAgo(portal, 4)})`.execute(portal.db);
}, 180_000);
afterAll(() => journey.stop());

async function toExaminations(sheet: string, lecturer: StaffMember) {
  const seen = await seenOf(journey.portal, sheet);
  await granted(lecturer.post(`/staff/ms_score_sheet/${sheet}/submit`, { seen }));
  await granted(offices.head.post(`/staff/ms_score_sheet/${sheet}/pass`, { seen, state: "With head" }));
  await granted(offices.dean.post(`/staff/ms_score_sheet/${sheet}/pass`, { seen, state: "With dean" }));
}

test("the examinations officer sees who is late, looks at a sheet, and passes on what is clear", async () => {
  const who = await staffAt(journey, offices.examinations);
  await who.opens("/staff/score-deadlines/late?semester=1");
  await who.sees("1 sheet is late, the latest first.", "4 days late", "6 of 12");
  await looksRight(who, "late");
  await who.opens("/staff/dashboard");
  await who.sees("2 score sheets wait for the examinations office.");
  await who.opens("/staff/score-sheets/waiting");
  await who.sees("CRS 111", "ENG 111");
  await looksRight(who, "waiting");
  await who.opens(`/staff/score-sheets/${sheets[0]}`);
  await who.sees("Spread of marks", "Who has had it", "With the examinations office since");
  await looksRight(who, "sheet");
  await who.presses("Pass on");
  await (await who.inDialog(/Pass on the sheet/)).presses("Pass on");
  await who.sees("is passed on. It is with the board now");
  await granted(
    offices.examinations.post(`/staff/ms_score_sheet/${sheets[1]}/pass`, {
      seen: await seenOf(journey.portal, sheets[1] ?? ""),
      state: "With examinations",
    }),
  );
});

test("the board looks at the broadsheet, opens a figure to its sum, prints it, and approves by a minute", async () => {
  const who = await staffAt(journey, offices.board);
  await who.opens("/staff/dashboard");
  await who.sees("2 score sheets wait for the board.");
  await who.opens("/staff/broadsheets");
  await who.sees("12 students", "1 broadsheet waits for the board", "Not all marks are here", "Spread of averages");
  await looksRight(who, "broadsheet");
  const first = who.page.getByRole("link", { name: /its sum$/ }).first();
  const shown = (await first.innerText()).trim();
  await first.click();
  await who.sees("Not published", `= ${shown}`);
  await looksRight(who, "sums");
  await who.opens("/staff/broadsheets/print");
  await who.sees("Broadsheet to print", "Academic Board");
  const paper = await who.page.pdf({ preferCSSPageSize: true });
  keepPaper(paper, "board-day-broadsheet");
  await looksRight(who, "paper");
  await who.opens("/staff/broadsheets");
  await who.presses("Approve 2 sheets");
  const asked = await who.inDialog("Approve 2 sheets?");
  await asked.fills({ Minute: "AB/26/14" });
  await looksRight(who, "approving");
  await asked.presses("Approve");
  await who.sees("CRS 111, ENG 111 approved by minute AB/26/14");
  const { rows } = await sql`select from portal.score_sheet where state = 'Approved'`.execute(journey.portal.db);
  expect(rows.length).toBe(2);
});
