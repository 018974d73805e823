import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { importCsv } from "../../../testing/bursar.ts";
import { catalogue, registeredFor, registrationsFollow } from "../../../testing/catalogue.ts";
import { sheetOf } from "../../../testing/graded-marks.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { publishedFor, recalled } from "../../../testing/published-mark.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { fileOfStudents, studentRow } from "../../../testing/student-file.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let records: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  records = await staffMember(portal, { pages: ["students", "students.change", "past-marks", "past-marks.change"] });
  const { body } = await importCsv(portal, records, "student", fileOfStudents([1, 2, 3, 4, 5, 6].map(studentRow)));
  expect(body).toMatchObject({ added: 6 });
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const matric = (nth: number) => studentRow(nth)["Matric number"] ?? "";
const HEAD = "Matric number,Session,Semester,Course code,Course title,Units,CA,Examination,Total,Code";
const bring = async (rows: readonly string[], query = "", who = records) =>
  (await importCsv(portal, who, "past_mark", [HEAD, ...rows].join("\n"), query)).body;
/** A student's form as it stands, with one thing more. */
async function filledIn(student: string): Promise<object> {
  const { body } = await records.get(`/staff/ms_student/${student}`);
  const { firstname, lastname, emailaddress } = body;
  return { firstname, lastname, emailaddress, lgaoforigin: "Lokoja" };
}
const list = async (query: string) => (await records.get(`/staff/ms_past_mark?${query}`)).body.list;

test("marks come in as they were given: two numbers, their sum, or a code that says why there is none", async () => {
  const rows = [
    `${matric(1).toLowerCase()},2026,1,crs101,Old Testament,2,28,41,,`,
    `${matric(1)},2026,First,ENG 101,Phonetics,2,,,67,`,
    `${matric(1)},2026,1,GSE-111,Use of English,2,30,40,70,`,
    `${matric(1)},2026,2,EDU 121,Psychology,1,,,,ABS`,
    `${matric(2)},2026,1,CRS 101,Old Testament,2,0,0,0,`,
  ];
  expect(await bring(rows, "?check=1")).toMatchObject({ added: 5, wrong: [] });
  expect(await bring(rows)).toMatchObject({ type: "success", added: 5 });
  const marks = await list(`q=${matric(1)}&sort=course`);
  expect(
    marks.map((mark: Record<string, unknown>) => [mark.course, mark.ca, mark.examination, mark.total, mark.code]),
  ).toEqual([
    ["CRS 101", 28, 41, null, null],
    ["EDU 121", null, null, null, "Absent"],
    ["ENG 101", null, null, 67, null],
    ["GSE 111", 30, 40, 70, null],
  ]);
  expect(await bring(rows, "?check=1")).toMatchObject({ added: 0, same: 5 });
  const named = `${HEAD},Document\n${rows[1]},Senate list of 12.3.2021`;
  expect((await importCsv(portal, records, "past_mark", named)).body).toMatchObject({ type: "success" });
  expect(await list(`q=${matric(1)}&sort=course`)).toContainEqual(
    expect.objectContaining({ course: "ENG 101", total: 67, document: "Senate list of 12.3.2021" }),
  );
});

test("each wrong row is named with what to do", async () => {
  const { wrong, added } = await bring(
    [
      `NCE/00/1,2026,1,CRS 102,New Testament,2,28,41,,`,
      `${matric(3)},2026,1,CRS 102,New Testament,2,28,,,`,
      `${matric(3)},2026,1,CRS 103,Islam,2,28,41,70,`,
      `${matric(3)},2026,1,CRS 104,Judaism,2,28.5,41,,`,
      `${matric(3)},2026,1,CRS 105,Sects,2,,,101,`,
      `${matric(3)},2026,1,CRS 106,Creeds,2,,,0,Absent`,
      `${matric(3)},2026,1,CRS 107,Hymns,2,,,,`,
      `${matric(3)},2026,3,CRS 108,Prayers,2,,,50,`,
      `${matric(3)},2026,1,CRS 109,Feasts,2,,,50,`,
      `${matric(3)},2026,1,crs109,Feasts,2,,,60,`,
      `Yusuf,2026,1,CRS 110,Fasts,2,,,50,`,
      `${matric(3)},2026,1,CRS 111,Fasts,2,70,40,,`,
    ],
    "?check=1",
  );
  expect(added).toBe(1);
  const said = new Map(wrong.map((one: { row: number; sentences: string[] }) => [one.row, one.sentences.join()]));
  expect([...said]).toEqual([
    [2, "Matric number NCE/00/1 was not found"],
    [3, "Examination is needed beside CA, or Total alone"],
    [4, "Total must be the sum of CA and Examination"],
    [5, "CA must be a whole number"],
    [6, "Total must be from 0 to 100"],
    [7, "Code stands where there is no mark. Leave the code out, or the marks"],
    [8, "Total is needed, or CA and Examination, or a code such as Absent"],
    [9, "Semester must be a whole number from 1 to 2"],
    [11, "Row 10 is about the same past mark: keep one of the two"],
    [12, "Matric number Yusuf was not found"],
    [13, "Total: CA and Examination together must be at most 100"],
  ]);
});

test("whoever reaches one department sees and brings in the marks of its students only", async () => {
  await bring([`${matric(2)},2026,2,CRS 201,Prophets,2,,,55,`]);
  const head = await headOf(portal, "BIO", ["students", "past-marks", "past-marks.change", "sessions"]);
  expect((await head.get("/staff/ms_past_mark")).body.list).toEqual([]);
  const { wrong } = await bring([`${matric(2)},2026,2,CRS 202,Kings,2,,,55,`], "?check=1", head);
  expect(wrong).toEqual([{ row: 2, sentences: [expect.stringContaining("was not found")] }]);
});

test("nobody writes, changes or deletes marks of the own record, nor fills it in", async () => {
  const me = await staffMember(portal, {
    pages: ["students", "students.change", "past-marks", "past-marks.change"],
  });
  await bring([`${matric(3)},2026,1,PHE 100,Games,2,,,40,`]);
  const [mark] = await list(`q=${matric(3)}`);
  const student = mark.student._id;
  const { emailaddress } = await portal.db
    .selectFrom("student")
    .select("emailaddress")
    .where("_id", "=", student)
    .executeTakeFirstOrThrow();
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", me._id).execute();
  const form = {
    student,
    session: mark.session._id,
    semester: 1,
    course: "PHE 101",
    title: "Sport",
    units: 2,
    total: 90,
  };
  const answers = [
    await me.post("/staff/ms_past_mark", form),
    await me.put(`/staff/ms_past_mark/${mark._id}`, { ...form, course: mark.course, title: mark.title }),
    await me.delete(`/staff/ms_past_mark/${mark._id}`, { delete: "Delete" }),
    await importCsv(portal, me, "past_mark", [HEAD, `${matric(3)},2026,1,PHE 101,Sport,2,,,90,`].join("\n")),
    await me.put(`/staff/ms_student/${student}`, await filledIn(student)),
  ];
  for (const { status, body } of answers)
    expect([status, body.code ?? body, body.errors]).toEqual([403, "own-file", undefined]);
});

test("a student's own copy holds the marks, and a changed one says so in its history", async () => {
  const [mark] = await list(`q=${matric(2)}&sort=course`);
  const { _id, _title, version, createdAt, student, session, source: _source, ...form } = mark;
  const changed = await records.put(`/staff/ms_past_mark/${_id}`, {
    ...form,
    student: student._id,
    session: session._id,
    ca: 1,
    total: 1,
  });
  expect(changed.body).toMatchObject({ type: "success" });
  const { body } = await records.get(`/staff/ms_past_mark/${_id}/history`);
  expect(body[0].changes).toEqual([
    { label: "CA", before: "0", after: "1" },
    { label: "Total", before: "0", after: "1" },
  ]);
});

/** A published result of the second student in the first semester of 2026; answers the student and the course. */
async function published(code: string) {
  const [mark] = await list(`q=${matric(2)}&sort=course`);
  const student = mark.student._id as string;
  const course = await (await catalogue(portal)).course(code);
  return { student, course, result: await publishedFor(portal, student, course) };
}

const typed = (student: string, session: string, course: string) =>
  records.post("/staff/ms_past_mark", { student, session, semester: 1, course, title: "Logic", units: 2, total: 50 });

test("a past mark beside a published result of the course and semester is refused, by form and by file with its row", async () => {
  const { student, result } = await published("PHL 111");
  const [{ session }] = await list(`q=${matric(2)}&sort=course`);
  const sentence =
    "The student has a published result of PHL 111 in this semester. Past marks are for the time before: rectify the result instead";
  expect((await typed(student, session._id, "phl-111")).body).toMatchObject({
    code: "result-published",
    errors: { course: sentence },
  });
  const { wrong, added } = await bring(
    [`${matric(2)},2026,1,PHL 111,Logic,2,,,50,`, `${matric(2)},2026,2,PHL 111,Logic,2,,,50,`],
    "?check=1",
  );
  expect({ wrong, added }).toEqual({ wrong: [{ row: 2, sentences: [expect.stringContaining(sentence)] }], added: 1 });
  const other = (await granted(typed(student, session._id, "PHL 112"))).body._id;
  const moved = { student, session: session._id, semester: 1, course: "PHL 111", title: "Logic", units: 2, total: 50 };
  expect((await records.put(`/staff/ms_past_mark/${other}`, moved)).body.code).toBe("result-published");
  await recalled(portal, result);
  await granted(typed(student, session._id, "PHL 111"));
});

/** A result that is being published while a mark of the same course is typed: who publishes has not ended yet. */
async function meanwhile(code: string): Promise<string> {
  const { student, course, result } = await published(code);
  await recalled(portal, result);
  const [{ session }] = await list(`q=${matric(2)}&sort=course`);
  return portal.db
    .transaction()
    .execute(async (trx) => {
      await sql`select portal.lock_marks(${session._id}::uuid, 1)`.execute(trx);
      await publishedFor({ ...portal, db: trx as never }, student, course);
      const typing = typed(student, session._id, code);
      await untilWaiting(portal, 1, 2_000);
      return { typing };
    })
    .then(async ({ typing }) => (await typing).body.code ?? "done");
}

test("a mark that is typed while its result is published waits for it and is refused; without the guard both would stand", async () => {
  expect(await meanwhile("PHL 211")).toBe("result-published");
  await sql`alter table portal.past_mark disable trigger past_mark_alone`.execute(portal.db);
  expect(await meanwhile("PHL 212")).toBe("done");
  const { rows } =
    await sql`select from portal.past_mark m join portal.course_result r on r.student = m.student and r.course = m.course
    and r.session = m.session and r."recalledAt" is null`.execute(portal.db);
  expect(rows).toHaveLength(1);
  await sql`alter table portal.past_mark enable trigger past_mark_alone`.execute(portal.db);
  await sql`delete from portal.past_mark where course = 'PHL 212'`.execute(portal.db);
});

const idOf = async (nth: number): Promise<string> =>
  (await records.get(`/staff/ms_student?q=${matric(nth)}`)).body.list[0]._id;

/** A student with the registration of one course, which is made. */
async function registered(nth: number, code: string) {
  const { usual, course } = await catalogue(portal);
  const [student, taken] = [await idOf(nth), await course(code)];
  return {
    student,
    session: usual.session,
    course: taken,
    registration: await registeredFor(portal, student, [taken]),
  };
}

test("a past mark of what is registered here is refused by form and by file; what stood before is not changed, and may go", async () => {
  const sentence = "EDU 411 is registered here in that semester: its mark comes by its score sheet";
  const { usual } = await catalogue(portal);
  const before = (await granted(typed(await idOf(4), usual.session, "EDU 411"))).body._id;
  const { student, session, registration } = await registered(4, "EDU 411");
  const form = { student, session, semester: 1, course: "EDU 411", title: "Logic", units: 2, total: 50 };
  const better = await records.put(`/staff/ms_past_mark/${before}`, { ...form, total: 90 });
  expect(better.body).toMatchObject({ code: "mark-comes-by-sheet", errors: { course: sentence } });
  await granted(records.put(`/staff/ms_past_mark/${before}`, { ...form, title: "Logic I" }));
  await granted(records.delete(`/staff/ms_past_mark/${before}`, { delete: "Delete" }));
  expect((await typed(student, session, "edu-411")).body.errors).toEqual({ course: sentence });
  const rows = [`${matric(4)},2026,1,EDU 411,Logic,2,,,90,`, `${matric(4)},2026,2,EDU 411,Logic,2,,,50,`];
  const begun = "EDU 411 cannot have a past mark of that semester: the student's courses are registered here by then";
  const refused = [sentence, begun].map((said, at) => ({ row: 2 + at, sentences: [expect.stringContaining(said)] }));
  expect(await bring(rows, "?check=1")).toMatchObject({ wrong: refused, added: 0 });
  // Nor does another course pass in the same semester, or another be moved to its place.
  expect((await typed(student, session, "EDU 499")).body.code).toBe("mark-comes-by-sheet");
  await sql`update portal.course_registration_line set "droppedAt" = now() where registration = ${registration}`.execute(
    portal.db,
  );
  await granted(typed(student, session, "EDU 411"));
});

test("a past mark of what has a score here is refused, also once the course was dropped", async () => {
  const { student, session, course, registration } = await registered(5, "EDU 412");
  await sheetOf(portal, course, { [student]: { ca: 20, examination: 30 } }, "Open");
  await sql`update portal.course_registration_line set "droppedAt" = now() where registration = ${registration}`.execute(
    portal.db,
  );
  expect((await typed(student, session, "EDU 412")).body).toMatchObject({
    code: "mark-comes-by-sheet",
    errors: { course: "EDU 412 has a score on a sheet here in that semester: its mark comes by that score sheet" },
  });
  await registrationsFollow(portal);
});

test("the database keeps past marks away from what is registered here; without the guard they would stand there", async () => {
  const { student, session } = await registered(6, "EDU 413");
  const put = (course: string) =>
    sql`insert into portal.past_mark (_id, student, session, semester, course, title, units, total)
      values (gen_random_uuid(), ${student}, ${session}, 1, ${course}, 'Logic', 2, 90)`.execute(portal.db);
  await expect(put("edu 413")).rejects.toMatchObject({ constraint: "past_mark_of_before" });
  await expect(put("EDU 414")).rejects.toMatchObject({ constraint: "past_mark_of_before" });
  const move = () =>
    sql`update portal.past_mark set course = 'EDU 413' where student = ${student} and course = 'EDU 414'`.execute(
      portal.db,
    );
  const better = () =>
    sql`update portal.past_mark set total = total + 1 where student = ${student} and course = 'EDU 413'`.execute(
      portal.db,
    );
  await sql`alter table portal.past_mark disable trigger past_mark_of_before, disable trigger past_mark_changed_of_before`.execute(
    portal.db,
  );
  await put("EDU 414");
  await move();
  expect((await better()).numAffectedRows).toBe(1n);
  await put("EDU 415");
  await sql`alter table portal.past_mark enable trigger past_mark_of_before, enable trigger past_mark_changed_of_before`.execute(
    portal.db,
  );
  await expect(better()).rejects.toMatchObject({ constraint: "past_mark_of_before" });
  await sql`delete from portal.past_mark where course in ('EDU 413', 'EDU 415')`.execute(portal.db);
});
