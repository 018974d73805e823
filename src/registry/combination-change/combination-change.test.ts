import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { asked, asking, type CombinationDesk, combinationDesk, dearer, decides } from "../../../testing/combination.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { type Billed, billedStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

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
const setting = (name: string, value: string) =>
  sql`insert into portal.setting (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(portal.db);

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
  expect((await portal.letters(me.emailaddress, 3)).at(-1)?.text).toContain("The laboratory is full");
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

test("where the college gives a new number, the earlier one stays in the register", async () => {
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
  await setting("matricAfterChange", "stays");
});

async function seats({ to }: CombinationDesk, count: number): Promise<void> {
  await sql`update portal.intake set seats = ${count} where programme = ${to._id}`.execute(portal.db);
}
