import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { billMaker } from "../../../../testing/billed.ts";
import { type MoneyDesk, moneyDesk } from "../../../../testing/correction.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import type { StaffMember } from "../../../../testing/staff.ts";
import { type Billed, billedStudent } from "../../../../testing/student.ts";
import { untilWaiting } from "../../../../testing/waiting.ts";
import { withoutRowLock } from "../../../../testing/without-guard.ts";
import { perform, portalItself } from "../../../platform/write/perform.server.ts";
import { addBillLine } from "../bill.server.ts";
import { takeLineBack } from "../line/line.server.ts";
import { wantedTuition } from "./pay.server.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let bursar: StaffMember;
let desk: MoneyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  bursar = await billMaker(portal);
  desk = await moneyDesk(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const billOf = async (me: Billed) => (await me.get(`/student/bill/${me.bill}`)).body;
const wish = async (me: Billed, amount?: number) =>
  (await me.post(`/student/bill/${me.bill}/reference`, amount === undefined ? {} : { amount })).body;
const verify = async (me: Billed, rrr: string, on = portal) => {
  await tenSecondsLater(on);
  return (await me.get(`/student/bill_payment/${rrr}`)).body;
};
/** What the books hold of a payment, in naira. */
async function booked(rrr: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; naira: number }>`
    select e.account, (-sum(e.amount_kobo) / 100)::int as naira from portal.payment_reference p
    join portal.ledger_journal j on j.payment = p._id join portal.ledger_entry e on e.journal = j._id
    where p.rrr = ${rrr} and e.account <> 'provider' group by e.account having sum(e.amount_kobo) <> 0`.execute(
    portal.db,
  );
  return Object.fromEntries(rows.map(({ account, naira }) => [account, naira]));
}
const openExceptions = async (rrr: string) =>
  (
    await portal.db
      .selectFrom("payment_exception")
      .select("kind")
      .where("rrr", "=", rrr)
      .where("closedAt", "is", null)
      .execute()
  ).map(({ kind }) => kind);
const addLine = (me: Billed, amount: number) =>
  perform(portal.db, portalItself, (work) =>
    addBillLine(work, {
      ...{ bill: me.bill, kind: "moved", label: "Student loan", reason: "As the council decided", staff: null },
      amount_kobo: amount * 100,
    }),
  );

test("what is paid beyond the bill is credit in the books, and follows the bill when it grows and shrinks", async () => {
  const me = await billedStudent(portal);
  const { bill } = await billOf(me);
  const old = await wish(me);
  const part = await wish(me, bill.balance - 5_000);
  await bank.pay(part.rrr);
  await verify(me, part.rrr);
  // 5,000 is left, and all of the bill is paid with a slip that was cancelled.
  await bank.payAnyway(old.rrr);
  expect(await verify(me, old.rrr)).toMatchObject({ isverified: true });
  const beyond = bill.balance - 5_000;
  expect(await booked(old.rrr)).toEqual({ "tuition-fee": 5_000, credit: beyond });
  expect(await booked(part.rrr)).toEqual({ "tuition-fee": beyond });
  expect(await openExceptions(old.rrr)).toEqual(["Bill overpaid"]);
  expect((await billOf(me)).bill).toMatchObject({ balance: -beyond });
  const account = (await bursar.get(`/staff/ms_tuition_account/${me.student}/account`)).body;
  expect(account).toMatchObject({ balance: -beyond });
  const letters = await portal.letters(me.emailaddress, 2);
  expect(letters.filter(({ text }) => text.includes("that is your credit"))).toHaveLength(1);
  // A line that comes later takes from the credit, and gives it back when it is taken back itself.
  const place = await addLine(me, beyond + 2_000);
  expect(await booked(old.rrr)).toEqual({ "tuition-fee": bill.balance });
  expect(await openExceptions(old.rrr)).toEqual([]);
  expect((await billOf(me)).bill).toMatchObject({ balance: 2_000 });
  await expectInvariants(portal.db);
  await perform(portal.db, portalItself, (work) =>
    takeLineBack(work, { bill: me.bill, place, reason: "It was called off", staff: null }),
  );
  expect(await booked(old.rrr)).toEqual({ "tuition-fee": 5_000, credit: beyond });
  expect(await openExceptions(old.rrr)).toEqual(["Bill overpaid"]);
  await expectInvariants(portal.db);
  // Given back by a voucher, it is on the bill no more; and when the bank takes the other back, what is left is owed.
  await desk.correct(old.rrr, "Refund", { voucher: "PV/2026/0500" });
  expect(await booked(old.rrr)).toEqual({ "tuition-fee": 5_000, refunded: beyond });
  expect((await billOf(me)).bill).toMatchObject({ balance: 0, paid: bill.balance });
  await desk.correct(part.rrr, "Reverse");
  expect((await billOf(me)).bill).toMatchObject({ balance: beyond });
});

test("credit that comes anew waits again, and is given back again", async () => {
  const me = await billedStudent(portal);
  const { rrr, amount } = await wish(me);
  await bank.pay(rrr);
  await verify(me, rrr);
  for (const [voucher, less] of [
    ["PV/2026/0601", 2_000],
    ["PV/2026/0602", 3_000],
  ] as const) {
    await addLine(me, -less);
    expect(await openExceptions(rrr)).toEqual(["Bill overpaid"]);
    await desk.correct(rrr, "Refund", { voucher });
    expect(await openExceptions(rrr)).toEqual([]);
  }
  expect(await booked(rrr)).toEqual({ "tuition-fee": amount - 5_000, refunded: 5_000 });
  await expectInvariants(portal.db);
});

test("a reference for more than is left is cancelled; paid all the same, it counts and gives credit", async () => {
  const me = await billedStudent(portal);
  const { bill } = await billOf(me);
  const old = await wish(me, 6_000);
  const all = await wish(me);
  await bank.payAnyway(old.rrr);
  await verify(me, old.rrr);
  expect((await billOf(me)).references).toMatchObject([
    { rrr: all.rrr, state: "CANCELLED", payable: false },
    { rrr: old.rrr, state: "PAID" },
  ]);
  const rest = await wish(me);
  expect(rest.amount).toBe(bill.balance - 6_000);
  await addLine(me, -1_000);
  expect((await billOf(me)).references[0]).toMatchObject({ rrr: rest.rrr, state: "CANCELLED" });
  await bank.payAnyway(rest.rrr);
  expect(await verify(me, rest.rrr)).toMatchObject({ isverified: true });
  expect((await billOf(me)).bill.balance).toBe(-1_000);
  expect(await booked(rest.rrr)).toEqual({ "tuition-fee": rest.amount - 1_000, credit: 1_000 });
});

test("a person makes so many references for bills an hour, and then waits", async () => {
  const me = await billedStudent(portal);
  for (let nth = 0; nth < 20; nth += 1) expect(await wish(me, 5_000 + nth)).toMatchObject({ type: "success" });
  expect(await me.post(`/student/bill/${me.bill}/reference`, { amount: 5_100 })).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining("many payment references") },
  });
  // The open one is still answered.
  expect(await wish(me, 5_019)).toMatchObject({ type: "success" });
});

test("how much is left is judged after the wait for what is just being paid; judged before, too much is asked for", async () => {
  const me = await billedStudent(portal);
  const wished = await whilePaying(portal, me, () => wish(me, 5_000));
  expect(wished).toMatchObject({ type: "error", code: "bill-settled" });

  const bare = await startPortal(inject("place"));
  try {
    const other = await billedStudent(bare);
    const judge = () =>
      bare.db
        .transaction()
        .execute(wantedTuition({ applicant: other._id, student: other.student }, other.bill, 5_000))
        .catch(({ code }) => code);
    const without = async () => {
      for (const table of ["payment_reference", "bill"]) await withoutRowLock(bare, table);
      await sql`alter table portal.payment_reference_rows disable trigger payment_reference_moved`.execute(bare.db);
    };
    expect(await whilePaying(bare, other, judge, without)).toMatchObject({ amount_kobo: 500_000 });
    expect(await judge()).toBe("bill-settled");
  } finally {
    await bare.stop();
  }
});

/** Does something while the payment of all of a bill is being verified, and not before; answers what it came to. */
async function whilePaying<R>(
  on: TestPortal,
  me: Billed,
  deed: () => Promise<R>,
  prepare = async () => {},
): Promise<R> {
  const { rrr } = await wish(me);
  const control = sandboxControl(on.sandbox);
  await control.fault("notify-none");
  await control.pay(rrr);
  await tenSecondsLater(on);
  await prepare();
  const { verifying, done } = await on.db.transaction().execute(async (trx) => {
    await sql`lock table portal.ledger_journal in exclusive mode`.execute(trx);
    const verifying = me.get(`/student/bill_payment/${rrr}`);
    await untilWaiting(on, 1);
    const done = deed();
    // It waits too, or waits for nobody and is done.
    await Promise.race([done, untilWaiting(on, 2)]);
    return { verifying, done };
  });
  await verifying;
  return done;
}
