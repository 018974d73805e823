import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { paidTuition } from "../../../testing/billed.ts";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { sponsored } from "../../../testing/sponsored.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { type Billed, billedStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { perform, portalItself } from "../../platform/write/perform.server.ts";
import { makeBills } from "../bill/bill.server.ts";

let portal: TestPortal;
let registrar: StaffMember;
let provost: StaffMember;
let desk: MoneyDesk;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await moneyDesk(portal);
  bank = sandboxControl(portal.sandbox);
  const pages = [
    ...(["students", "student-merges", "student-merges.change", "tuition-accounts", "withdrawals"] as const),
    ...(["withdrawals.change", "bill-adjustments", "bill-adjustments.change"] as const),
    ...(["sponsors", "sponsors.change", "sponsorships", "sponsorships.change"] as const),
  ];
  registrar = await staffMember(portal, { lastname: "Registrar", pages });
  provost = await staffMember(portal, {
    lastname: "Provost",
    pages: [
      ...pages,
      "student-merges.approve",
      "withdrawals.approve",
      "bill-adjustments.approve",
      "sponsorships.approve",
    ],
  });
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

/** Two records of one person become one; who stays signs in with the own account. */
async function merged(kept: Billed, gone: Billed): Promise<void> {
  const path = "/staff/ms_student_merge";
  const pair = { kept: kept.student, gone: gone.student, reason: "The same face and papers" };
  const { _id } = (await granted(registrar.post(path, pair))).body;
  const { compared } = (await granted(provost.get(`${path}/${_id}/effect`))).body;
  await granted(provost.post(`${path}/${_id}/approve`, { seen: compared?.seen ?? 0 }));
}
const billOf = async (me: Billed, bill = me.bill) => (await granted(me.get(`/student/bill/${bill}`))).body.bill;
const billed = async ({ student, session }: Billed, semester: number): Promise<string> => {
  const [made] = await perform(portal.db, portalItself, (work) => makeBills(work, { session, semester }, [student]));
  return made?._id ?? "";
};
const rrrOf = async (payment: string) =>
  (await portal.db.selectFrom("payment_reference").select("rrr").where("_id", "=", payment).executeTakeFirstOrThrow())
    .rrr ?? "";

test("credit of the account that is gone pays references and bills of the one that stays, and nobody else's", async () => {
  const [kept, gone, other] = [await billedStudent(portal), await billedStudent(portal), await billedStudent(portal)];
  await paidTuition(portal, kept, kept.bill);
  const payment = await paidTuition(portal, gone, gone.bill);
  const rrr = await rrrOf(payment);
  const fee = (await billOf(kept)).paid;
  await merged(kept, gone);
  const second = await billed(kept, 2);
  const { balance } = await billOf(kept, second);
  const part = Math.min(balance, 4_000);

  // A part of it moves to the bill; the rest pays a reference of just as much.
  const goals = (await granted(registrar.get(`/staff/ms_withdrawal/payment/${payment}`))).body;
  expect(goals).toMatchObject({ source: { credit: fee }, bills: [{ _id: second, left: balance }] });
  const move = { trx: rrr, amount: part, bill: second, reason: "Paid on the other record" };
  const { _id } = (await granted(registrar.post("/staff/ms_withdrawal", move))).body;
  await granted(provost.post(`/staff/ms_withdrawal/${_id}/approve`));
  expect(await billOf(kept, second)).toMatchObject({ balance: balance - part, payments: [{ amount: part }] });

  const rest = fee - part;
  const wanted = async (me: Billed, bill: string) =>
    (await granted(me.post(`/student/bill/${bill}/reference`, { amount: rest }))).body;
  const theirs = await wanted(other, other.bill);
  expect((await desk.propose(rrr, "Apply credit", { target: theirs._id })).body).toMatchObject({
    code: "credit-target-unfit",
  });
  const mine = await wanted(kept, second);
  const { targets } = (await granted(desk.cashier.get(`/staff/ms_payment_correction/payment/${payment}`))).body;
  expect(targets).toMatchObject([{ _id: mine._id }]);
  await desk.correct(rrr, "Apply credit", { target: mine._id });
  expect(await billOf(kept, second)).toMatchObject({ balance: balance - fee });
});

test("a bill that is made anew takes at once what was paid on the one of the record that is gone", async () => {
  const [kept, gone] = [await billedStudent(portal), await billedStudent(portal)];
  const { rrr } = (await granted(gone.post(`/student/bill/${gone.bill}/reference`, { amount: 6_000 }))).body;
  await merged(kept, gone);
  const change = { kind: "taking-back", label: "Bill taken back", session: kept.session, semester: 1, count: 1 };
  const wrong = { ...change, students: kept.matric, reason: "Made for the wrong class" };
  const { _id } = (await granted(registrar.post("/staff/ms_bill_adjustment", wrong))).body;
  await granted(provost.post(`/staff/ms_bill_adjustment/${_id}/approve`, {}));
  // While there is no bill, the reference that was cancelled is paid after all: that is credit.
  await bank.payAnyway(rrr);
  await tenSecondsLater(portal);
  await granted(kept.get(`/student/bill_payment/${rrr}`));
  const fresh = await billed(kept, 1);
  const { billed: charged } = await billOf(kept, gone.bill);
  expect(charged).toBe(6_000);
  const { balance, lines } = await billOf(kept, fresh);
  const fees = lines.filter(({ kind }: { kind: string }) => kind === "fee");
  expect(balance).toBe(fees.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0) - 6_000);
});

test("what the bank takes back from a sponsor is owed on the bill that stays, on whichever of the two it was paid", async () => {
  const [kept, gone] = [await billedStudent(portal), await billedStudent(portal)];
  const { balance: fee } = await billOf(kept);
  const rrr = await sponsored(portal, [registrar, provost], [[gone, 5_000]]);
  await merged(kept, gone);
  expect(await billOf(kept)).toMatchObject({ balance: fee - 5_000 });
  await desk.correct(rrr, "Reverse");
  expect(await billOf(kept)).toMatchObject({ balance: fee });
});

test("where a sponsor's payment goes from the bill that stays, what was paid on the other counts in its place", async () => {
  const [kept, gone] = [await billedStudent(portal), await billedStudent(portal)];
  const { balance: fee } = await billOf(kept);
  const rrr = await sponsored(portal, [registrar, provost], [[kept, fee]]);
  await paidTuition(portal, gone, gone.bill, 7_000);
  await merged(kept, gone);
  expect(await billOf(kept)).toMatchObject({ balance: 0 });
  await desk.correct(rrr, "Reverse");
  expect(await billOf(kept)).toMatchObject({ balance: fee - 7_000 });
});
