import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { inChargeOf, officesOver, seenOf, sheetWith } from "../../../testing/sheets.ts";
import type { StaffMember } from "../../../testing/staff.ts";
import { dayAgo, memberOf, runRound, type TaughtCourse, taughtCourse } from "../../../testing/taught.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let one: TaughtCourse;
let lecturer: StaffMember;
let officer: StaffMember;
let head: StaffMember;
let student: string;

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  one = await taughtCourse(portal, "DUE 111");
  lecturer = await inChargeOf(portal, one.course);
  await sql`insert into portal.user_permission (_id, staff, page, scope)
    select gen_random_uuid(), ${lecturer._id}, _id, 'department' from portal.page where key = 'dashboard' on conflict do nothing`.execute(
    portal.db,
  );
  student = await memberOf(portal, [one.course]);
  ({ examinations: officer, head } = await officesOver(portal, one.taught));
}, 120_000);

afterAll(() => portal.stop());

const due = (days: number, department?: string) =>
  dayAgo(portal, -days).then((day) => ({ day, semester: 1, ...(department && { department }) }));

const letters = async () =>
  (
    await sql<{ subject: string; body: string }>`select subject, body from portal.outgoing_mail
      where recipient = ${lecturer.emailaddress} order by _id`.execute(portal.db)
  ).rows.map(({ subject }) => subject.replace(/^[^:]+: /, ""));

const moveTo = async (days: number) =>
  sql`update portal.score_deadline set day = ${await dayAgo(portal, -days)}`.execute(portal.db);

const board = async (who: StaffMember) => (await granted(who.get("/staff/ms_score_deadline/board?semester=1"))).body;
const own = async (who: StaffMember) =>
  (await board(who)).classes.find(({ code }: { code: string }) => code === "DUE 111");

test("a semester has one day for all departments, and each department may have its own", async () => {
  await granted(officer.post("/staff/ms_score_deadline", await due(20)));
  expect((await officer.post("/staff/ms_score_deadline", await due(30))).body.errors.department).toContain(
    "have a day there already",
  );
  const { department } = await portal.db
    .selectFrom("course_class")
    .select("department")
    .where("_id", "=", one.taught)
    .executeTakeFirstOrThrow();
  const { body } = await granted(officer.post("/staff/ms_score_deadline", await due(9, department)));
  expect((await own(officer)).due).toBe(await dayAgo(portal, -9));
  await sql`delete from portal.score_deadline where _id = ${body._id}`.execute(portal.db);
  // A head looks at the day of everybody, and does not set it.
  expect((await head.get("/staff/ms_score_deadline")).body.list).toHaveLength(1);
  expect((await head.post("/staff/ms_score_deadline", await due(3))).status).toBe(403);
});

test("lecturers are reminded a week before, a day before, and once it is late: once each, whoever runs the round", async () => {
  const round = () => runRound(portal, "remind-of-score-sheets");
  await round();
  expect(await letters()).toEqual([]);
  for (const days of [7, 5, 1, 0]) {
    await moveTo(7);
    await sql`update portal.score_reminder set day = (select day from portal.score_deadline)`.execute(portal.db);
    await moveTo(days);
    await sql`update portal.score_reminder set day = (select day from portal.score_deadline)`.execute(portal.db);
    await Promise.all([round(), round()]);
  }
  expect(await letters()).toEqual(["1 score sheet due in a week", "1 score sheet due now"]);
  await moveTo(-2);
  await sql`update portal.score_reminder set day = (select day from portal.score_deadline)`.execute(portal.db);
  await round();
  await round();
  expect((await letters()).slice(2)).toEqual(["1 score sheet late"]);
});

test("the board says who is late, what is typed, with whom a sheet is and how long each office took", async () => {
  expect(await own(officer)).toMatchObject({ state: "Open", late: 2, typed: 0, students: 1, sheet: null });
  const lines = (await lecturer.get("/staff/ms_staff_dashboard")).body.waiting;
  expect(JSON.stringify(lines)).toContain("One score sheet of yours is late.");
  const sheet = await sheetWith(portal, one.taught, lecturer._id, { [student]: [30, 40] });
  await granted(lecturer.post(`/staff/ms_score_sheet/${sheet}/submit`, { seen: await seenOf(portal, sheet) }));
  await granted(head.post(`/staff/ms_score_sheet/${sheet}/pass`, { seen: 0, state: "With head" }));
  const shown = await board(head);
  expect(shown.departments).toHaveLength(1);
  expect(shown.departments[0]).toMatchObject({ sent: 1, late: 0 });
  const now = await own(head);
  expect(now).toMatchObject({
    state: "With dean",
    late: null,
    typed: 1,
    days: 0,
    lecturers: [expect.stringContaining("Garba")],
  });
  expect(now.steps).toEqual([{ state: "With head", days: 0, sheets: 1 }]);
  // Nothing is asked for any more.
  await runRound(portal, "remind-of-score-sheets");
  expect(await letters()).toHaveLength(3);
});
