import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fullName } from "#identity/account/account.rules.ts";
import { caller } from "../../../testing/applicant.ts";
import { billed, enrolled, paidTuition } from "../../../testing/billed.ts";
import { catalogue, registeredFor } from "../../../testing/catalogue.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { type Student, signedInStudent } from "../../../testing/student.ts";
import {
  lectureAgo,
  marked,
  memberOf,
  studentOf,
  type TaughtCourse,
  taughtCourse,
  warnedAgo,
} from "../../../testing/taught.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let office: StaffMember;
let low: TaughtCourse;
let free: TaughtCourse;
let mate: string;
const lectures: string[] = [];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await staffMember(portal, {
    pages: ["exam-cards", "exam-cards.change", "students", "courses", "holds", "holds.change"],
  });
  low = await taughtCourse(portal, "CRS 101");
  free = await taughtCourse(portal, "CRS 102");
  mate = await memberOf(portal, [low.course]);
  for (const days of [5, 4, 3, 2]) {
    const lecture = await lectureAgo(portal, low, days);
    await granted(marked(low, lecture, { [mate]: true }));
    lectures.push(lecture);
  }
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const card = async (me: Student) => (await me.get("/student/exam_card")).body;
/** Takes both courses, and was at the first three lectures of the one: 75 %. */
async function sitter(): Promise<Student> {
  const me = await studentOf(portal, [low.course, free.course]);
  for (const lecture of lectures.slice(0, 3)) await granted(marked(low, lecture, { [me.student]: true }));
  return me;
}

test("who was at exactly what is asked may sit, also where attendance was never taken; the code proves it", async () => {
  const me = await sitter();
  const of = await card(me);
  expect(of).toMatchObject({ stop: null, semester: 1, matric: me.matric });
  expect(of.courses).toMatchObject([
    { code: "CRS 101", held: 4, present: 3, percent: 75, why: null },
    { code: "CRS 102", held: 0, percent: null, why: null },
  ]);
  const code = of.genuine.split("/").at(-1);
  const proof = async () => (await caller(portal).get(`/genuine/${code}`)).body;
  expect(await proof()).toMatchObject({
    valid: true,
    kind: "Examination card",
    status: "May sit 2 courses: CRS 101, CRS 102",
  });
  await portal.db.updateTable("student").set({ status: "Suspended" }).where("_id", "=", me.student).execute();
  expect(await proof()).toMatchObject({ valid: false, why: expect.stringContaining("may not sit now") });
  await portal.db.updateTable("student").set({ status: "Active" }).where("_id", "=", me.student).execute();
});

test("below it the course is barred with what to do, until the examinations office permits it to this student", async () => {
  const me = await studentOf(portal, [low.course, free.course]);
  for (const lecture of lectures.slice(0, 2)) await granted(marked(low, lecture, { [me.student]: true }));
  const low101 = async () => (await card(me)).courses[0];
  await warnedAgo(portal, 7);
  expect(await low101()).toMatchObject({
    percent: 50,
    why: expect.stringContaining("Attendance 50 %, and 75 % is asked"),
  });
  const permit = {
    student: me.student,
    allows: "Attendance",
    course: low.course,
    reason: "Ill, with papers of the clinic",
  };
  const { _id } = (await granted(office.post("/staff/ms_exam_permit", permit))).body;
  expect(await low101()).toMatchObject({ why: null, permitted: true });
  const [letter] = await portal.letters(me.emailaddress, 1, /you may sit CRS 101/);
  expect(letter?.text).toMatch(/although you attended less than is asked[\s\S]*\/student\/exam-card/);
  expect((await office.post("/staff/ms_exam_permit", permit)).body).toMatchObject({ code: "value-taken" });
  const { rows } =
    await sql`select reason from portal.exam_permit where _id = ${_id} and staff = ${office._id}`.execute(portal.db);
  expect(rows).toEqual([{ reason: permit.reason }]);
  await granted(office.delete(`/staff/ms_exam_permit/${_id}`));
  expect(await low101()).toMatchObject({ permitted: false, why: expect.any(String) });
});

test("whoever is barred from every course has no card, and reads why for each", async () => {
  const all = await taughtCourse(portal, "CRS 106");
  const [me, there] = [await studentOf(portal, [all.course]), await memberOf(portal, [all.course])];
  for (const days of [4, 3, 2]) await granted(marked(all, await lectureAgo(portal, all, days), { [there]: true }));
  const code = (await card(me)).genuine.split("/").at(-1);
  await warnedAgo(portal, 7);
  expect(await card(me)).toMatchObject({
    stop: { sentence: expect.stringContaining("too low in each"), link: "/student/attendance" },
    courses: [{ code: "CRS 106", why: expect.stringContaining("Attendance 0 %") }],
    genuine: "",
  });
  const { list } = (await office.get(`/staff/ms_exam_card/course/${all.course}`)).body;
  expect(list.filter(({ stop }: { stop: unknown }) => stop === null)).toMatchObject([{ student: there }]);
  expect((await caller(portal).get(`/genuine/${code}`)).body).toMatchObject({ valid: false, status: "May not sit" });
});

test("whose last course the office dropped reads that, and not that a head decides", async () => {
  const me = await studentOf(portal, [free.course]);
  const { _id } = await portal.db
    .selectFrom("course_registration")
    .select("_id")
    .where("student", "=", me.student)
    .executeTakeFirstOrThrow();
  await sql`update portal.course_registration_line set "droppedAt" = now(), droppedby = ${office._id}, dropping = 'Not offered'
    where registration = ${_id}`.execute(portal.db);
  await sql`update portal.course_registration set units = 0 where _id = ${_id}`.execute(portal.db);
  const { stop } = await card(me);
  expect(stop).toMatchObject({ link: "/student/registration" });
  expect(stop.sentence).toMatch(/^Every course of your registration was dropped/);
  expect(stop.sentence).not.toContain("approved yet");
});

test("nobody is barred before so many lectures, nor before the warning is some days old", async () => {
  const few = await taughtCourse(portal, "CRS 103");
  const me = await studentOf(portal, [few.course]);
  const there = await memberOf(portal, [few.course]);
  for (const days of [3, 2]) await granted(marked(few, await lectureAgo(portal, few, days), { [there]: true }));
  expect((await card(me)).courses).toMatchObject([{ held: 2, present: 0, why: null }]);
  await granted(marked(few, await lectureAgo(portal, few, 1), { [there]: true }));
  expect((await card(me)).courses).toMatchObject([{ held: 3, present: 0, why: null }]);
  await warnedAgo(portal, 6);
  expect((await card(me)).courses).toMatchObject([{ why: null }]);
  await warnedAgo(portal, 7);
  expect((await card(me)).courses).toMatchObject([{ held: 3, present: 0, why: expect.any(String) }]);
});

test("no permit for the student that one is oneself, and none of the fees for one course", async () => {
  const { _id } = await enrolled(portal);
  await portal.db.updateTable("student").set({ emailaddress: office.emailaddress }).where("_id", "=", _id).execute();
  const own = await office.post("/staff/ms_exam_permit", { student: _id, allows: "Attendance", reason: "I was ill" });
  expect(own.status).toBe(403);
  const form = { student: mate, allows: "Unpaid", course: low.course, reason: "Pays tomorrow" };
  expect((await office.post("/staff/ms_exam_permit", form)).body.errors).toHaveProperty("course");
});

test("no registration, one that waits, a status, a hold and fees stop the whole card, each with what mends it", async () => {
  const none = await signedInStudent(portal);
  expect(await card(none)).toMatchObject({
    stop: { sentence: expect.stringContaining("have not registered"), link: "/student/registration" },
    genuine: "",
  });
  const waiting = await signedInStudent(portal);
  await registeredFor(portal, waiting.student, [free.course]);
  await sql`update portal.course_registration set state = 'Waiting' where student = ${waiting.student}`.execute(
    portal.db,
  );
  await sql`update portal.course_registration_line set "approvedAt" = null
    where registration in (select _id from portal.course_registration where student = ${waiting.student})`.execute(
    portal.db,
  );
  expect((await card(waiting)).stop.sentence).toContain("Your head of department decides");
  const me = await sitter();
  await granted(
    office.post("/staff/ms_hold", {
      ids: [me.student],
      count: 1,
      kind: "Library",
      blocks: ["examination"],
      reason: "Two books are due",
      office: "Library",
    }),
  );
  expect((await card(me)).stop).toMatchObject({
    sentence: expect.stringContaining("Two books are due. Where to go: Library"),
  });
});

test("where the bill opens examinations they wait for it, unless the examinations office permits; where nothing asks, nothing is asked", async () => {
  const me = await sitter();
  const { bill } = await billed(portal, me.student);
  expect((await card(me)).stop).toMatchObject({
    sentence: expect.stringContaining("to be paid"),
    link: "/student/bill",
  });
  const permit = { student: me.student, allows: "Unpaid", reason: "The sponsor pays next week" };
  const { _id } = (await granted(office.post("/staff/ms_exam_permit", permit))).body;
  expect((await card(me)).stop).toBeNull();
  await granted(office.delete(`/staff/ms_exam_permit/${_id}`));
  await paidTuition(portal, me, bill);
  expect((await card(me)).stop).toBeNull();
});

test("the office prints a class by name, also of nobody, and nothing of another's", async () => {
  const { list, code } = (await office.get(`/staff/ms_exam_card/course/${low.course}`)).body;
  expect(code).toBe("CRS 101");
  expect(list).toContainEqual(expect.objectContaining({ student: mate, stop: null }));
  const named = await portal.db
    .selectFrom("student")
    .select(["firstname", "middlename", "lastname"])
    .where("_id", "=", mate)
    .executeTakeFirstOrThrow();
  expect(list.find((one: { student: string }) => one.student === mate).name).toBe(fullName(named));
  const empty = await (await catalogue(portal)).course("CRS 199");
  expect((await office.get(`/staff/ms_exam_card/course/${empty}`)).body.list).toEqual([]);
  const other = await headOf(portal, "BIO", ["exam-cards"]);
  expect((await other.get(`/staff/ms_exam_card/course/${low.course}`)).status).toBe(404);
  expect((await other.get(`/staff/ms_exam_card/student/${mate}`)).status).toBe(404);
  expect((await office.get(`/staff/ms_exam_card/student/${mate}`)).body).toMatchObject({ student: mate });
});

test("what is owed and why a hold stands is read as far as the rights to those reach; others read where to ask", async () => {
  const [owes, held] = [await sitter(), await sitter()];
  await billed(portal, owes.student);
  const clerk = await staffMember(portal, { pages: ["holds", "holds.change", "students"] });
  const hold = { kind: "Library", blocks: ["examination"], reason: "Two books are due", office: "Library" };
  await granted(clerk.post("/staff/ms_hold", { ...hold, ids: [held.student], count: 1 }));
  const said = async (who: StaffMember, of: Student): Promise<string> => {
    const { list } = (await who.get(`/staff/ms_exam_card/course/${low.course}`)).body;
    return list.find((one: { student: string }) => one.student === of.student).stop.sentence;
  };
  const bursary = await staffMember(portal, { pages: ["exam-cards", "tuition-accounts", "holds"] });
  expect(await said(bursary, owes)).toContain("of your bill are to be paid");
  expect(await said(bursary, held)).toContain("Two books are due");
  const exams = await staffMember(portal, { pages: ["exam-cards"] });
  expect(await said(exams, owes)).toBe("Not cleared: ask the Bursary");
  expect(await said(exams, held)).toMatch(/^Not cleared: a hold stands on the record/);
  const one = (await exams.get(`/staff/ms_exam_card/student/${owes.student}`)).body;
  expect(one.stop).toEqual({ sentence: "Not cleared: ask the Bursary", link: null });
  // The head of a class that others borrow has the right to the own department's money alone.
  await sql`update portal.course_class set department = (select _id from portal.department where code = 'BIO')
    where _id = ${low.taught}`.execute(portal.db);
  const head = await headOf(portal, "BIO", ["exam-cards", "tuition-accounts", "holds"]);
  expect(await said(head, owes)).toBe("Not cleared: ask the Bursary");
  expect(await said(head, held)).toMatch(/^Not cleared/);
});
