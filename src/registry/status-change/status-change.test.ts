import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { inDays } from "../../../testing/days.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { registry, type TestStudent } from "../../../testing/registry.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { signedInStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { changeStatusByPortal } from "./status-change.apply.server.ts";
import { applyStatusChanges, remindOfReturns } from "./status-change.job.server.ts";

let portal: TestPortal;
let registrar: StaffMember;
let provost: StaffMember;
let office: Awaited<ReturnType<typeof registry>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await registry(portal);
  registrar = await staffMember(portal, {
    lastname: "Registrar",
    pages: ["students", "student-status", "student-status.change"],
  });
  provost = await staffMember(portal, {
    lastname: "Provost",
    pages: ["students", "student-status", "student-status.change", "student-status.approve"],
  });
});
afterAll(() => portal.stop());

const path = "/staff/ms_student_status";
const standing = async ({ _id }: TestStudent) => (await granted(registrar.get(`${path}/student/${_id}`))).body;
const statusOf = async (one: TestStudent) => (await standing(one)).student.status;
const propose = (one: TestStudent, form: object) =>
  registrar.post(path, { student: one._id, reason: "Asked for in a letter", ...form });
const proposed = async (one: TestStudent, form: object): Promise<string> =>
  (await granted(propose(one, form))).body._id;
const approve = async (one: TestStudent, id: string) =>
  provost.post(`${path}/${id}/approve`, { seen: (await standing(one)).student.version });
const changed = async (one: TestStudent, form: object): Promise<string> => {
  const id = await proposed(one, form);
  await granted(approve(one, id));
  return id;
};
const signIn = async (one: TestStudent) => {
  const { _id: applicant } = await portal.db
    .selectFrom("applicant")
    .select("_id")
    .where("jamb", "=", one.jamb)
    .executeTakeFirstOrThrow();
  const token = Buffer.from(newId());
  await portal.db
    .insertInto("sign_in")
    .values({ token, applicant, endsAt: "2099-01-01T00:00:00Z", idle: "2 hours" })
    .execute();
};

test("specification's two fields and the student suffice; a second person brings it into force, and the student reads it", async () => {
  const one = await office.student();
  const reply = (await granted(propose(one, { status: "Deferred", reason: "A year at home" }))).body;
  expect(reply.message).toContain("Provost");
  expect(await standing(one)).toMatchObject({
    student: { status: "Active" },
    proposed: { status: "Deferred", own: true },
    approvers: expect.arrayContaining(["Mrs Hauwa Provost"]),
  });
  expect((await propose(one, { status: "Withdrawn" })).body).toMatchObject({ code: "proposal-waits-already" });
  const own = await registrar.post(`${path}/${reply._id}/approve`, { seen: 1 });
  expect(own.status, "who proposes holds no right to approve").toBe(403);
  await granted(approve(one, reply._id));
  const [row] = (await registrar.get(`${path}?student=${one._id}`)).body.list;
  expect(row).toMatchObject({ state: "Applied", status: "Deferred", kind: "Other", returnon: expect.any(String) });
  expect(row.returnon > inDays(360)).toBe(true);
  const [letter] = await portal.letters(one.emailaddress, 1);
  expect(letter).toMatchObject({
    subject: expect.stringContaining("your status is Deferred"),
    text: expect.stringContaining("you cannot register courses or sit examinations"),
  });
  const history = (await office.officer.get(`/staff/ms_student/${one._id}/history`)).body;
  expect(history[0]).toMatchObject({
    deed: "Status changed",
    reason: "A year at home",
    changes: [{ label: "Status", before: "Active", after: "Deferred" }],
  });
  await expectInvariants(portal.db);
});

test("nobody approves what they proposed, and nobody changes their own record", async () => {
  const one = await office.student();
  const { _id } = (await granted(provost.post(path, { student: one._id, status: "Withdrawn", reason: "Left" }))).body;
  expect((await approve(one, _id)).body.code).toBe("another-must-decide");
  await granted(provost.post(`${path}/${_id}/withdraw`, {}));
  const me = await staffMember(portal, { pages: ["students", "student-status", "student-status.change"] });
  const { emailaddress } = one;
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", me._id).execute();
  const mine = await me.post(path, { student: one._id, status: "Active", reason: "I am back" });
  expect([mine.status, mine.body.code]).toEqual([403, "own-file"]);
});

test("a status follows only what it may, for a reason of its own, with days in order", async () => {
  const one = await office.student();
  const refused = async (form: object) => (await propose(one, form)).body;
  expect(await refused({ status: "Active" })).toMatchObject({
    code: "status-does-not-follow",
    errors: { status: expect.stringContaining("can become Deferred") },
  });
  expect(await refused({ status: "Expelled", kind: "Health" })).toMatchObject({ code: "reason-unfit" });
  expect(await refused({ status: "Withdrawn", returnon: inDays(20) })).toMatchObject({ code: "return-unfit" });
  expect(await refused({ status: "Deferred", effective: inDays(20), returnon: inDays(20) })).toMatchObject({
    code: "days-out-of-order",
  });
  expect(await refused({ status: "Deferred", effective: inDays(500) })).toMatchObject({ code: "form-invalid" });
  expect(await refused({ status: "Merged" })).toMatchObject({ code: "form-invalid" });
});

test("a status that stops signing in ends every sign-in; nobody writes to whoever has died", async () => {
  const [one, other] = [await office.student(), await office.student()];
  await signIn(one);
  await signIn(other);
  expect(await standing(one)).toMatchObject({ signins: 1 });
  await changed(one, { status: "Expelled", kind: "Discipline" });
  expect(await standing(one)).toMatchObject({ signins: 0, student: { status: "Expelled" } });
  await changed(other, { status: "Deceased", kind: "Death" });
  expect(await standing(other)).toMatchObject({ signins: 0, possible: [] });
  const written = portal.db.selectFrom("outgoing_mail").select("_id").where("recipient", "=", other.emailaddress);
  expect(await written.execute()).toEqual([]);
});

test("a change for a later day waits for it, and may be called off until then", async () => {
  const one = await office.student();
  const later = { status: "Withdrawn", kind: "Own wish", effective: inDays(3) };
  const first = await proposed(one, later);
  expect((await approve(one, first)).body.message).toMatch(/is Withdrawn from/);
  await granted(provost.post(`${path}/${first}/call-off`, { reason: "Stays after all" }));
  const second = await changed(one, later);
  await applyStatusChanges.run(portal.app);
  expect(await standing(one)).toMatchObject({ student: { status: "Active" }, planned: { _id: second } });
  await dayComes(second);
  await applyStatusChanges.run(portal.app);
  expect(await statusOf(one)).toBe("Withdrawn");
  expect((await provost.post(`${path}/${second}/call-off`, { reason: "Too late" })).body.code).toBe("already-decided");
  await expectInvariants(portal.db);
});

test("what is planned falls away when another change comes first", async () => {
  const one = await office.student();
  const planned = await changed(one, { status: "Deferred", kind: "Health", effective: inDays(30) });
  await changed(one, { status: "Withdrawn", kind: "Health" });
  const state = portal.db.selectFrom("status_change").select("state").where("_id", "=", planned);
  expect(await state.execute()).toEqual([{ state: "Overtaken" }]);
});

test("a wrong change is undone by two: the earlier status comes back with its return, and both stay", async () => {
  const one = await office.student();
  await changed(one, { status: "Deferred", kind: "Family", returnon: inDays(90) });
  const wrong = await changed(one, { status: "Active", kind: "Return" });
  expect((await standing(one)).changes.map((change: { undoable: boolean }) => change.undoable)).toEqual([true, false]);
  const undo = (await granted(registrar.post(`${path}/${wrong}/undo`, { reason: "It was another Amina" }))).body._id;
  await granted(approve(one, undo));
  expect(await standing(one)).toMatchObject({
    student: { status: "Deferred" },
    changes: [
      { _id: undo, status: "Deferred", kind: "Mistake", state: "Applied", returnon: inDays(90) },
      { _id: wrong, state: "Undone" },
      { state: "Applied" },
    ],
  });
  expect((await registrar.post(`${path}/${undo}/undo`, { reason: "Again" })).body.code).toBe("change-not-undone");
  expect((await registrar.post(`${path}/${wrong}/undo`, { reason: "Again" })).body.code).toBe("change-not-undone");
  const history = (await office.officer.get(`/staff/ms_student/${one._id}/history`)).body;
  expect(history[0]).toMatchObject({ deed: "Change of status undone" });
  await expectInvariants(portal.db);
});

test("whoever is away is reminded once, then marked as overdue and shown to the office until back", async () => {
  const one = await office.student();
  const id = await changed(one, { status: "Deferred", kind: "Fees", returnon: inDays(30) });
  await remindOfReturns.run(portal.app);
  await remindOfReturns.run(portal.app);
  const letters = await portal.letters(one.emailaddress, 2);
  expect(letters.map(({ subject }) => subject)).toEqual([
    expect.stringContaining("your status is Deferred"),
    expect.stringContaining("you are expected back on"),
  ]);
  await dayPasses(id);
  await remindOfReturns.run(portal.app);
  const overdue = (await registrar.get(`${path}?overdue=true`)).body.list;
  expect(overdue).toMatchObject([{ _id: id }]);
  const officer = await staffMember(portal, { pages: ["dashboard", "student-status", "student-status.change"] });
  const { waiting } = (await officer.get("/staff/ms_staff_dashboard")).body;
  expect(waiting).toContainEqual(expect.objectContaining({ sentence: "One student was expected back and is not." }));
  expect((await portal.letters(one.emailaddress, 3)).at(-1)?.subject).toContain("you were expected back");
  await changed(one, { status: "Active", kind: "Return" });
  expect((await registrar.get(`${path}?overdue=true`)).body.list).toEqual([]);
});

test("a reminder whose morning was missed is made up for once, and none is sent that was due before the change", async () => {
  const [missed, fresh] = [await office.student(), await office.student()];
  const id = await changed(missed, { status: "Deferred", kind: "Fees", returnon: inDays(60) });
  await changed(fresh, { status: "Deferred", kind: "Fees", returnon: inDays(20) });
  await moved(id, { effective: inDays(-20), returnon: inDays(28), appliedAt: `${inDays(-20)}T09:00:00Z` });
  await remindOfReturns.run(portal.app);
  await remindOfReturns.run(portal.app);
  const letters = await portal.letters(missed.emailaddress, 2);
  expect(letters.at(-1)?.text).toContain("28 days from now");
  expect(await portal.letters(fresh.emailaddress, 1)).toHaveLength(1);
  await moved(id, { effective: inDays(-20), returnon: inDays(6) });
  await remindOfReturns.run(portal.app);
  expect((await portal.letters(missed.emailaddress, 3)).at(-1)?.text).toContain("6 days from now");
});

test("whoever is away reads on the first page until when", async () => {
  const me = await signedInStudent(portal);
  const { _id } = (
    await granted(registrar.post(path, { student: me.student, status: "Deferred", kind: "Fees", reason: "To save" }))
  ).body;
  const { student } = (await granted(registrar.get(`${path}/student/${me.student}`))).body;
  await granted(provost.post(`${path}/${_id}/approve`, { seen: student.version }));
  expect((await me.get("/student/home")).body).toMatchObject({
    status: "Deferred",
    next: { sentence: expect.stringContaining("you are expected back on"), link: "/student/record" },
  });
});

test("the portal's own deeds need one person, and a change that was proposed before is not approved after", async () => {
  const one = await office.student();
  const id = await proposed(one, { status: "Suspended", kind: "Discipline" });
  const graduation = {
    student: one._id,
    status: "Graduated",
    kind: "Studies completed",
    reason: "Class of 2026",
  } as const;
  await perform(portal.db, portalItself, (work) => changeStatusByPortal(work, portal.config, graduation));
  expect((await approve(one, id)).body).toMatchObject({ code: "student-has-moved" });
  await granted(provost.post(`${path}/${id}/decline`, { reason: "Has graduated" }));
  expect(await statusOf(one)).toBe("Graduated");
  await expectInvariants(portal.db);
});

test("a head reads the changes of the own department's students, and proposes none", async () => {
  const one = await office.student();
  await changed(one, { status: "Deferred", kind: "Health" });
  const head = await staffMember(portal, {
    pages: ["students", "student-status", "student-status.change"],
    scope: "department",
  });
  expect((await head.get(path)).body.list).toEqual([]);
  expect((await head.get(`${path}/student/${one._id}`)).status).toBe(404);
  const asked = await head.post(path, { student: one._id, status: "Active", reason: "Is back" });
  expect([asked.status, asked.body.code]).toEqual([403, "whole-college-only"]);
});

test("the form that picks a student answers whom one has picked", async () => {
  const one = await office.student();
  const { body } = await registrar.post("/staff/ms_student_selection", { student: one._id });
  expect(body).toMatchObject({ student: { _id: one._id, matric: one.matric, name: "Yusuf Amina", status: "Active" } });
  const none = await registrar.post("/staff/ms_student_selection", {});
  expect(none.body).toMatchObject({ code: "form-invalid", errors: { student: "Student is required" } });
});

/** The day of a planned change is today. */
const dayComes = (id: string) => moved(id, { effective: inDays(0) });
/** The day of a return was yesterday. */
const dayPasses = (id: string) => moved(id, { effective: inDays(-2), returnon: inDays(-1) });

async function moved(id: string, days: { effective: string; returnon?: string; appliedAt?: string }): Promise<void> {
  await portal.app.portal.pool.query("alter table portal.status_change disable trigger status_change_guard");
  await portal.db.updateTable("status_change").set(days).where("_id", "=", id).execute();
  await portal.app.portal.pool.query("alter table portal.status_change enable trigger status_change_guard");
}
