import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { billed, enrolled, paidTuition } from "../../../testing/billed.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { type Billed, billedStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutConstraint, withoutRowLock } from "../../../testing/without-guard.ts";

import { outageOf } from "../../platform/database/outage.server.ts";
import { makeBills, opens } from "../bill/bill.server.ts";
import { refusalOfMerged } from "../student/student.server.ts";

const path = "/staff/ms_bill_adjustment";

interface Desk {
  readonly portal: TestPortal;
  readonly cashier: StaffMember;
  readonly bursar: StaffMember;
}

async function deskOf(portal: TestPortal): Promise<Desk> {
  const pages = [
    ...(["bill-adjustments", "bill-adjustments.change", "tuition-accounts"] as const),
    ...(["students", "student-merges", "student-merges.change", "student-merges.approve"] as const),
  ] as const;
  const cashier = await staffMember(portal, { lastname: "Cashier", pages });
  const bursar = await staffMember(portal, { lastname: "Bursar", pages: [...pages, "bill-adjustments.approve"] });
  return { portal, cashier, bursar };
}

let desk: Desk;
beforeAll(async () => {
  desk = await deskOf(await startPortal(inject("place")));
});
afterEach(() => expectInvariants(desk.portal.db));
afterAll(() => desk.portal.stop());

/** A student with a bill, who does not sign in. */
async function billedOne({ portal }: Desk = desk) {
  const { _id } = await enrolled(portal);
  const { bill, session } = await billed(portal, _id);
  const { matric } = await portal.db
    .selectFrom("student")
    .select("matric")
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();
  return { _id, bill, session, matric: matric ?? "" };
}
type One = Pick<Billed, "matric" | "session" | "bill">;

const form = (of: readonly One[], more: object) => ({
  ...{ kind: "waiver", label: "Staff child", session: of[0]?.session, semester: 1 },
  ...{ students: of.map(({ matric }) => matric).join("\n"), reason: "Letter of the Provost of 3 November" },
  ...more,
});
const check = async (of: readonly One[], more: object = {}) => {
  const { reason: _, ...asked } = form(of, more);
  return (await desk.cashier.post(`${path}/check`, asked)).body;
};
const propose = ({ cashier }: Desk, of: readonly One[], more: object = {}) =>
  cashier.post(path, { ...form(of, more), count: of.length });
const proposed = async (of: readonly One[], more: object = {}): Promise<string> =>
  (await granted(propose(desk, of, more))).body._id;
const approve = (id: string) => desk.bursar.post(`${path}/${id}/approve`, {});
const billOf = async (one: One, { bursar }: Desk = desk) =>
  (await bursar.get(`/staff/ms_tuition_account/${one.bill}/account`)).body.bills[0];
const billsOf = async (id: string) => (await desk.bursar.get(`${path}/${id}/bills`)).body;

test("half of the fees is waived by two people: seen before, shown on the bill with its reason, and written about", async () => {
  const me = await billedStudent(desk.portal);
  const { balance } = await billOf(me);
  const seen = await check([me], { percent: 50 });
  const half = Math.ceil(balance / 2);
  expect(seen).toMatchObject({
    ...{ type: "success", total: -half, leftOut: [] },
    bills: [{ matric: me.matric, before: balance, amount: -half, after: balance - half }],
    parts: [expect.objectContaining({ before: balance, after: balance - half })],
  });
  const said = (await granted(propose(desk, [me], { percent: 50 }))).body;
  expect(said.message).toMatch(/^Waiver, Staff child, for .+ is proposed\. .*Bursar may approve it$/);
  expect((await billOf(me)).balance, "nothing is done yet").toBe(balance);
  const own = await staffMember(desk.portal, {
    pages: ["bill-adjustments", "bill-adjustments.change", "bill-adjustments.approve"],
  });
  const byOne = (await granted(own.post(path, { ...form([me], { percent: 10, label: "Sport" }), count: 1 }))).body._id;
  expect((await own.post(`${path}/${byOne}/approve`, {})).status, "nobody approves what they proposed").toBe(403);
  await granted(own.post(`${path}/${byOne}/withdraw`, {}));

  expect((await granted(approve(said._id))).body.message).toBe("1 bill changed");
  const { bill } = (await me.get(`/student/bill/${me.bill}`)).body;
  expect(bill).toMatchObject({ balance: balance - half });
  expect(bill.lines.at(-1)).toMatchObject({
    ...{ kind: "waiver", label: "Staff child", amount: -half, by: null, reason: "Letter of the Provost of 3 November" },
  });
  const [letter] = await desk.portal.letters(me.emailaddress, 1, /your bill is .* less/);
  expect(letter?.text).toContain("Waiver: Staff child");
  expect((await approve(said._id)).body).toMatchObject({ code: "already-decided" });
  const [line] = (await desk.bursar.get(`${path}?q=${encodeURIComponent(me.matric)}&kind=waiver&state=Approved`)).body
    .list;
  expect(line).toMatchObject({ label: "Staff child", count: 1, total: -half, applied: 1, refused: 0 });
});

test("each line of a list is judged by itself, and what has changed until the approval holds up nobody else", async () => {
  const [one, other, late] = [await billedOne(), await billedOne(), await billedOne()];
  const { _id: unbilled } = await enrolled(desk.portal);
  const { matric: bare } = await desk.portal.db
    .selectFrom("student")
    .select("matric")
    .where("_id", "=", unbilled)
    .executeTakeFirstOrThrow();
  const students = [one.matric.toLowerCase(), other.matric, "NCE/00/1", one.matric, bare, late.matric].join(", ");
  const seen = await check([one], { percent: 60, students });
  expect(seen.bills).toHaveLength(3);
  expect(seen.leftOut).toMatchObject([
    { line: 3, given: "NCE/00/1", name: null, why: "No student has this matric number" },
    { line: 4, given: one.matric, why: "Named twice" },
    { line: 5, given: bare, why: "Has no bill of the first semester 2026/2027" },
  ]);
  const stale = await desk.cashier.post(path, { ...form([one], { percent: 60, students }), count: 6 });
  expect([stale.status, stale.body.code]).toEqual([409, "list-has-changed"]);
  const { _id } = (await granted(desk.cashier.post(path, { ...form([one], { percent: 60, students }), count: 3 })))
    .body;
  // A scholarship comes first, and leaves too little for one of them.
  await granted(approve(await proposed([late], { kind: "scholarship", label: "Provost's Fund", percent: 50 })));
  const { balance } = await billOf(late);
  expect((await granted(approve(_id))).body.message).toBe(
    "2 bills changed. 1 bill stayed as it was: see why beside each",
  );
  expect(await billOf(late)).toMatchObject({ balance });
  const { bills } = await billsOf(_id);
  expect(bills.filter(({ state }: { state: string }) => state === "Applied")).toHaveLength(2);
  expect(bills.find(({ bill }: { bill: string }) => bill === late.bill)).toMatchObject({
    ...{ state: "Refused", refusal: expect.stringContaining("of this bill is charged and not waived yet") },
  });
  expect((await check([one], { percent: 10 })).leftOut).toMatchObject([
    { why: "This bill has it already: Waiver, Staff child" },
  ]);

  // One of them was wrong: it is taken back by two people, by a line against it, and only once.
  const undo = await desk.cashier.post(`${path}/${_id}/undo`, { reason: "The wrong brother", bill: one.bill });
  const undoing = (await granted(Promise.resolve(undo))).body._id;
  expect((await desk.cashier.post(`${path}/${_id}/undo`, { reason: "Again" })).body.code).toBe(
    "proposal-waits-already",
  );
  await granted(approve(undoing));
  const back = await billOf(one);
  expect(back.balance).toBe(
    back.lines
      .filter(({ kind }: { kind: string }) => kind === "fee")
      .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0),
  );
  expect(back.lines.at(-1)).toMatchObject({ kind: "waiver", label: "Taken back: Staff child" });
  expect((await desk.cashier.post(`${path}/${_id}/undo`, { reason: "Again", bill: one.bill })).body.code).toBe(
    "change-not-undone",
  );
  expect((await billOf(other)).balance).toBeLessThan(back.balance);
});

test("a change is more or less, a debt is more, and no form says what its kind does not take", async () => {
  const one = await billedOne();
  const { balance } = await billOf(one);
  await granted(approve(await proposed([one], { kind: "change", label: "Wrong class of fee", amount: -4_000 })));
  await granted(approve(await proposed([one], { kind: "change", label: "Hostel", amount: 1_500.5 })));
  await granted(approve(await proposed([one], { kind: "debt", label: "Balance of 2023/2024", amount: 7_000 })));
  expect((await billOf(one)).balance).toBe(balance - 4_000 + 1_500.5 + 7_000);
  const codeOf = async (more: object) => (await propose(desk, [one], more)).body.code;
  expect(await codeOf({ percent: 50, amount: 5 })).toBe("amount-unfit");
  expect(await codeOf({})).toBe("amount-missing");
  expect(await codeOf({ kind: "debt", label: "Old", amount: -5 })).toBe("amount-unfit");
  expect(await codeOf({ kind: "change", label: "All", amount: -2 * balance })).toBe("nobody-to-adjust");
  // All that is left, also where a part is off already; beyond what is charged nothing is.
  await granted(approve(await proposed([one], { percent: 100 })));
  expect(await codeOf({ kind: "scholarship", label: "Fund", percent: 10 })).toBe(undefined);
  const declined = (await desk.bursar.get(`${path}?q=${encodeURIComponent(one.matric)}&state=Proposed`)).body.list[0]
    ._id;
  await granted(desk.bursar.post(`${path}/${declined}/decline`, { reason: "No such fund" }));
  expect((await billsOf(declined)).bills).toMatchObject([{ state: "Dropped" }]);
});

test("a wrong bill of which nothing is paid is taken back: nobody owes it, and another can be made", async () => {
  const { portal, bursar } = desk;
  const [me, payer] = [await billedStudent(portal), await billedStudent(portal)];
  await paidTuition(portal, payer, payer.bill, 5_000);
  const wrong = { kind: "taking-back", label: "Bill taken back" };
  const students = [me.matric, payer.matric].join("\n");
  const seen = await check([me], { ...wrong, students });
  expect(seen.bills).toMatchObject([{ matric: me.matric, after: 0 }]);
  expect(seen.leftOut).toMatchObject([{ given: payer.matric, why: expect.stringContaining("Something is paid") }]);
  const id = await proposed([me], wrong);
  await granted(approve(id));
  const { bill } = (await me.get(`/student/bill/${me.bill}`)).body;
  expect(bill).toMatchObject({ takenback: expect.any(String), balance: 0, opened: [] });
  expect((await me.post(`/student/bill/${me.bill}/reference`, {})).body.code).toBe("bill-settled");
  const [row] = (await bursar.get(`/staff/ms_tuition_account?q=${encodeURIComponent(me.matric)}&takenback=true`)).body
    .list;
  expect(row).toMatchObject({ _id: me.bill, balance: 0 });
  const term = { session: me.session, semester: 1 };
  expect((await opens(portal.db, me.student, term)).bill).toBeNull();
  expect((await check([me], { percent: 10 })).leftOut).toMatchObject([{ why: expect.stringContaining("Has no bill") }]);
  expect((await desk.cashier.post(`${path}/${id}/undo`, { reason: "No" })).body.code).toBe("change-not-undone");
  const [made] = await perform(portal.db, portalItself, (work) => makeBills(work, term, [me.student]));
  expect((await opens(portal.db, me.student, term)).bill).toBe(made?._id);
  const undone = sql`update portal.bill set "takenbackAt" = null where _id = ${me.bill}`;
  await expect(undone.execute(portal.db)).rejects.toThrow("a bill is taken back once");
  const paid = sql`update portal.bill set "takenbackAt" = now() where _id = ${payer.bill}`;
  await expect(paid.execute(portal.db)).rejects.toThrow("nothing is paid");
});

test("what stands on a bill that was taken back since is not undone: nobody owes it again", async () => {
  const one = await billedOne();
  const waiver = await proposed([one], { percent: 50 });
  await granted(approve(waiver));
  const undo = { reason: "The wrong child", bill: one.bill };
  const undoing = (await granted(desk.cashier.post(`${path}/${waiver}/undo`, undo))).body._id;
  await granted(approve(await proposed([one], { kind: "taking-back", label: "Bill taken back" })));
  expect((await granted(approve(undoing))).body).toMatchObject({ message: expect.stringMatching(/^0 bills changed/) });
  expect((await billsOf(undoing)).bills).toMatchObject([{ state: "Refused", refusal: "This bill is taken back" }]);
  expect((await billOf(one)).balance).toBe(0);
  expect((await billsOf(waiver)).bills).toMatchObject([{ state: "Applied", undoable: false }]);
  expect((await desk.cashier.post(`${path}/${waiver}/undo`, undo)).body.code).toBe("change-not-undone");
  const debt = sql`insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason)
    values (${one.bill}, 99, 'debt', 'Again', 100, 'Again')`;
  await expect(debt.execute(desk.portal.db)).rejects.toThrow("the bill is taken back");
});

const sumsOf = (bill: string) =>
  desk.portal.db
    .selectFrom("bill")
    .select(["billed_kobo", "balance_kobo"])
    .where("_id", "=", bill)
    .executeTakeFirstOrThrow();

/** Makes one of two records, by two people. */
async function merged(kept: { readonly _id: string }, gone: { readonly _id: string }) {
  const merges = "/staff/ms_student_merge";
  const pair = { kept: kept._id, gone: gone._id, reason: "The same face and papers" };
  const { _id } = (await granted(desk.cashier.post(merges, pair))).body;
  const { compared } = (await granted(desk.bursar.get(`${merges}/${_id}/effect`))).body;
  await granted(desk.bursar.post(`${merges}/${_id}/approve`, { seen: compared?.seen ?? 0 }));
}

test("a merged record's number leads to the bill that stays, and what was let off on the other is undone there", async () => {
  const [kept, gone, other] = [await billedOne(), await billedOne(), await billedOne()];
  const id = await proposed([gone, other], { percent: 50 });
  await granted(approve(id));
  await merged(kept, gone);
  const seen = await check([gone, other, kept], { label: "Sport", percent: 10 });
  const matrics = seen.bills.map(({ matric }: { matric: string }) => matric);
  expect(matrics.toSorted()).toEqual([kept.matric, other.matric].toSorted());
  expect(seen.formerly).toMatchObject([{ line: 1, given: gone.matric, matric: kept.matric }]);
  expect(seen.leftOut).toMatchObject([{ given: kept.matric, why: "Named twice" }]);

  const undoable = async () =>
    (await billsOf(id)).bills
      .filter((one: { undoable: boolean }) => one.undoable)
      .map(({ bill }: { bill: string }) => bill);
  expect((await undoable()).toSorted()).toEqual([gone.bill, other.bill].toSorted());
  const owed = await sumsOf(kept.bill);
  const alone = { reason: "The wrong fund", bill: gone.bill };
  const undone = (await granted(desk.cashier.post(`${path}/${id}/undo`, alone))).body;
  expect((await granted(approve(undone._id))).body.message).toBe("1 bill changed");
  expect(await undoable()).toEqual([other.bill]);
  const after = await sumsOf(kept.bill);
  expect(after.balance_kobo).toBe(2 * owed.balance_kobo);
  expect(await sumsOf(gone.bill)).toMatchObject({ billed_kobo: 0, balance_kobo: 0 });
  const again = await desk.cashier.post(`${path}/${id}/undo`, alone);
  expect(again.body).toMatchObject({ code: "change-not-undone", message: "It is taken back already" });
});

test("what would come to a record that was merged long ago is told which one stays, and is not tried for ever", async () => {
  const [kept, gone] = [await billedOne(), await billedOne()];
  await merged(kept, gone);
  const tellApart = () =>
    sql`insert into portal.told_apart (student, other, alike, saidby) select ${gone._id}, ${kept._id}, '{name}', _id
      from portal.staff limit 1`
      .execute(desk.portal.db)
      .then(
        () => new Error("it came"),
        (fault: Error) => fault,
      );
  expect(outageOf(await tellApart()), "overtaken just now").toMatchObject({ status: 503 });
  await sql`update portal.student set "statusAt" = now() - interval '1 minute' where _id = ${gone._id}`.execute(
    desk.portal.db,
  );
  const fault = await tellApart();
  expect(outageOf(fault)).toBeUndefined();
  expect(refusalOfMerged(fault)).toMatchObject({
    ...{ code: "student-merged", message: `${gone.matric} was merged into ${kept.matric}: name that one` },
  });
});

test("a right that reaches one department reads nobody's bill through a change of bills", async () => {
  const one = await billedOne();
  const id = await proposed([one], { percent: 10, label: "Sport" });
  const pages = ["bill-adjustments", "bill-adjustments.change"] as const;
  const head = await staffMember(desk.portal, { pages, scope: "department" });
  const { reason: _, ...asked } = form([one], { percent: 50 });
  const answers = [
    await head.post(`${path}/check`, asked),
    await head.get(`${path}/${id}/bills`),
    await head.get(`${path}/terms`),
  ];
  for (const { status, body } of answers) expect([status, body.code]).toEqual([403, "whole-college-only"]);
});

/** Two waivers of more than half a bill, approved at once. Answers what the bill then charges less waivers, in naira. */
async function twoAtOnce(at: Desk, one: One): Promise<number> {
  const waivers = await Promise.all(
    ["Staff child", "Blind"].map(async (label) => (await granted(propose(at, [one], { label, percent: 60 }))).body._id),
  );
  await whileTableHeld(at.portal, "outgoing_mail", 2, async () => {
    const both = waivers.map((id) => at.bursar.post(`${path}/${id}/approve`, {}));
    return async () => Promise.all(both);
  }).then((answers) => answers());
  const { lines } = await billOf(one, at);
  return lines.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
}

test("two waivers at once do not come to more than the bill; without the lock and the rule they do", async () => {
  expect(await twoAtOnce(desk, await billedOne())).toBeGreaterThan(0);
  const bare = await deskOf(await startPortal(inject("place")));
  try {
    const one = await billedOne(bare);
    await sql`drop trigger bill_line_within on portal.bill_line`.execute(bare.portal.db);
    await sql`drop index portal.bill_adjustment_line_once`.execute(bare.portal.db);
    await withoutRowLock(bare.portal, "bill");
    await withoutConstraint(bare.portal, "bill_line", "bill_line_pkey");
    expect(await twoAtOnce(bare, one)).toBeLessThan(0);
  } finally {
    await bare.portal.stop();
  }
});

test("the database itself takes no waiver beyond what is charged", async () => {
  const one = await billedOne();
  const beyond = sql`insert into portal.bill_line (bill, place, kind, label, amount_kobo, reason)
    values (${one.bill}, 99, 'waiver', 'Too much', -99999999900, 'Too much')`;
  await expect(beyond.execute(desk.portal.db)).rejects.toThrow("more is waived than is charged");
});
