import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { registrationsFollow } from "../../../testing/catalogue.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { markedBeforeRegistered } from "../../../testing/past-mark.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { dayIn, practiceDesk } from "../../../testing/practice.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import type { Student } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let desk: Awaited<ReturnType<typeof practiceDesk>>;
let lecturer: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await practiceDesk(portal);
  lecturer = await staffMember(portal, { pages: ["supervision", "supervision.change"], scope: "department" });
  head = await staffMember(portal, { pages: ["teaching-practice", "teaching-practice.approve"] });
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_practice_posting";
const standing = async (posting: string, who = desk.office) =>
  (await granted(who.get(`${path}/${posting}/standing`))).body;
const supervise = (posting: string, who: StaffMember) =>
  desk.office.post(`${path}/supervise`, { supervisor: who._id, ids: [posting], count: 1 });
const visit = (posting: string, scores: readonly number[], who = lecturer) =>
  who.post(`${path}/${posting}/visit`, { day: dayIn(-1), scores: scores.map(String) });
const propose = async (posting: string, who = lecturer) =>
  who.post(`${path}/${posting}/propose`, { seen: (await standing(posting, who)).version });
const decide = async (deed: "confirm" | "return", posting: string, more: object = {}, who = head) =>
  who.post(`${path}/${posting}/${deed}`, { seen: (await standing(posting)).version, ...more });

/** A student who is posted and has the lecturer as supervisor, in a round that asks for one visit. */
async function supervised(within?: string): Promise<{ me: Student; posting: string; round: string }> {
  const [round, school, me] = [within ?? (await desk.round({ visits: 1 })), await desk.school(3), await desk.student()];
  const posting = (await granted(desk.office.post(path, { round, student: me.student, school }))).body._id as string;
  await granted(supervise(posting, lecturer));
  return { me, posting, round };
}

/** A practice whose result was confirmed. */
async function confirmedPractice(scores: readonly number[], within?: string): Promise<Student> {
  const { me, posting } = await supervised(within);
  await granted(visit(posting, scores));
  await granted(propose(posting));
  await granted(decide("confirm", posting));
  return me;
}

test("a confirmed practice is a mark of its course: a fail opens nothing, and office and student read it in the record", async () => {
  const registrar = await staffMember(portal, { pages: ["students", "past-marks", "past-marks.change", "sessions"] });
  const marks = async ({ student }: Student) =>
    (await granted(registrar.get(`/staff/ms_student/${student}/marks`))).body.filter(
      ({ source }: { source: string }) => source === "Teaching practice",
    );
  const failed = await confirmedPractice([5, 5]);
  const later = await desk.round({ semester: 2, courses: "EDU 411", needs: "EDU 311" });
  const { rounds } = (await granted(failed.get("/student/practice"))).body;
  expect(rounds.find(({ _id }: { _id: string }) => _id === later).conditions).toContainEqual({
    says: "EDU 311 is not passed yet",
    met: false,
  });
  const mark = { course: "EDU 311", units: 6, semester: 1, total: 20, code: null, passed: false };
  expect(await marks(failed)).toMatchObject([mark]);
  expect((await granted(failed.get("/student/record"))).body.practice).toMatchObject([mark]);
  const passed = await confirmedPractice([20, 30]);
  expect(await marks(passed)).toMatchObject([{ total: 100, passed: true }]);

  const [{ _id }] = await marks(failed);
  const { _title, createdAt, version, source, student, session, ...form } = (
    await registrar.get(`/staff/ms_past_mark/${_id}`)
  ).body;
  const changed = { ...form, student: student._id, session: session._id, total: 80 };
  expect((await registrar.put(`/staff/ms_past_mark/${_id}`, { ...changed, _id: undefined })).body.code).toBe(
    "practice-mark-stands",
  );
  const gone = await registrar.delete(`/staff/ms_past_mark/${_id}`, { delete: "Delete" });
  expect(gone.body.code).toBe("practice-mark-stands");
  const raised = sql`update portal.past_mark set total = 80 where _id = ${_id}`;
  await expect(raised.execute(portal.db)).rejects.toThrow(/stands as it was confirmed/);
  const other = await headOf(portal, "BIO", ["students", "past-marks"]);
  expect((await other.get(`/staff/ms_student/${failed.student}/marks`)).status).toBe(404);
});

test("a practice is not confirmed beside a mark of its course that the registry brought in", async () => {
  const { me, posting } = await supervised();
  await granted(visit(posting, [5, 5]));
  await granted(propose(posting));
  const session = sql`(select session from portal.practice_round r join portal.practice_posting p
    on p.round = r._id where p._id = ${posting})`;
  await markedBeforeRegistered(portal, { student: me.student, session, course: "EDU 311", total: 60 });
  expect((await decide("confirm", posting)).body.code).toBe("mark-there-already");
  expect(await standing(posting)).toMatchObject({ state: "Proposed" });
});

test("the line of a round stays once a result of it is proposed", async () => {
  const { posting, round } = await supervised();
  const line = async (passline: number) => {
    const { _id, _title, createdAt, version, session, ...form } = (
      await desk.office.get(`/staff/ms_practice_round/${round}`)
    ).body;
    return desk.office.put(`/staff/ms_practice_round/${round}`, { ...form, session: session._id, passline });
  };
  await granted(line(45));
  await granted(visit(posting, [9, 12]));
  await granted(propose(posting));
  expect((await line(50)).body).toMatchObject({
    code: "results-judged-already",
    errors: { passline: expect.any(String) },
  });
  await granted(line(45));
  await granted(decide("return", posting, { reason: "The line was typed wrongly" }));
  await granted(line(40));
});

test("whoever scored a student confirms no result of theirs, whoever proposed it", async () => {
  const scorer = await staffMember(portal, {
    pages: ["supervision", "supervision.change", "teaching-practice", "teaching-practice.approve", "dashboard"],
  });
  const { posting } = await supervised();
  await granted(supervise(posting, scorer));
  await granted(visit(posting, [10, 20], scorer));
  const waits = async () => JSON.stringify((await scorer.get("/staff/ms_staff_dashboard")).body.waiting);
  const waited = await waits();
  await granted(propose(posting, desk.office));
  expect(await waits()).toBe(waited);
  const answer = await decide("confirm", posting, {}, scorer);
  expect([answer.status, answer.body.code]).toEqual([403, "scored-by-you"]);
  await granted(decide("confirm", posting));
});

test("nobody proposes a result by a right to look, and whoever is made its supervisor does", async () => {
  const onlooker = await staffMember(portal, { pages: ["teaching-practice", "supervision", "supervision.change"] });
  const { posting } = await supervised();
  const seen = (await standing(posting, onlooker)).version;
  const misconduct = { seen, code: "Malpractice", reason: "Somebody said so" };
  expect((await onlooker.post(`${path}/${posting}/propose`, misconduct)).status).toBe(404);
  await granted(supervise(posting, onlooker));
  await granted(visit(posting, [10, 20], onlooker));
  await granted(propose(posting, onlooker));
});

test("a practice whose course is registered no more has no result, proposed before that or not", async () => {
  const drop = ({ student }: Student) =>
    sql`update portal.course_registration_line set "droppedAt" = now() where registration in
      (select _id from portal.course_registration where student = ${student})`.execute(portal.db);
  const [one, other] = [await supervised(), await supervised()];
  for (const { posting } of [one, other]) await granted(visit(posting, [20, 30]));
  await granted(propose(other.posting));
  for (const { me } of [one, other]) await drop(me);
  await registrationsFollow(portal);
  expect((await propose(one.posting)).body).toMatchObject({ code: "course-not-registered" });
  expect((await decide("confirm", other.posting)).body).toMatchObject({
    code: "course-not-registered",
    message: expect.stringContaining("EDU 311 is not among this student's registered courses"),
  });
});

/** Whoever proposes merges, and whoever approves them. */
async function mergers() {
  const registrar = await staffMember(portal, {
    pages: ["students", "student-merges", "student-merges.change", "past-marks"],
  });
  const provost = await staffMember(portal, { pages: ["students", "student-merges", "student-merges.approve"] });
  const merge = "/staff/ms_student_merge";
  const pairOf = (kept: Student, gone: Student) => ({ kept: kept.student, gone: gone.student });
  return {
    check: async (kept: Student, gone: Student) =>
      (await granted(registrar.post(`${merge}/check`, pairOf(kept, gone)))).body,
    async carryOut(kept: Student, gone: Student) {
      const { _id } = (await granted(registrar.post(merge, { reason: "The same face", ...pairOf(kept, gone) }))).body;
      const { compared } = (await granted(provost.get(`${merge}/${_id}/effect`))).body;
      await granted(provost.post(`${merge}/${_id}/approve`, { seen: compared.seen }));
    },
    marks: async ({ student }: Student) =>
      (await granted(registrar.get(`/staff/ms_student/${student}/marks`))).body.filter(
        ({ source }: { source: string }) => source === "Teaching practice",
      ),
  };
}

test.each([
  ["one round", true, true],
  ["two rounds", false, true],
  ["two rounds, the earlier on the record that goes,", false, false],
])("of two practices of %s the one that was confirmed later stands after a merge", async (_which, one, isLaterGone) => {
  const { check, carryOut, marks } = await mergers();
  const round = one ? await desk.round({ visits: 1 }) : undefined;
  const [earlier, later] = [await confirmedPractice([5, 5], round), await confirmedPractice([20, 30], round)];
  const [kept, gone] = isLaterGone ? [earlier, later] : [later, earlier];
  // Two who took classes are never one; here one of the records has lost its registration.
  for (const table of ["course_registration_line", "course_registration"])
    await sql`alter table portal.${sql.raw(table)} disable trigger user`.execute(portal.db);
  const own = sql`(select _id from portal.course_registration where student = ${gone.student})`;
  await sql`delete from portal.course_registration_line where registration in ${own}`.execute(portal.db);
  await sql`delete from portal.course_registration where _id in ${own}`.execute(portal.db);
  for (const table of ["course_registration_line", "course_registration"])
    await sql`alter table portal.${sql.raw(table)} enable trigger user`.execute(portal.db);
  const { stays, stops } = await check(kept, gone);
  expect(stays).toContainEqual(expect.stringContaining("the one that was confirmed later stands"));
  expect(stops).toEqual([]);
  await carryOut(kept, gone);
  expect(await marks(kept)).toMatchObject([{ course: "EDU 311", total: 100, passed: true }]);
});

test("a practice beside a past mark of its course holds a merge up until the past mark is out", async () => {
  const { check } = await mergers();
  const [kept, gone] = [await confirmedPractice([5, 5]), await desk.student({ registers: false })];
  await sql`insert into portal.past_mark (_id, student, session, semester, course, title, units, total)
    select gen_random_uuid(), ${gone.student}, m.session, m.semester, m.course, m.title, m.units, m.total from portal.past_mark m
    where m.student = ${kept.student} and m.source = 'Teaching practice'`.execute(portal.db);
  expect((await check(kept, gone)).stops).toContainEqual(expect.stringContaining("Take the past mark out first"));
});
