import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { coded } from "../../../../testing/bursar.ts";
import { catalogue, registeredFor, registrationsFollow } from "../../../../testing/catalogue.ts";
import { headOf, headOver } from "../../../../testing/head.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { earlierSession } from "../../../../testing/lecturer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { type Student, signedInStudent } from "../../../../testing/student.ts";
import { granted } from "../../../../testing/walk.ts";
import type { OwnNotice } from "../notice/notice.contract.ts";
import { deliverNotification } from "../notification.job.server.ts";

let portal: TestPortal;
let registry: StaffMember;
/** Teaches EDT 101 and GSE 101. */
let lecturer: StaffMember;
/** Teaches EDT 102. */
let colleague: StaffMember;
let edt101: string;
/** The class of EDT 101. */
let classOfEdt: string;
/** The first two take EDT 101, the third has dropped it and takes EDT 102. */
let students: Student[];

beforeAll(async () => {
  portal = await startPortal(inject("place"), { SMTP_URL: "smtp://127.0.0.1:1" });
  const { course, usual } = await catalogue(portal);
  await portal.db.updateTable("session").set({ status: false }).execute();
  await portal.db.updateTable("session").set({ status: true, semester: 1 }).where("_id", "=", usual.session).execute();
  const biology = await coded(portal, "programme", "NCE-BIO-CHE");
  edt101 = await course("EDT 101");
  const [edt102, gse] = [await course("EDT 102"), await course("GSE 101", { programme: biology })];
  students = [await signedInStudent(portal), await signedInStudent(portal), await signedInStudent(portal)];
  const programme = await coded(portal, "programme", "NCE-CRS-ENG");
  for (const { student } of students)
    await portal.db.updateTable("student").set({ programme, level: 100 }).where("_id", "=", student).execute();
  for (const { student } of students.slice(0, 2)) await registeredFor(portal, student, [edt101, gse]);
  const [, , third] = students;
  const registration = await registeredFor(portal, third?.student ?? "", [edt101, edt102]);
  await portal.db
    .updateTable("course_registration_line")
    .set({ droppedAt: new Date().toISOString() })
    .where("registration", "=", registration)
    .where("course", "=", edt101)
    .execute();
  await portal.db.updateTable("course_registration").set({ units: 2 }).where("_id", "=", registration).execute();
  classOfEdt = (
    await portal.db.selectFrom("course_class").select("_id").where("code", "=", "EDT 101").executeTakeFirstOrThrow()
  )._id;
  lecturer = await teacher("Lecturer", edt101, gse);
  colleague = await teacher("Colleague", edt102);
  registry = await staffMember(portal, { pages: ["notifications", "notifications.change"] });
}, 60_000);
afterAll(() => portal.stop());

/** Somebody of the group of lecturers who is allocated to some courses. */
async function teacher(lastname: string, ...courses: string[]): Promise<StaffMember> {
  const member = await staffMember(portal, {
    lastname,
    scope: "department",
    pages: ["class-notices", "class-notices.change"],
  });
  for (const course of courses) await allocate(member, course);
  return member;
}

const allocate = ({ _id: staff }: StaffMember, course: string) =>
  portal.db
    .insertInto("course_allocation")
    .values({ _id: newId(), course, staff, class: newId(), session: newId() })
    .execute();

const courses = (codes: string) => ({ audience: "Students of courses", courses: codes });
const check = (who: StaffMember, to: object) => who.post("/staff/ms_notification/check", { to });
const told = { title: "Test on Friday", post: "Bring a pen.", channel: "Portal" };
const send = (who: StaffMember, to: object, count: number, more: object = {}) =>
  who.post("/staff/ms_notification", { ...told, to, count, ...more });

async function delivered(id: string): Promise<void> {
  await deliverNotification.run(portal.app, { notification: id });
  const { state } = await portal.db
    .selectFrom("notification")
    .select("state")
    .where("_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(state).toBe("Sent");
}

const titlesOf = async (me: Student): Promise<string[]> =>
  (await me.get("/student/notification")).body.map(({ title }: OwnNotice) => title);
const holders = async (title: string) => {
  const held = await Promise.all(students.map(async (one) => (await titlesOf(one)).includes(title)));
  return held.map((one, at) => (one ? at : -1)).filter((at) => at >= 0);
};

test("a lecturer sees the own courses of the session that runs with their students, and nobody else's", async () => {
  const own = (await lecturer.get("/staff/ms_class_notice")).body;
  expect(own).toEqual([
    { _id: classOfEdt, code: "EDT 101", name: "Course EDT 101", students: 2, runs: true },
    expect.objectContaining({ code: "GSE 101", students: 2 }),
  ]);
  expect((await registry.get("/staff/ms_class_notice")).body).toEqual([]);
});

test("a notice goes to those who take the course now; who dropped it gets nothing, on the portal or by mail", async () => {
  const found = (await check(lecturer, courses("edt101"))).body;
  expect(found).toMatchObject({
    count: 2,
    unreached: 0,
    warning: null,
    towhom: "Students of courses, 2026/2027: EDT 101",
  });
  expect(found.sample).toContainEqual(expect.stringContaining(students[0]?.matric ?? ""));
  const { body } = await send(lecturer, courses("EDT 101"), 2, { channel: "Portal and e-mail" });
  await delivered(body._id);
  expect(await holders(told.title)).toEqual([0, 1]);
  const mails = await portal.db
    .selectFrom("outgoing_mail")
    .select(["recipient", "body"])
    .where("subject", "like", `%${told.title}`)
    .execute();
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
    students
      .slice(0, 2)
      .map(({ emailaddress }) => emailaddress)
      .sort(),
  );
  expect(mails[0]?.body).toContain("/student/notices");
  expect((await lecturer.get(`/staff/ms_class_notice/${classOfEdt}`)).body).toMatchObject({
    class: { code: "EDT 101", students: 2 },
    notices: [{ title: told.title, state: "Sent", people: 2, read: 0, own: true, writtenby: "Mrs Hauwa Lecturer" }],
  });
});

test("with a text alone a lecturer tells the students of all own courses, each once", async () => {
  const { body } = await lecturer.post("/staff/ms_notification", { post: "No lecture on Monday" });
  expect(body).toMatchObject({ type: "success", message: "On its way to 2 people" });
  await delivered(body._id);
  expect(await holders("No lecture on Monday")).toEqual([0, 1]);
  const idle = await teacher("Idle");
  expect((await idle.post("/staff/ms_notification", { post: "To whom?" })).body).toMatchObject({
    code: "nobody-meant",
    errors: { to: expect.stringContaining("You teach no course") },
  });
});

test("the same words go to the same people once an hour, and a lecturer mails no more than twenty notices in it", async () => {
  const busy = await teacher("Busy", edt101);
  const again = { title: "Twice", channel: "E-mail" };
  const first = (await granted(send(busy, courses("EDT 101"), 2, again))).body._id;
  expect((await send(busy, courses("EDT 101"), 2, again)).body).toMatchObject({
    code: "told-already",
    message: expect.stringContaining("within the last hour"),
  });
  await granted(busy.post(`/staff/ms_notification/${first}/recall`, { reason: "A wrong day" }));
  for (let nth = 1; nth < 20; nth += 1)
    await granted(send(busy, courses("EDT 101"), 2, { ...again, title: `Notice ${nth}` }));
  const { status, body } = await send(busy, courses("EDT 101"), 2, again);
  expect([status, body.message]).toEqual([429, expect.stringContaining("20 notices by mail in an hour")]);
  await granted(send(busy, courses("EDT 101"), 2, { title: "In the portal" }));
});

test("with a text alone the registry tells all applicants and students, and a head those of the department", async () => {
  const { body } = await registry.post("/staff/ms_notification", { post: "The college is closed" });
  await delivered(body._id);
  expect(await holders("The college is closed")).toEqual([0, 1, 2]);
  const row = (await registry.get(`/staff/ms_notification/${body._id}`)).body;
  expect(row.towhom).toBe("Applicants and students, 2026/2027");
  const head = await headOf(portal, "BIO", ["notifications", "notifications.change"]);
  expect((await head.post("/staff/ms_notification", { post: "To nobody" })).body.code).toBe("nobody-meant");
  await portal.db.updateTable("session").set({ admission: false }).execute();
  const { body: alone } = await registry.post("/staff/ms_notification", { post: "While no session admits" });
  await portal.db.updateTable("session").set({ admission: true }).where("code", "=", "2026").execute();
  await delivered(alone._id);
  expect(await holders("While no session admits")).toEqual([0, 1, 2]);
});

test("another's course, another audience and a course that is not there are refused", async () => {
  const others = await check(lecturer, courses("EDT 101, EDT 102"));
  expect([others.status, others.body.code, others.body.message]).toEqual([
    403,
    "beyond-reach",
    expect.stringContaining("You do not teach EDT 102"),
  ]);
  expect((await send(lecturer, courses("EDT 102"), 1)).status).toBe(403);
  for (const to of [
    { audience: "Students" },
    { audience: "Applicants and students", session: await coded(portal, "session", "2026") },
    { audience: "One person", person: students[0]?.matric },
  ])
    expect([(await check(lecturer, to)).status, (await send(lecturer, to, 1)).status]).toEqual([403, 403]);
  expect((await check(lecturer, courses("XYZ 999"))).body).toMatchObject({
    code: "choice-not-found",
    errors: { "to.courses": expect.stringContaining("XYZ 999") },
  });
  expect((await colleague.get(`/staff/ms_class_notice/${classOfEdt}`)).status).toBe(404);
  expect((await lecturer.get(`/staff/ms_class_notice/${newId()}`)).status).toBe(404);
  expect((await lecturer.get("/staff/ms_notification")).status).toBe(403);
  const nobody = await staffMember(portal);
  expect((await nobody.post("/staff/ms_notification", { post: "Hello" })).status).toBe(403);
});

test("a lecturer takes back what is the own, and nothing of a colleague", async () => {
  const { body } = await send(lecturer, courses("EDT 101"), 2, { title: "Wrong room" });
  await delivered(body._id);
  const recall = (who: StaffMember) => who.post(`/staff/ms_notification/${body._id}/recall`, { reason: "Wrong" });
  expect((await recall(colleague)).status).toBe(404);
  expect(await holders("Wrong room")).toEqual([0, 1]);
  expect((await recall(lecturer)).body.type).toBe("success");
  expect(await holders("Wrong room")).toEqual([]);
});

test("a head tells the courses of the department and sees what its lecturers told; another head does neither", async () => {
  const rights = ["notifications", "notifications.change", "class-notices"] as const;
  const head = await headOver(portal, "course_class", classOfEdt, rights);
  const other = await headOf(portal, "BIO", rights);
  expect((await check(head, courses("EDT 101, EDT 102"))).body.count).toBe(3);
  expect((await check(other, courses("EDT 101"))).status).toBe(403);
  const listed = async (who: StaffMember) =>
    (await who.get("/staff/ms_notification")).body.list.map(({ title }: OwnNotice) => title);
  expect(await listed(head)).toContain(told.title);
  expect(await listed(other)).not.toContain(told.title);
  expect((await head.get(`/staff/ms_class_notice/${classOfEdt}`)).status).toBe(200);
  expect((await other.get(`/staff/ms_class_notice/${classOfEdt}`)).status).toBe(404);
});

test("who teaches the course no more, or has left, tells it nothing: what waits is stopped", async () => {
  const waits = async (who: StaffMember, title: string) => {
    const sendAt = new Date(Date.now() + 600_000).toISOString();
    const { body } = await send(who, courses("EDT 101"), 2, { title, sendAt });
    return body._id as string;
  };
  const comes = async (id: string) => {
    await portal.app.portal.pool.query(`begin; set local session_replication_role = replica;
      update portal.notification set "sendAt" = now() where _id = '${id}'; commit`);
    await deliverNotification.run(portal.app, { notification: id });
    const told = portal.db.selectFrom("notification").select(["state", "people"]).where("_id", "=", id);
    return told.executeTakeFirstOrThrow();
  };
  const [moved, left] = [await teacher("Moved", edt101), await teacher("Left", edt101)];
  const [first, second] = [await waits(moved, "From who moved"), await waits(left, "From who left")];
  await portal.db.deleteFrom("course_allocation").where("staff", "=", moved._id).execute();
  await portal.db.updateTable("staff").set({ status: "Retired" }).where("_id", "=", left._id).execute();
  expect([await comes(first), await comes(second)]).toEqual([
    { state: "Stopped", people: 0 },
    { state: "Stopped", people: 0 },
  ]);
  expect((await check(moved, courses("EDT 101"))).status).toBe(403);
  expect((await moved.get(`/staff/ms_class_notice/${classOfEdt}`)).status).toBe(404);
  expect((await check(left, courses("EDT 101"))).status).toBe(401);
  expect((await comes(await waits(lecturer, "Stays"))).people).toBe(2);
});

test("students are found by level, programme and department, and one by the matric number", async () => {
  const [one, two] = students;
  const count = async (more: object) => (await check(registry, { audience: "Students", ...more })).body;
  const programme = await coded(portal, "programme", "NCE-CRS-ENG");
  const { department } = await portal.db
    .selectFrom("programme")
    .select("department")
    .where("_id", "=", programme)
    .executeTakeFirstOrThrow();
  await portal.db
    .updateTable("student")
    .set({ level: 200 })
    .where("_id", "=", two?.student ?? "")
    .execute();
  expect((await count({})).count).toBe(3);
  expect(await count({ level: 200 })).toMatchObject({ count: 1, towhom: "Students: 200 level" });
  expect((await count({ programmes: [programme], level: 100 })).count).toBe(2);
  expect((await count({ programmes: [await coded(portal, "programme", "NCE-BIO-CHE")] })).count).toBe(0);
  expect(await count({ department })).toMatchObject({ count: 3, towhom: expect.stringContaining("Department of ") });
  expect(Object.keys((await count({ department: newId() })).errors)).toEqual(["to.department"]);
  expect(Object.keys((await count({ department, programmes: [programme] })).errors)).toEqual(["to.department"]);
  const found = await check(registry, { audience: "One person", person: one?.matric.toLowerCase() });
  expect(found.body).toMatchObject({ count: 1, sample: [expect.stringContaining(one?.matric ?? "")] });
  await portal.db
    .updateTable("student")
    .set({ status: "Withdrawn" })
    .where("_id", "=", two?.student ?? "")
    .execute();
  expect((await count({})).count).toBe(2);
  expect((await check(lecturer, courses("EDT 101"))).body.count).toBe(1);
  await portal.db.updateTable("student").set({ status: "Active" }).execute();
  await portal.db
    .updateTable("student")
    .set({ applicant: null })
    .where("_id", "=", one?.student ?? "")
    .execute();
  expect((await check(lecturer, courses("EDT 101"))).body).toMatchObject({ count: 1, unreached: 1 });
});

test("who comes to a class late reads what it was told before; who is in it not, nothing, and a recalled one is gone", async () => {
  const late = await signedInStudent(portal);
  const of = `/student/class_notice/${classOfEdt}`;
  expect((await late.get(of)).status).toBe(404);
  await registeredFor(portal, late.student, [edt101]);
  const titles = async () => (await granted(late.get(of))).body.notices.map(({ title }: { title: string }) => title);
  const before = await titles();
  expect(before).toContain(told.title);
  expect(before).not.toContain("Wrong room");
  expect(await titlesOf(late)).toEqual([]);
  const { body } = await send(lecturer, courses("EDT 101"), 2, { title: "Taken back" });
  await delivered(body._id);
  const { body: mail } = await send(lecturer, courses("EDT 101"), 2, { title: "By mail alone", channel: "E-mail" });
  await delivered(mail._id);
  const sendAt = new Date(Date.now() + 600_000).toISOString();
  await send(lecturer, courses("EDT 101"), 2, { title: "Tomorrow", sendAt });
  expect(await titles()).toEqual(["Taken back", ...before]);
  await granted(lecturer.post(`/staff/ms_notification/${body._id}/recall`, { reason: "Wrong" }));
  expect(await titles()).toEqual(before);
  const turn = (status: string) =>
    portal.db.updateTable("student").set({ status }).where("_id", "=", late.student).execute();
  await turn("Withdrawn");
  expect((await late.get(of)).status).toBe(404);
  await turn("Active");
  await portal.db
    .updateTable("course_registration_line")
    .set({ droppedAt: new Date().toISOString() })
    .where(
      "registration",
      "in",
      portal.db.selectFrom("course_registration").select("_id").where("student", "=", late.student),
    )
    .execute();
  await registrationsFollow(portal);
  expect((await late.get(of)).status).toBe(404);
});

test("a class of a session that is over says that it is told nothing more", async () => {
  const session = await earlierSession(portal);
  const { course } = await catalogue(portal);
  const old = await teacher("Former", await course("EDT 101", { session }));
  const { _id } = await portal.db
    .selectFrom("course_class")
    .select("_id")
    .where("code", "=", "EDT 101")
    .where("session", "=", session)
    .executeTakeFirstOrThrow();
  const now = (await granted(lecturer.get(`/staff/ms_class_notice/${classOfEdt}`))).body.class;
  const then = (await granted(old.get(`/staff/ms_class_notice/${_id}`))).body.class;
  expect([now.runs, then]).toEqual([true, expect.objectContaining({ code: "EDT 101", runs: false })]);
});

test("nothing impossible has come about", () => expectInvariants(portal.db));
