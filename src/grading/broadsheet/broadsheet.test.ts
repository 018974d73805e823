import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { catalogue } from "../../../testing/catalogue.ts";
import { fivePoints } from "../../../testing/five-points.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { inChargeOf, type Mark, officesOver, seenOf, sheetWith, stateOf } from "../../../testing/sheets.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { memberOf, taughtCourse } from "../../../testing/taught.ts";
import { granted } from "../../../testing/walk.ts";
import { newId } from "../../platform/database/id.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let programme: string;
let session: string;
/** Two courses of three and two units, three students with marks in both. */
const courses: { _id: string; taught: string; code: string; sheet: string; lecturer: StaffMember }[] = [];
const students: string[] = [];

const marks: Readonly<Record<string, readonly (Mark | null)[]>> = {
  "BRO 111": [
    [35, 40],
    [20, 25],
    [10, 20],
  ],
  "BRO 112": [[30, 32], "Absent", null],
};

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fivePoints(portal);
  const made = [
    await taughtCourse(portal, "BRO 111", { credit: 3 }),
    await taughtCourse(portal, "BRO 112", { credit: 2 }),
  ];
  for (const _ of [1, 2, 3])
    students.push(
      await memberOf(
        portal,
        made.map(({ course }) => course),
      ),
    );
  for (const [at, { course, taught }] of made.entries()) {
    const lecturer = await inChargeOf(portal, course);
    const code = Object.keys(marks)[at] ?? "";
    const given = (marks[code] ?? []).flatMap((mark, place) => (mark ? [[students[place], mark] as const] : []));
    const sheet = await sheetWith(portal, taught, lecturer._id, Object.fromEntries(given));
    courses.push({ _id: course, taught, code, sheet, lecturer });
  }
  const { usual } = await catalogue(portal);
  ({ programme, session } = usual);
  await sql`update portal.course_registration set programme = ${programme}, level = 100 where student = any(${students}::uuid[])`.execute(
    portal.db,
  );
  officer = await staffMember(portal, {
    pages: ["broadsheets", "programme-ranges", "programme-ranges.change", "students"],
  });
}, 120_000);

afterAll(() => portal.stop());

const ask = (more = "") => `/staff/ms_pre_result?programme=${programme}&level=100&semester=1&session=${session}${more}`;
const rowOf = (body: Awaited<ReturnType<StaffMember["get"]>>["body"], at: number) =>
  body.rows.find(({ student }: { student: string }) => student === students[at]);

const force = (sheet: string | undefined, state: string, by: string | undefined) =>
  sql`update portal.score_sheet set state = ${state}, submittedby = ${by}, "submittedAt" = now() where _id = ${sheet}`.execute(
    portal.db,
  );

test("a broadsheet has a row for each student and a column for each course, with grades, GPA and what is lacking", async () => {
  await force(courses[0]?.sheet, "With dean", courses[0]?.lecturer._id);
  await force(courses[1]?.sheet, "With head", courses[1]?.lecturer._id);
  const { body } = await granted(officer.get(ask()));
  expect(body.courses.map(({ code, units, students: many }: Record<string, unknown>) => [code, units, many])).toEqual([
    ["BRO 111", 3, 3],
    ["BRO 112", 2, 3],
  ]);
  // 75 is A, 62 is B: (5 × 3 + 4 × 2) / 5.
  const first = rowOf(body, 0);
  expect(first.gpa).toEqual({ points: 2300, units: 5 });
  expect(first.cells).toMatchObject([
    { total: 75, grade: "A", state: "Raw" },
    { total: 62, grade: "B", state: "Raw" },
  ]);
  expect(first.passClass).toBe("Distinction");
  // 45 is D; absent counts its units without a point.
  const second = rowOf(body, 1);
  expect(second.gpa).toEqual({ points: 600, units: 5 });
  expect(second.cells[1]).toMatchObject({ total: null, code: "Absent", grade: "ABS", state: "Code" });
  expect(second.carryOvers).toContain("BRO 112");
  const third = rowOf(body, 2);
  expect(third).toMatchObject({ standing: "Probation", gpa: { points: 0, units: 3 }, remarks: ["No mark: BRO 112"] });
  expect(third.cells[1]).toMatchObject({ state: "Missing", total: null });
  expect(body.missing).toEqual([{ code: "BRO 112", names: [third.name] }]);
  expect(body.courses[0].spread).toMatchObject({
    mean: 500,
    failed: 1,
    failing: 33,
    grades: [
      { grade: "A", count: 1 },
      { grade: "D", count: 1 },
      { grade: "F", count: 1 },
    ],
  });
  expect(body.averages.at(-1)).toEqual({ name: "Below 1.00", gpa: 1, cgpa: 1 });
});

test("whoever asks for no class reads one that waits for the board, else one that has registered", async () => {
  const unasked = `/staff/ms_pre_result?session=${session}`;
  const before = (await granted(officer.get(unasked))).body;
  expect([before.programme._id, before.level, before.semester]).toEqual([programme, 100, 1]);
  expect(before.waiting).toEqual([]);
  await force(courses[0]?.sheet, "With board", courses[0]?.lecturer._id);
  const { body } = await granted(officer.get(unasked));
  expect([body.programme._id, body.level, body.semester, body.rows.length]).toEqual([programme, 100, 1, 3]);
  expect(body.waiting).toEqual([{ _id: programme, name: body.programme.name, level: 100, semester: 1, sheets: 1 }]);
  await force(courses[0]?.sheet, "With dean", courses[0]?.lecturer._id);
});

test("moderation stands in the cell beside what was typed", async () => {
  const moderation = newId();
  const [one, two] = [await staffMember(portal), await staffMember(portal)];
  await sql`insert into portal.moderation (_id, session, trimester, class, code, "from", "to", reason, state, proposedby, decidedby, "decidedAt")
    values (${moderation}, ${session}, 1, ${courses[0]?.taught}, ${courses[0]?.code}, 28, 40, 'Hard paper', 'Approved', ${one._id}, ${two._id}, now())`.execute(
    portal.db,
  );
  const { body } = await granted(officer.get(ask()));
  expect(rowOf(body, 2).cells[0]).toMatchObject({ raw: 30, total: 40, grade: "E", state: "Moderated" });
  await sql`update portal.moderation set state = 'Revoked', revokedby = ${two._id}, "revokedAt" = now(), revocation = 'An easy paper' where _id = ${moderation}`.execute(
    portal.db,
  );
});

test("a sheet that is with its lecturers is told as not sent in", async () => {
  await force(courses[1]?.sheet, "Open", courses[1]?.lecturer._id);
  const { body } = await granted(officer.get(ask()));
  expect(rowOf(body, 0).cells[1].state).toBe("Not sent in");
  expect(rowOf(body, 0).remarks).toEqual(["Not sent in: BRO 112"]);
  await force(courses[1]?.sheet, "With head", courses[1]?.lecturer._id);
});

test("of a sheet that is typed twice nothing is read elsewhere before it is sent in, nor half of it", async () => {
  const sheet = courses[0]?.sheet;
  const twice = (said: boolean) =>
    sql`update portal.score_sheet set twice = ${said} where _id = ${sheet}`.execute(portal.db);
  const moderator = await staffMember(portal, { pages: ["moderations", "moderations.change"] });
  const read = async () => {
    const cell = rowOf((await granted(officer.get(ask()))).body, 0).cells[0];
    const sums = (await granted(officer.get(`/staff/ms_pre_result/sums/${students[0]}`))).body.semesters;
    const range = { trimester: 1, from: 75, to: 76, course: courses[0]?._id };
    return {
      cell: [cell.raw, cell.total, cell.grade, cell.state],
      summed: sums.at(-1).attempts.map(({ course }: { course: string }) => course),
      moderated: (await granted(moderator.post("/staff/ms_moderation/preview", range))).body.marks,
    };
  };
  await twice(true);
  for (const state of ["Open", "Returned"]) {
    await force(sheet, state, courses[0]?.lecturer._id);
    expect(await read()).toEqual({ cell: [null, null, "", "Not sent in"], summed: ["BRO 112"], moderated: 0 });
  }
  const open = { cell: [75, 75, "A", "Raw"], summed: ["BRO 111", "BRO 112"], moderated: 1 };
  await force(sheet, "With dean", courses[0]?.lecturer._id);
  expect(await read()).toEqual(open);
  await force(sheet, "Open", courses[0]?.lecturer._id);
  await twice(false);
  expect(await read()).toEqual({ ...open, cell: [75, 75, "A", "Not sent in"] });
  await force(sheet, "With dean", courses[0]?.lecturer._id);
});

test("every figure can be opened to its sum, as far as one's right reaches", async () => {
  const { body } = await granted(officer.get(`/staff/ms_pre_result/sums/${students[0]}`));
  expect(
    body.semesters.at(-1).attempts.map(({ course, point, units }: Record<string, unknown>) => [course, point, units]),
  ).toEqual([
    ["BRO 111", 500, 3],
    ["BRO 112", 400, 2],
  ]);
  expect(body.cgpa).toEqual({ points: 2300, units: 5 });
  // What is published: nothing yet.
  const kept = await granted(officer.get(`/staff/ms_academic_record/${students[0]}`));
  expect(kept.body.semesters).toEqual([]);
  const stranger = await staffMember(portal, { pages: ["students", "broadsheets"], scope: "department" });
  for (const path of ["ms_pre_result/sums", "ms_academic_record"])
    expect((await stranger.get(`/staff/${path}/${students[0]}`)).status).toBe(404);
  expect((await stranger.get(ask())).status).not.toBe(200);
});

test("whoever works and studies here reads the row of everybody else", async () => {
  const both = await staffMember(portal, { pages: ["broadsheets", "past-marks", "graduations", "students"] });
  await sql`update portal.staff set emailaddress = (select coalesce(a.emailaddress, s.emailaddress) from portal.student s
    left join portal.applicant a on a._id = s.applicant where s._id = ${students[0]}) where _id = ${both._id}`.execute(
    portal.db,
  );
  const { rows } = (await granted(both.get(ask()))).body;
  expect(rows.map(({ student }: { student: string }) => student).toSorted()).toEqual(students.slice(1).toSorted());
  for (const [at, student] of students.slice(0, 2).entries())
    for (const path of [`ms_student/${student}/marks`, `ms_graduation/student/${student}`])
      expect((await both.get(`/staff/${path}`)).status, path).toBe(at === 0 ? 404 : 200);
});

test("a range has the GPA of each of its steps; To is not below From", async () => {
  await sql`insert into portal.step (_id, level, semester, step) select gen_random_uuid(), l.level, s.semester, (l.level / 100 - 1) * 2 + s.semester
    from (values (100), (200), (300)) l(level), (values (1), (2)) s(semester)`.execute(portal.db);
  const wrong = await officer.post("/staff/ms_programme_range", { programme, from: 2, to: 1 });
  expect(wrong.body.errors.to).toBe("To must be greater than or equal to From");
  const { body: range } = await granted(officer.post("/staff/ms_programme_range", { programme, from: 1, to: 1 }));
  const { body } = await granted(officer.get(`/staff/ms_pre_result?range=${range._id}&session=${session}`));
  expect(body).toMatchObject({ level: 100, semester: 1, range: { from: 1, to: 1 } });
  expect(rowOf(body, 0).steps).toEqual([{ points: 2300, units: 5 }]);
});

test("the broadsheet leaves as a file, and that is written down", async () => {
  const { body, status } = await officer.get(ask().replace("pre_result?", "pre_result/export?"));
  expect(status).toBe(200);
  expect(body).toContain("BRO 111 (3)");
  const { rows } = await sql`select from portal.export where noun = 'pre_result'`.execute(portal.db);
  expect(rows.length).toBe(1);
});

test("the board approves the sheets of a broadsheet that it has seen, all or none, and returns one with a reason", async () => {
  const taught = courses[0]?.taught ?? "";
  const { board, head } = await officesOver(portal, taught);
  const body = { programme, level: 100, semester: 1, session, minute: "AB/26/3", day: "2026-01-05" };
  const sheets = courses.map(({ sheet }) => ({ _id: sheet, seen: 0 }));
  expect((await board.post("/staff/ms_pre_result/approve", { ...body, sheets })).body.code).toBe("nothing-with-board");
  for (const { sheet, lecturer } of courses) await force(sheet, "With board", lecturer._id);
  await sql`update portal.score_sheet set marksversion = 7 where _id = ${courses[1]?.sheet}`.execute(portal.db);
  // Nothing is approved that was not looked at: the sheets are named.
  const unnamed = await board.post("/staff/ms_pre_result/approve", body);
  expect(unnamed.body.errors.sheets).toBe("Sheets is required");
  const changed = await board.post("/staff/ms_pre_result/approve", { ...body, sheets });
  expect([changed.status, changed.body.code]).toEqual([409, "version-stale"]);
  expect(await stateOf(portal, courses[0]?.sheet ?? "")).toBe("With board");
  expect((await head.post("/staff/ms_pre_result/approve", { ...body, sheets })).status).toBe(403);
  const seen = await seenOf(portal, courses[1]?.sheet ?? "");
  const other = { _id: newId(), seen: 0 };
  expect((await board.post("/staff/ms_pre_result/approve", { ...body, sheets: [other] })).body.code).toBe(
    "not-on-broadsheet",
  );
  await granted(
    board.post(`/staff/ms_pre_result/${courses[1]?.sheet}/return`, { reason: "Look at the scripts again", seen }),
  );
  const { body: done } = await granted(
    board.post("/staff/ms_pre_result/approve", { ...body, sheets: sheets.slice(0, 1) }),
  );
  expect(done.approved).toEqual(["BRO 111"]);
});
