import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { payAcceptance } from "../../../testing/admitted-applicant.ts";
import { billed } from "../../../testing/billed.ts";
import { coded } from "../../../testing/bursar.ts";
import { catalogue, registeredFor } from "../../../testing/catalogue.ts";
import { asked, asking, type CombinationDesk, combinationDesk, dearer, decides } from "../../../testing/combination.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { candidate, offer } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { asStudent, type Billed, billedStudent, matriculate } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { addressOfMatric } from "../student/student.server.ts";

let portal: TestPortal;
let desk: CombinationDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await combinationDesk(portal);
  await dearer(portal, desk.to._id, 7_000);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const own = async (me: Billed) => (await me.get("/student/combination_change")).body;
const linesOf = async (me: Billed) => (await me.get(`/student/bill/${me.bill}`)).body.bill.lines;
const waits = async (who: StaffMember) =>
  (await who.get("/staff/ms_staff_dashboard")).body.waiting.filter(({ sentence }: { sentence: string }) =>
    sentence.includes("combination"),
  );
const programmeOf = async ({ student }: Billed) =>
  (await portal.db.selectFrom("student").select("programme").where("_id", "=", student).executeTakeFirst())?.programme;
const setting = (name: string, value: string | number) =>
  sql`insert into portal.setting (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(portal.db);

test("courses registered this semester that the other combination does not teach are named before one asks", async () => {
  const me = await billedStudent(portal);
  const { course, usual } = await catalogue(portal);
  const running = portal.db.selectFrom("session").select(["_id as session", "semester"]).where("status", "=", true);
  const own = { ...usual, ...(await running.executeTakeFirstOrThrow()), programme: desk.from._id };
  const left = await course("HIS 901", own);
  const both = await course("HIS 902", own);
  await course("HIS 902", { ...own, programme: desk.to._id });
  const general = await course("HIS 903", { ...own, general: true });
  await registeredFor(portal, me.student, [left, both, general]);
  const { choices } = (await me.get("/student/combination_change")).body;
  const wanted = choices.find((one: { programme: { _id: string } }) => one.programme._id === desk.to._id);
  expect(wanted.courses).toEqual(["HIS 901"]);
});

test("head, other head, dean and registrar agree one after another; programme, bill and history change together", async () => {
  const me = await billedStudent(portal);
  const { choices } = await own(me);
  const wanted = choices.find((one: { programme: { _id: string } }) => one.programme._id === desk.to._id);
  expect(wanted).toMatchObject({ why: null, difference: 7_000, renumbered: false, bills: [{ difference: 7_000 }] });
  const change = await asked(me, desk.to._id);
  const before = await linesOf(me);

  expect(await waits(desk.head)).toMatchObject([{ link: "/staff/combination-changes?state=With+the+head" }]);
  expect(await waits(desk.dean)).toEqual([]);
  expect((await decides(desk.dean, change)).body).toMatchObject({
    code: "turn-of-another",
    message: expect.stringContaining("Mrs Hauwa Head"),
  });
  for (const who of [desk.head, desk.newhead, desk.dean]) await granted(decides(who, change));
  expect(await programmeOf(me)).toBe(desk.from._id);
  expect(await linesOf(me)).toEqual(before);
  await granted(decides(desk.registrar, change));

  expect(await programmeOf(me)).toBe(desk.to._id);
  expect((await linesOf(me)).slice(before.length)).toMatchObject([
    { kind: "change", amount: 7_000, reason: expect.stringContaining("From NCE") },
  ]);
  const { changes } = await own(me);
  expect(changes).toMatchObject([{ state: "In force", newmatric: null }]);
  expect(changes[0].steps.map((step: { approved: boolean; by: null }) => [step.approved, step.by])).toEqual(
    Array(4).fill([true, null]),
  );
  const subjects = (await portal.letters(me.emailaddress, 5)).map(({ subject }) => subject.split("combination ")[1]);
  expect(subjects).toEqual([
    "is asked for",
    expect.stringMatching(/^the Head of .+ has agreed$/),
    expect.stringMatching(/^the Head of .+ has agreed$/),
    expect.stringMatching(/^the Dean of .+ has agreed$/),
    "is in force",
  ]);
  const registry = await staffMember(portal, { pages: ["students"] });
  const [last] = (await registry.get(`/staff/ms_student/${me.student}/history`)).body;
  expect(last).toMatchObject({ deed: "Combination changed", changes: [{ label: "Programme" }] });
});

test("any office refuses with a reason, the asker takes back, and one is open at a time", async () => {
  const me = await asking(portal, desk);
  const form = { programme: desk.to._id, difference: 7_000, reason: "Again" };
  expect((await me.post("/student/combination_change", form)).body.code).toBe("asked-already");
  await granted(decides(desk.head, me.change));
  await granted(decides(desk.newhead, me.change, "The laboratory is full"));
  const letters = await portal.letters(me.emailaddress, 3);
  expect(letters.map(({ text }) => text).join()).toContain("The laboratory is full");
  expect((await decides(desk.dean, me.change)).body).toMatchObject({ code: "already-decided" });
  const again = await asked(me, desk.to._id);
  await granted(me.post(`/student/combination_change/${again}/withdraw`, {}));
  expect((await me.post(`/student/combination_change/${again}/withdraw`, {})).body.code).toBe("already-decided");
  expect((await own(me)).changes.map(({ state }: { state: string }) => state)).toEqual(["Withdrawn", "Refused"]);
  expect((await linesOf(me)).some(({ kind }: { kind: string }) => kind === "change")).toBe(false);
});

test("nobody decides twice: who heads both departments is followed by the registry, and an empty office too", async () => {
  const { db } = portal;
  const { newhead, head, registrar } = desk;
  const other = await staffMember(portal, {
    lastname: "Deputy",
    pages: ["dashboard", "combination-changes", "combination-changes.approve"],
  });
  const deputy = await staffMember(portal, {
    lastname: "Third",
    pages: ["combination-changes", "combination-changes.approve"],
  });
  await db.updateTable("head_assignment").set({ staff: head._id }).where("staff", "=", newhead._id).execute();
  await db.updateTable("dean_assignment").set({ end: "2021-01-01" }).execute();
  const me = await asking(portal, desk);
  await granted(decides(head, me.change));
  expect((await decides(head, me.change)).body.code).toBe("another-must-decide");
  expect(await waits(other)).toHaveLength(1);
  await granted(decides(registrar, me.change));
  await granted(decides(other, me.change));
  expect((await decides(registrar, me.change)).body.code).toBe("another-must-decide");
  await granted(decides(deputy, me.change));
  expect((await own(me)).changes).toMatchObject([{ state: "In force" }]);
  await db
    .updateTable("head_assignment")
    .set({ staff: newhead._id })
    .where("department", "=", desk.to.department)
    .execute();
  await db.updateTable("dean_assignment").set({ end: null }).execute();
});

test("what has changed since it was asked for is judged when the last one agrees", async () => {
  const me = await asking(portal, desk);
  for (const who of [desk.head, desk.newhead, desk.dean]) await granted(decides(who, me.change));
  const path = `/staff/ms_combination_change/${me.change}`;
  const { version: seen, effect } = (await desk.registrar.get(`${path}/standing`)).body;
  const approve = async () =>
    (await desk.registrar.post(`${path}/approve`, { seen, difference: effect.difference })).body;
  const student = (more: object) => portal.db.updateTable("student").set(more).where("_id", "=", me.student).execute();

  await dearer(portal, desk.to._id, 500);
  expect(await approve()).toMatchObject({ code: "version-stale", message: expect.stringContaining("₦7,500") });
  await sql`delete from portal.programme_tuition_fee_item where label = 'Laboratory 500'`.execute(portal.db);

  await student({ status: "Suspended" });
  expect(await approve()).toMatchObject({
    code: "combination-not-open",
    message: expect.stringContaining("Suspended"),
  });
  await student({ status: "Active" });

  const holds = await staffMember(portal, { pages: ["students", "holds", "holds.change"] });
  const hold = { kind: "Debt", blocks: ["registration"], reason: "Owes the hostel", office: "Bursary" };
  await granted(holds.post("/staff/ms_hold", { ...hold, ids: [me.student], count: 1 }));
  expect(await approve()).toMatchObject({ message: expect.stringContaining("Owes the hostel") });
  const { list } = (await holds.get(`/staff/ms_hold?student=${me.student}`)).body;
  await granted(holds.post("/staff/ms_hold/lift", { reason: "Paid", ids: [list[0]._id], count: 1 }));

  await granted(desk.registrar.post(`${path}/approve`, { seen, difference: effect.difference }));
});

test("entry rules, modes and places close a combination, each with its sentence", async () => {
  const me = await billedStudent(portal);
  const whyOf = async () =>
    (await own(me)).choices.find((one: { programme: { _id: string } }) => one.programme._id === desk.to._id).why;
  expect(await whyOf()).toBeNull();
  const results = [{ examination: { _id: "1" }, subject: "Igbo", scored: "C4" }];
  const snapshot = JSON.stringify({ results });
  await portal.db.updateTable("student").set({ snapshot }).where("_id", "=", me.student).execute();
  expect(await whyOf()).toContain("Its entry rules are not met");
  const form = { programme: desk.to._id, difference: 7_000, reason: "Please" };
  expect((await me.post("/student/combination_change", form)).body).toMatchObject({
    code: "combination-not-open",
    errors: { programme: expect.any(String) },
  });
  await portal.db.updateTable("student").set({ snapshot: null }).where("_id", "=", me.student).execute();
  await seats(desk, 0);
  expect(await whyOf()).toContain("No place is free");
  await seats(desk, 100);
});

test("the seat goes with the student: what is left is free again, and what is taken nobody else is offered", async () => {
  const me = await admittedStudent();
  const before = await heldSeats();
  const change = await asked(me, desk.to._id);
  for (const who of [desk.head, desk.newhead, desk.dean, desk.registrar]) await granted(decides(who, change));
  expect(await heldSeats()).toEqual({ from: before.from - 1, to: before.to + 1 });

  await seats(desk, 0);
  await expect(offer(portal, await candidate(portal, await nth(desk.to._id)))).rejects.toMatchObject({
    code: "no-seat-left",
  });
  await seats(desk, 100);
});

test("who was brought in by a file held no seat, and frees none until one is taken by a change", async () => {
  const me = await asking(portal, desk);
  const before = await heldSeats();
  for (const who of [desk.head, desk.newhead, desk.dean, desk.registrar]) await granted(decides(who, me.change));
  expect(await heldSeats()).toEqual({ from: before.from, to: before.to + 1 });
  const back = await asked(me, desk.from._id);
  const deputy = await staffMember(portal, { pages: ["combination-changes", "combination-changes.approve"] });
  // That school has no dean: one of the registry stands in.
  for (const who of [desk.newhead, desk.head, deputy, desk.registrar]) await granted(decides(who, back));
  expect(await heldSeats()).toEqual({ from: before.from + 1, to: before.to });
});

test("a head reads the changes of the own department, and an outsider none", async () => {
  const me = await asking(portal, desk);
  const listed = async (who: StaffMember) =>
    (await who.get("/staff/ms_combination_change")).body.list.map(({ _id }: { _id: string }) => _id);
  expect(await listed(desk.newhead)).toContain(me.change);
  const stranger = await staffMember(portal, {
    pages: ["combination-changes", "combination-changes.approve"],
    scope: "department",
  });
  expect(await listed(stranger)).toEqual([]);
  expect((await stranger.get(`/staff/ms_combination_change/${me.change}/standing`)).status).toBe(404);
  const { body } = await stranger.post(`/staff/ms_combination_change/${me.change}/approve`, { seen: 1, difference: 0 });
  expect(body.code).toBe("turn-of-another");
  const asOwn = await staffMember(portal, { pages: ["combination-changes", "combination-changes.approve"] });
  const { emailaddress } = me;
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", asOwn._id).execute();
  expect(await listed(asOwn)).not.toContain(me.change);
});

test("an office that would decide its own case, or whose right does not reach it, is the registry's for this one", async () => {
  const { db } = portal;
  const standing = async (change: string) =>
    (await desk.registrar.get(`/staff/ms_combination_change/${change}/standing`)).body;
  const me = await asking(portal, desk);
  const { emailaddress: usual } = await db
    .selectFrom("staff")
    .select("emailaddress")
    .where("_id", "=", desk.head._id)
    .executeTakeFirstOrThrow();
  const called = (emailaddress: string) =>
    db.updateTable("staff").set({ emailaddress }).where("_id", "=", desk.head._id).execute();
  expect((await standing(me.change)).deciders).toEqual([expect.stringContaining("Head")]);
  await called(me.emailaddress);
  expect(await standing(me.change)).toMatchObject({ mine: true, lastBy: expect.any(Array) });
  await called(usual);

  const narrow = await staffMember(portal, {
    pages: ["combination-changes", "combination-changes.approve"],
    scope: "college",
  });
  const heads = (staff: string) =>
    db.updateTable("head_assignment").set({ staff }).where("department", "=", desk.from.department).execute();
  await heads(narrow._id);
  const path = `/staff/ms_combination_change/${me.change}/approve`;
  expect((await narrow.post(path, { seen: 1, difference: 7_000 })).body.code).toBe("turn-of-another");
  expect((await standing(me.change)).mine).toBe(true);
  await heads(desk.head._id);
  expect(await standing(me.change)).toMatchObject({ mine: false });
});

test("every office agrees to what is to be paid, and reads who takes the last step when it stands in for another", async () => {
  const me = await asking(portal, desk);
  const path = `/staff/ms_combination_change/${me.change}`;
  const { version: seen } = (await desk.head.get(`${path}/standing`)).body;
  const unseen = await desk.head.post(`${path}/approve`, { seen, difference: 1 });
  expect(unseen.body).toMatchObject({ code: "version-stale", message: expect.stringContaining("₦7,000") });
  const last = async (who: StaffMember) => (await who.get(`${path}/standing`)).body.lastBy;
  expect(await last(desk.head)).toBeNull();
  const others = await last(desk.registrar);
  expect(others).not.toContain("Mrs Hauwa Registrar");
  await granted(decides(desk.head, me.change, "Not now"));
});

test("who has not completed a session asks for nothing yet, where the college wants one", async () => {
  const me = await billedStudent(portal);
  await setting("sessionsBeforeChange", 1);
  expect((await own(me)).why).toContain("after one full session at the college, and none is over yet");
  const session = newId();
  await portal.db
    .insertInto("session")
    .values({ _id: session, code: "2019", name: "2019/2020", semester: 1 })
    .execute();
  await portal.db.updateTable("student").set({ session }).where("_id", "=", me.student).execute();
  expect((await own(me)).why).toBeNull();
  await setting("sessionsBeforeChange", 0);
});

test("whom CAPS has approved for another programme is told that JAMB is to change it", async () => {
  const me = await billedStudent(portal);
  const { jamb } = await portal.db
    .selectFrom("student")
    .select("jamb")
    .where("_id", "=", me.student)
    .executeTakeFirstOrThrow();
  const capsOf = async () =>
    (await own(me)).choices.find((one: { programme: { _id: string } }) => one.programme._id === desk.to._id).caps;
  expect(await capsOf()).toBeNull();
  await approvedOnCaps(me.session, jamb ?? "", desk.from._id);
  expect(await capsOf()).toMatch(/^CAPS has approved .+ Ask JAMB for the change of course, or the National/);
});

test("where the college gives a new number, the earlier one still leads to the student and is nobody else's", async () => {
  await setting("matricAfterChange", "new");
  const me = await asking(portal, desk);
  for (const who of [desk.head, desk.newhead, desk.dean, desk.registrar]) await granted(decides(who, me.change));
  const { changes } = await own(me);
  expect(changes[0].newmatric).toMatch(/\/26\/\d{4}$/);
  const numbers = await portal.db
    .selectFrom("matriculation")
    .select("matric")
    .where("student", "=", me.student)
    .execute();
  expect(numbers).toEqual([{ matric: changes[0].newmatric }]);
  expect((await portal.letters(me.emailaddress, 5)).at(-1)?.text).toContain(changes[0].newmatric);
  const registry = await staffMember(portal, { pages: ["students"] });
  const { list } = (await registry.get(`/staff/ms_student?q=${encodeURIComponent(me.matric)}`)).body;
  expect(list).toMatchObject([{ _id: me.student, matric: changes[0].newmatric }]);
  expect(await addressOfMatric(portal.db, me.matric.toLowerCase())).toBe(me.emailaddress);
  const other = await billedStudent(portal);
  await expect(
    portal.db.updateTable("student").set({ matric: me.matric }).where("_id", "=", other.student).execute(),
  ).rejects.toMatchObject({ constraint: "student_matric" });
  await setting("matricAfterChange", "stays");
});

test("lists of bills follow the student to the new department, as the account does", async () => {
  const me = await asking(portal, desk);
  for (const who of [desk.head, desk.newhead, desk.dean, desk.registrar]) await granted(decides(who, me.change));
  const reaches = async (department: string) => {
    const head = await headOf(portal, department, ["tuition-accounts"]);
    const { list } = (await head.get(`/staff/ms_tuition_account?q=${encodeURIComponent(me.matric)}`)).body;
    return [list.length, (await head.get(`/staff/ms_tuition_account/${me.bill}/account`)).status];
  };
  const { db } = portal;
  const codes = await db.selectFrom("department").select(["_id", "code"]).execute();
  const codeOf = (unit: string) => codes.find(({ _id }) => _id === unit)?.code ?? "";
  expect(await reaches(codeOf(desk.to.department))).toEqual([1, 200]);
  expect(await reaches(codeOf(desk.from.department))).toEqual([0, 404]);
});

async function seats({ to }: CombinationDesk, free: number): Promise<void> {
  await sql`update portal.intake set seats = taken - beyond + ${free} where programme = ${to._id}`.execute(portal.db);
}

/** Which of the combinations that admit it is. */
async function nth(programme: string): Promise<number> {
  const admitting = portal.db.selectFrom("programme").select("_id").where("admits", "=", true).orderBy("code");
  return (await admitting.execute()).findIndex(({ _id }) => _id === programme);
}

/** How many seats of the two combinations are held, as the office reads it. */
async function heldSeats(): Promise<Record<"from" | "to", number>> {
  const registry = await staffMember(portal, { pages: ["intakes"] });
  const session = await coded(portal, "session", "2026");
  const taken = async (programme: string) =>
    (await registry.get(`/staff/ms_intake?session=${session}&programme=${programme}`)).body.list[0].taken;
  return { from: await taken(desk.from._id), to: await taken(desk.to._id) };
}

/** Somebody who accepted an offer and was handed over. */
async function admittedStudent(): Promise<Billed> {
  const one = await candidate(portal, await nth(desk.from._id));
  await offer(portal, one);
  await payAcceptance(portal, one);
  const me = { ...one, ...(await matriculate(portal, one._id, one.application)), ...asStudent(portal, one.token) };
  return { ...me, ...(await billed(portal, me.student)) };
}

/** What a CAPS return says, put straight into the database. */
async function approvedOnCaps(session: string, jamb: string, programme: string): Promise<void> {
  await sql`with list as (
      insert into portal.jamb_list (_id, session, kind, rows, added, changed, same, remarked, digest, staff)
      select gen_random_uuid(), ${session}::uuid, 'CAPS return', 1, 1, 0, 0, 0, ''::bytea, _id from portal.staff limit 1 returning _id
    ), course as (
      insert into portal.jamb_course (_id, course, programme) values (gen_random_uuid(), 'Lost course', ${programme}) returning _id)
    insert into portal.caps_return (_id, session, jamb, course, status, said, list, newest)
    select gen_random_uuid(), ${session}, ${jamb}, course._id, 'Approved', 'Approved', list._id, true from list, course`.execute(
    portal.db,
  );
}
