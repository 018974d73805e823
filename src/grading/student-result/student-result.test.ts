import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { courseResultNoun } from "#registry/course-result/course-result.server.ts";
import { caller } from "../../../testing/applicant.ts";
import { billed, paidTuition } from "../../../testing/billed.ts";
import { registeredFor } from "../../../testing/catalogue.ts";
import { examsOffice } from "../../../testing/exams-office.ts";
import { type Mark, sheetOf } from "../../../testing/graded-marks.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { rectificationsKept } from "../../../testing/rectified.ts";
import { staffMember } from "../../../testing/staff.ts";
import { type Student, signedInStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let desk: Awaited<ReturnType<typeof examsOffice>>;
beforeAll(async () => {
  desk = await examsOffice();
});
afterAll(() => desk.stop());

let made = 0;
interface Sat {
  readonly mark: Mark;
  readonly state?: string;
  readonly credit?: number;
}

/** A student with a phone who takes a course for each of these, in the class that pays. */
async function studentWith(sat: readonly Sat[]): Promise<{ me: Student; codes: string[]; courses: string[] }> {
  const { portal, office } = desk;
  const me = await signedInStudent(portal);
  await portal.db
    .updateTable("student")
    .set({ programme: office.usual.programme, session: office.usual.session })
    .where("_id", "=", me.student)
    .execute();
  made += sat.length;
  const codes = sat.map((_, at) => `RES ${100 + made - at}`).toReversed();
  const courses = await Promise.all(codes.map((code, at) => office.course(code, { credit: sat[at]?.credit ?? 2 })));
  await registeredFor(portal, me.student, courses);
  for (const [at, course] of courses.entries())
    if (sat[at]) await sheetOf(portal, course, { [me.student]: sat[at].mark }, sat[at].state);
  return { me, codes, courses };
}

const published = async (): Promise<string> => {
  const id = await desk.proposed();
  await desk.approved(id);
  await desk.minuteCame(id);
  return id;
};
const resultsOf = async (me: Student) => (await granted(me.get("/student/results"))).body;
/** The results in the copy of one's own data. */
async function copiedResults(me: Student): Promise<Readonly<Record<string, unknown>>[]> {
  const { db } = desk.portal;
  const { applicant } = await db
    .selectFrom("student")
    .select("applicant")
    .where("_id", "=", me.student)
    .executeTakeFirstOrThrow();
  const [own] = courseResultNoun.ownRows ?? [];
  return (await own?.rows(applicant ?? "").execute(db))?.rows.map(({ row }) => row) ?? [];
}
const slipOf = (me: Student, id: string) => me.get(`/student/result_slip/${id}`);

test("a student reads marks, GPA with its sum, class, standing with its rule, carry-overs and what is awaited", async () => {
  const { me, codes } = await studentWith([
    { mark: { ca: 31, examination: 40 }, credit: 3 },
    { mark: { ca: 10, examination: 20 } },
    { mark: { code: "Absent" } },
    { mark: { code: "Excused" } },
    { mark: { ca: 20, examination: 30 }, state: "With board" },
  ]);
  const before = await resultsOf(me);
  expect(before).toMatchObject({ cgpa: null, passclass: null });
  expect(before.semesters[0]).toMatchObject({ results: [], awaited: codes.map((course) => ({ course })) });
  await published();
  const own = await resultsOf(me);
  expect(own).toMatchObject({
    cgpa: { shown: "2.14", points: "15", units: 7 },
    passclass: "Pass",
    standing: "Good",
    rule: null,
    carryovers: [
      // A core course of the semester that was never registered.
      { course: "AAA 111", why: "Not registered" },
      { course: codes[1], why: "Failed" },
      { course: codes[2], why: "Failed" },
      { course: codes[3], why: "Excused" },
    ],
  });
  const [semester] = own.semesters;
  expect(semester).toMatchObject({ semester: 1, closed: null, gpa: { shown: "2.14", points: "15", units: 7 } });
  expect(semester.results.slice(0, 4)).toMatchObject([
    {
      course: codes[0],
      ca: 31,
      examination: 40,
      total: 71,
      grade: "A",
      point: "5",
      units: 3,
      passed: true,
      source: "Result",
      was: [],
    },
    { course: codes[1], total: 30, grade: "F", point: "0", passed: false },
    { course: codes[2], total: null, code: "Absent", grade: "ABS", point: "0" },
    { course: codes[3], code: "Excused", grade: "EXC", point: null },
  ]);
  // Of a sheet that is on its way nothing but that it is not out yet.
  expect(semester.awaited).toEqual([{ course: codes[4], title: expect.any(String), units: 2 }]);
});

test("a standing below the rule is no fact until two people have decided it, nor after they declined it", async () => {
  const { portal, office, officer, provost } = desk;
  const { me } = await studentWith([{ mark: { ca: 5, examination: 10 } }]);
  await published();
  const rule = "CGPA below 1.00 at the end of a semester";
  const before = await resultsOf(me);
  expect(before).toMatchObject({ standing: null, undecided: "Probation", rule, passclass: null });
  expect(before.cgpa).toEqual({ shown: "0.00", points: "0", units: 2 });
  const [{ slip }] = before.semesters;
  const printed = async () => (await granted(slipOf(me, slip))).body.semester.standing;
  expect(await printed()).toBeNull();
  await sql`insert into portal.standing_proposal (_id, student, name, session, semester, standing, points, units, rule, state, proposedby,
      decidedby, "decidedAt", decision)
    select gen_random_uuid(), s._id, s.name, ${office.usual.session}, 1, 'Probation', 0, 2, 'CGPA 0.00 below 1.00', 'Declined',
      ${officer._id}, ${provost._id}, now(), 'A sickness' from portal.student s where s._id = ${me.student}`.execute(
    portal.db,
  );
  expect(await resultsOf(me)).toMatchObject({ standing: null, undecided: null, rule: null });
  await sql`update portal.standing_proposal set state = 'Approved' where student = ${me.student}`.execute(portal.db);
  expect(await resultsOf(me)).toMatchObject({ standing: "Probation", undecided: null, rule });
  expect(await printed()).toBe("Probation");
});

test("a debtor reads what opens the semester, and no mark; earlier marks stay open; paid, it opens", async () => {
  const { portal } = desk;
  const { me, codes } = await studentWith([{ mark: { ca: 30, examination: 45 } }]);
  await sql`insert into portal.past_mark (_id, student, session, semester, course, title, units, total, document)
    select gen_random_uuid(), ${me.student}, s._id, 1, 'OLD 101', 'Before', 2, 50, 'Senate list' from portal.session s
    where not s.status order by s.name limit 1`.execute(portal.db);
  await published();
  const { bill } = await billed(portal, me.student);
  const held = await resultsOf(me);
  const closed = held.semesters.find((one: { closed: unknown }) => one.closed);
  expect(closed.closed).toMatchObject({ of: "fees", link: "/student/bill" });
  expect(closed.closed.sentence).toMatch(/^Your result is here; it opens when ₦[\d,]+(\.\d\d)? are paid$/);
  expect(closed).toMatchObject({ results: [], gpa: null, cgpa: null, standing: null, slip: null });
  const next = async () => (await granted(me.get("/student/home"))).body.next;
  expect(await next()).toMatchObject({ sentence: expect.stringContaining("See what opens them"), deed: "See why" });
  expect(JSON.stringify(held)).not.toContain('"total":75');
  expect(JSON.stringify(held)).not.toContain(codes[0]);
  expect(held.semesters.find((one: { closed: unknown }) => !one.closed).results).toMatchObject([
    { course: "OLD 101", source: "Past marks", document: "Senate list" },
  ]);
  const { rows } = await sql<{
    _id: string;
  }>`select _id from portal.course_registration where student = ${me.student}`.execute(portal.db);
  const slip = rows[0]?._id ?? "";
  expect((await slipOf(me, slip)).body).toMatchObject({ code: "results-closed", message: closed.closed.sentence });
  const award = (await granted(me.get("/student/award"))).body;
  expect(award, "what rests on marks is closed with them").toMatchObject({ cgpa: "–", met: false });
  expect(award.findings.map(({ about }: { about: string }) => about)).not.toContain("Units");
  expect(award.findings.at(-1)).toMatchObject({
    about: "Results",
    sentence: expect.stringContaining(closed.closed.sentence),
  });
  const [copied] = await copiedResults(me);
  expect(copied).toMatchObject({ course: codes[0], keptback: true });
  expect(copied).not.toHaveProperty("total");
  await paidTuition(portal, me, bill);
  expect((await granted(me.get("/student/award"))).body.cgpa).not.toBe("–");
  expect((await copiedResults(me))[0]).toMatchObject({ total: 75, ca: 30, examination: 45 });
  expect(await next()).toMatchObject({ deed: "Read them", link: "/student/results" });
  const open = await resultsOf(me);
  expect(
    open.semesters.find((one: { semester: number; results: { course: string }[] }) =>
      one.results.some(({ course }) => course === codes[0]),
    ),
  ).toMatchObject({ closed: null, gpa: { shown: "5.00" } });
  expect((await slipOf(me, slip)).body).toMatchObject({
    name: expect.any(String),
    genuine: expect.stringContaining("/genuine/Y-"),
  });
});

test("a hold closes the newest semester, with its reason and where to go", async () => {
  const { portal } = desk;
  const { me } = await studentWith([{ mark: { ca: 30, examination: 45 } }]);
  await published();
  await sql`insert into portal.hold (_id, student, name, kind, blocks, reason, office, placedby)
    select gen_random_uuid(), s._id, s.name, 'Library', '{results}', 'A book is not back', 'The library', p._id
    from portal.student s, portal.staff p where s._id = ${me.student} limit 1`.execute(portal.db);
  const [semester] = (await resultsOf(me)).semesters;
  expect(semester).toMatchObject({
    closed: { of: "hold", sentence: expect.stringContaining("A book is not back. Where to go: The library") },
    results: [],
  });
});

test("the slip is checked by anybody: the GPA now, what was rectified since, and that it was recalled", async () => {
  const { portal, officer, provost, work } = desk;
  const { me, codes, courses } = await studentWith([{ mark: { ca: 30, examination: 45 } }]);
  const id = await published();
  const [semester] = (await resultsOf(me)).semesters;
  const slip = (await granted(slipOf(me, semester.slip))).body;
  expect(slip).toMatchObject({ semester: { gpa: { shown: "5.00" } }, passclass: "Distinction" });
  const another = await signedInStudent(portal);
  expect((await slipOf(another, semester.slip)).status).toBe(404);
  const code = slip.genuine.split("/").at(-1);
  const check = async () => (await caller(portal).get(`/genuine/${code}`)).body;
  expect(await check()).toMatchObject({ valid: true, kind: "Result slip", status: "GPA 5.00, CGPA 5.00, 1 course" });
  // As a rectification leaves it.
  await sql`with gone as (update portal.course_result set "supersededAt" = now() where student = ${me.student} returning *)
    insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units, moduletype, ca,
      examination, total, passline, publication, "visibleAt", supersedes)
    select gen_random_uuid(), student, session, semester, programme, level, class, course, title, units, moduletype, 25, 40, 65, passline,
      publication, now(), _id from gone`.execute(portal.db);
  const now = (await resultsOf(me)).semesters[0].results[0];
  expect(now).toMatchObject({ total: 65, grade: "B", was: [{ total: 75, code: null, how: "Corrected" }] });
  expect(await check()).toMatchObject({
    valid: true,
    status: "GPA 4.00, CGPA 4.00, 1 course",
    corrected: expect.stringContaining(`${codes[0]} was rectified on`),
  });
  const { askable } = (await granted(me.get("/student/inquiries"))).body;
  const question = "My script was added up to more than this";
  await granted(me.post("/student/inquiries", { result: askable[0].result, question }));
  const { _id: recall } = (
    await granted(officer.post(`/staff/ms_publication/${id}/recall`, { reason: "A wrong column" }))
  ).body;
  await granted(provost.post(`/staff/ms_publication_recall/${recall}/approve`, {}));
  await work();
  const [letter] = await portal.letters(me.emailaddress, 1, /were taken back$/);
  expect(letter?.text, "who had asked is told that the question ended").toContain(
    `Your question about the mark in ${codes[0]} ended with it, without an answer.`,
  );
  expect(await check()).toMatchObject({
    valid: false,
    status: "Recalled",
    why: expect.stringContaining("The college recalled these results on"),
  });
  expect((await resultsOf(me)).semesters[0]).toMatchObject({
    ...{ results: [], awaited: [{ course: codes[0] }] },
    recalled: { at: expect.any(String), reason: "A wrong column" },
  });
  // Typed anew and published anew, the earlier marks are there to read.
  await sheetOf(portal, courses[0] ?? "", { [me.student]: { ca: 20, examination: 35 } });
  await published();
  const [anew] = (await resultsOf(me)).semesters;
  expect(anew).toMatchObject({ recalled: null, results: [{ total: 55 }] });
  expect(anew.results[0].was).toMatchObject([
    { total: 65, how: "Taken back" },
    { total: 75, how: "Corrected" },
  ]);
});

test("what was called off before its minute is in no copy, and was never read", async () => {
  const { provost, minuteCame, work, step } = desk;
  const { me } = await studentWith([{ mark: { ca: 30, examination: 45 } }]);
  const id = await desk.proposed();
  await desk.approved(id);
  await granted(step(provost, id, "call-off", { reason: "Not yet" }));
  await work();
  await minuteCame(id);
  expect(await copiedResults(me)).toEqual([]);
  expect((await resultsOf(me)).semesters[0]).toMatchObject({ results: [], recalled: null, closed: null });
});

test("the office reads the same of a student with what was typed, as far as the right reaches", async () => {
  const { portal } = desk;
  const { me, codes } = await studentWith([{ mark: { ca: 20, examination: 18 } }]);
  await sql`insert into portal.moderation (_id, session, trimester, "from", "to", reason, state, proposedby, decidedby, "decidedAt")
    select gen_random_uuid(), s._id, 1, 38, 40, 'The board', 'Approved', ${desk.officer._id}, ${desk.provost._id}, now()
    from portal.session s where s.status`.execute(portal.db);
  await published();
  const registrar = await staffMember(portal, { pages: ["student-results"] });
  const { body } = await registrar.get(`/staff/ms_result/student/${me.student}`);
  expect(body.semesters[0].results).toMatchObject([
    { course: codes[0], ca: 20, examination: 18, total: 40, grade: "E", passed: true },
  ]);
  const narrow = await staffMember(portal, { pages: ["student-results"], scope: "department" });
  expect((await narrow.get(`/staff/ms_result/student/${me.student}`)).status).toBe(404);
});

test("whose status stops results reads none", async () => {
  const { portal } = desk;
  const { me } = await studentWith([{ mark: { ca: 30, examination: 45 } }]);
  await sql`insert into portal.status_change (_id, student, name, fromstatus, status, kind, reason, effective, state, "appliedAt", "decidedAt")
    select gen_random_uuid(), s._id, s.name, 'Active', 'Rusticated', 'Discipline', 'A case', current_date, 'Applied', now(), now()
    from portal.student s where s._id = ${me.student}`.execute(portal.db);
  await sql`update portal.student set status = 'Rusticated' where _id = ${me.student}`.execute(portal.db);
  const { status, body } = await me.get("/student/results");
  expect([status, body.code]).toEqual([403, "results-closed"]);
});

test("what must not be, is not", async () => {
  await rectificationsKept(desk.portal);
  await expectInvariants(desk.portal.db);
});
