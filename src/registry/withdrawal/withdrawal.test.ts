import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { lagosDay, lagosToday } from "#kit/value/dates.rules.ts";
import { billMaker, paidTuition } from "../../../testing/billed.ts";
import { superuser } from "../../../testing/books.ts";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { payable } from "../../../testing/payable.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { type Billed, billedStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { newId } from "../../platform/database/id.server.ts";
import { perform, portalItself } from "../../platform/write/perform.server.ts";
import { addBillLine, makeBills } from "../bill/bill.server.ts";

let portal: TestPortal;
let cashier: StaffMember;
let bursar: StaffMember;
let desk: MoneyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["withdrawals", "withdrawals.change", "payments"] as const;
  cashier = await staffMember(portal, { pages: [...pages], lastname: "Cashier" });
  bursar = await staffMember(portal, { pages: [...pages, "withdrawals.approve"], lastname: "Bursar" });
  desk = await moneyDesk(portal);
  await billMaker(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_withdrawal";
const propose = async (trx: string, amount: number, more: object = {}) =>
  (await cashier.post(path, { trx, amount, ...more })).body;
const approve = async (id: string) => (await bursar.post(`${path}/${id}/approve`)).body;
async function withdrawn(trx: string, amount: number, more: object = {}): Promise<string> {
  const { body } = await granted(cashier.post(path, { trx, amount, ...more }));
  await granted(bursar.post(`${path}/${body._id}/approve`));
  return body._id;
}
const rowOf = async (id: string) => (await cashier.get(`${path}/${id}`)).body;
const billOf = async (me: Billed, bill = me.bill) => (await me.get(`/student/bill/${bill}`)).body.bill;
const receiptOf = async (me: Billed, payment: string) => (await me.get(`/student/receipt/${payment}`)).body;
/** What the books hold of a payment beside what lies at the provider, in naira. */
async function booked(payment: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; naira: number }>`
    select e.account, (-sum(e.amount_kobo) / 100)::int as naira from portal.ledger_journal j
    join portal.ledger_entry e on e.journal = j._id
    where j.payment = ${payment} and e.account <> 'provider' group by e.account having sum(e.amount_kobo) <> 0`.execute(
    portal.db,
  );
  return Object.fromEntries(rows.map(({ account, naira }) => [account, naira]));
}
/** A student with a paid bill. */
async function paidUp(): Promise<{ me: Billed; payment: string; all: number }> {
  const me = await billedStudent(portal);
  const payment = await paidTuition(portal, me, me.bill);
  return { me, payment, all: (await billOf(me)).paid };
}
/** The bill of the second semester, beside the first. */
async function secondBill({ student, session }: Billed): Promise<string> {
  const [made] = await perform(portal.db, portalItself, (work) => makeBills(work, { session, semester: 2 }, [student]));
  if (!made) throw new Error("the class has no fee in the second semester");
  return made._id;
}

describe("a refund", () => {
  test("is proposed by transaction and amount alone, approved by another, and booked when it is paid out", async () => {
    const { me, payment, all } = await paidUp();
    const rrr = (await billOf(me)).payments[0].rrr;
    const proposed = await propose(`${rrr.slice(0, 4)}-${rrr.slice(4, 8)}-${rrr.slice(8)}`, 6_000);
    expect(proposed).toMatchObject({ type: "success", message: expect.stringContaining("Bursar may approve it") });
    const { source, own } = (await bursar.get(`${path}/${proposed._id}/file`)).body;
    expect({ own, source }).toMatchObject({ own: false, source: { left: all, waiting: 6_000, bill: { left: 0 } } });
    expect((await cashier.post(`${path}/${proposed._id}/approve`)).status).toBe(403);
    expect(await approve(proposed._id)).toMatchObject({ type: "success" });
    expect(await booked(payment)).toEqual({ "tuition-fee": all - 6_000, payable: 6_000 });
    expect(await billOf(me)).toMatchObject({ balance: 6_000, paid: all - 6_000, payments: [{ withdrawn: 6_000 }] });
    const form = { how: "Bank transfer", reference: "FT/26/0091", paidouton: lagosToday() };
    expect((await cashier.post(`${path}/${proposed._id}/pay_out`, form)).body).toMatchObject({ type: "success" });
    expect(await booked(payment)).toEqual({ "tuition-fee": all - 6_000, refunded: 6_000 });
    expect(await rowOf(proposed._id)).toMatchObject({ state: "Paid out", reference: "FT/26/0091", amount: 6_000 });
    expect((await cashier.post(`${path}/${proposed._id}/pay_out`, form)).status).toBe(409);
    expect(await receiptOf(me, payment)).toMatchObject({
      message: expect.stringContaining("₦6,000.00 of it was taken out again"),
      details: { withdrawn: 6_000 },
    });
    const subjects = (await portal.letters(me.emailaddress, 4)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes("₦6,000"))).toHaveLength(2);
    const csv = (await cashier.get(`${path}/export`)).body;
    expect(String(csv)).toContain("FT/26/0091");
    // Another voucher of the same number pays nothing else out.
    const again = await withdrawn(payment, 1_000);
    expect((await cashier.post(`${path}/${again}/pay_out`, form)).body).toMatchObject({ code: "payout-known" });
  });

  test("takes credit first, and what the bill still needs last", async () => {
    const { me, payment, all } = await paidUp();
    await perform(portal.db, portalItself, (work) =>
      addBillLine(work, {
        ...{ bill: me.bill, kind: "moved", label: "Student loan", reason: "Approved list", staff: null },
        amount_kobo: -400_000,
      }),
    );
    expect(await booked(payment)).toEqual({ "tuition-fee": all - 4_000, credit: 4_000 });
    await withdrawn(payment, 3_000);
    expect(await billOf(me)).toMatchObject({ balance: -1_000 });
    await withdrawn(payment, 2_000);
    expect(await booked(payment)).toEqual({ "tuition-fee": all - 5_000, payable: 5_000 });
    expect(await billOf(me)).toMatchObject({ balance: 1_000 });
  });

  test("is never more than what is left, and nothing of what is not paid, of nobody, or decided", async () => {
    const { me, payment, all } = await paidUp();
    const reference = (await me.post(`/student/bill/${await secondBill(me)}/reference`, {})).body;
    expect(await propose(reference.rrr, 100)).toMatchObject({ code: "payment-not-paid" });
    expect(await propose("123412341234", 100)).toMatchObject({ errors: { trx: expect.any(String) } });
    expect(await cashier.post(path, { trx: payment })).toMatchObject({
      status: 500,
      body: { errors: { amount: expect.any(String) } },
    });
    expect(await propose(payment, all + 1)).toMatchObject({ code: "withdrawal-too-much" });
    const first = await propose(payment, all - 1_000);
    expect(await propose(payment, 2_000)).toMatchObject({ errors: { amount: expect.stringContaining("proposed") } });
    expect((await bursar.post(`${path}/${first._id}/decline`, { reason: "The student stays" })).body.type).toBe(
      "success",
    );
    expect(await approve(first._id)).toMatchObject({ code: "already-decided" });
    const second = await propose(payment, 2_000);
    expect((await bursar.post(`${path}/${second._id}/take_back`)).status).toBe(403);
    expect((await cashier.post(`${path}/${second._id}/take_back`)).body.type).toBe("success");
    expect(await booked(payment)).toEqual({ "tuition-fee": all });
  });

  test("of an application fee that nothing was bought with frees its payer to pay anew", async () => {
    const fee = await payable(portal, "application");
    const { rrr, kobo, _id } = await fee.make();
    await sandboxControl(portal.sandbox).pay(rrr);
    expect(await fee.verify(rrr)).toMatchObject({ isverified: true });
    await withdrawn(rrr, kobo / 100 - 500);
    await withdrawn(rrr, 500);
    expect(await booked(_id)).toEqual({ payable: kobo / 100 });
    expect((await desk.cashier.get(`/staff/ms_payment/${_id}`)).body).toMatchObject({ surplus: "withdrawn" });
    expect((await fee.make()).rrr).not.toBe(rrr);
  });
});

describe("a refund that cannot be paid out", () => {
  const reason = "The account is closed";
  const say = async (id: string, who = cashier) => (await who.post(`${path}/${id}/not_payable`, { reason })).body;
  const agree = async (id: string, who = bursar) => (await who.post(`${path}/${id}/credit_again`, {})).body;
  const payOut = async (id: string, reference: string) =>
    (await cashier.post(`${path}/${id}/pay_out`, { how: "Cash", reference, paidouton: lagosToday() })).body;

  test("counts on its bill again once two people agree, and can be refunded anew", async () => {
    const { me, payment, all } = await paidUp();
    const id = await withdrawn(payment, 6_000);
    expect(await billOf(me)).toMatchObject({ balance: 6_000 });
    expect(await agree(id)).toMatchObject({ code: "already-decided" });
    expect(await say(id, bursar)).toMatchObject({ type: "success" });
    expect(await agree(id)).toMatchObject({ code: "another-must-decide" });
    expect((await cashier.post(`${path}/${id}/pay_after_all`, {})).body).toMatchObject({ type: "success" });
    expect(await rowOf(id)).toMatchObject({ state: "Approved" });
    expect(await say(id)).toMatchObject({ message: expect.stringContaining("Bursar may approve it") });
    expect((await payOut(id, "PV 901")).code).toBe("already-decided");
    expect((await approve(id)).code).toBe("already-decided");
    expect((await cashier.post(`${path}/${id}/credit_again`, {})).status).toBe(403);
    await expectInvariants(portal.db);
    expect(await agree(id)).toMatchObject({ message: "₦6,000.00 is the payer's credit again" });
    expect(await rowOf(id)).toMatchObject({ state: "Credit again", unpaidwhy: reason });
    expect(await booked(payment)).toEqual({ "tuition-fee": all });
    expect(await billOf(me)).toMatchObject({ balance: 0, paid: all, payments: [{ withdrawn: 0 }] });
    expect((await receiptOf(me, payment)).details).toMatchObject({ withdrawn: 0 });
    const letters = await portal.letters(me.emailaddress, 4);
    expect(
      letters.some(({ subject, text }) => subject.includes("could not be paid out") && text.includes(reason)),
    ).toBe(true);
    for (const late of [await payOut(id, "PV 901"), await agree(id), await say(id)])
      expect(late.code).toBe("already-decided");
    expect(await payOut(await withdrawn(payment, 6_000), "PV 902")).toMatchObject({ type: "success" });
    expect(await booked(payment)).toEqual({ "tuition-fee": all - 6_000, refunded: 6_000 });
  });

  test("of a fee that buys nothing any more is credit, which waits at the money desk", async () => {
    const fee = await payable(portal, "application");
    const { rrr, kobo, _id } = await fee.make();
    await sandboxControl(portal.sandbox).pay(rrr);
    expect(await fee.verify(rrr)).toMatchObject({ isverified: true });
    const [first, rest] = [await withdrawn(rrr, 500), await withdrawn(rrr, kobo / 100 - 500)];
    expect(await payOut(first, "PV 903")).toMatchObject({ type: "success" });
    await say(rest);
    expect(await agree(rest)).toMatchObject({ type: "success" });
    expect(await booked(_id)).toEqual({ refunded: 500, credit: kobo / 100 - 500 });
    const receipt = (await desk.cashier.get(`/staff/ms_receipt/${_id}/paper`)).body;
    expect(receipt).toMatchObject({ surplus: "withdrawn", creditused: null, details: { withdrawn: 500 } });
    expect(receipt.message).toContain("could not be done. The bursary keeps it as your credit");
    expect((await desk.cashier.get(`/staff/ms_payment_exception?q=${rrr}`)).body.list).toMatchObject([
      { kind: "Overpaid" },
    ]);
    await desk.correct(rrr, "Refund", { voucher: "PV/2026/91" });
    expect(await booked(_id)).toEqual({ refunded: kobo / 100 });
  });

  test("is booked on the first open day: a day that is closed stays as it was signed", async () => {
    const { payment } = await paidUp();
    const id = await withdrawn(payment, 2_000);
    await say(id);
    const yesterday = lagosDay(new Date(Date.now() - 86_400_000).toISOString());
    await superuser(portal, `update portal.ledger_journal set day = '${yesterday}'`);
    const keeper = await staffMember(portal, { pages: ["day-book", "day-book.change"] });
    await granted(keeper.post(`/staff/ms_day_book/${yesterday}/close`));
    expect(await agree(id)).toMatchObject({ type: "success" });
    const { rows } = await sql<{ day: string; kind: string }>`select day::text as day, kind from portal.ledger_journal
      where payment = ${payment} and kind in ('withdrawn', 'returned') order by day`.execute(portal.db);
    expect(rows).toEqual([
      { day: yesterday, kind: "withdrawn" },
      { day: lagosToday(), kind: "returned" },
    ]);
  });

  test("is overtaken where the bank takes the payment back before anybody agrees", async () => {
    const { me, payment } = await paidUp();
    const id = await withdrawn(payment, 3_000);
    await say(id);
    await desk.correct((await billOf(me)).payments[0].rrr, "Reverse");
    expect(await rowOf(id)).toMatchObject({ state: "Overtaken" });
    expect((await agree(id)).code).toBe("already-decided");
  });
});

describe("a move", () => {
  test("to a bill of the same person counts there at once, and can be taken out of there again", async () => {
    const { me, payment, all } = await paidUp();
    const bill = await secondBill(me);
    const { bills } = (await cashier.get(`${path}/payment/${payment}`)).body;
    expect(bills).toMatchObject([{ _id: bill, left: expect.any(Number) }]);
    expect(await propose(payment, 500, { bill: me.bill })).toMatchObject({ code: "choice-not-found" });
    const id = await withdrawn(payment, 7_000, { bill, reason: "Paid for the wrong semester" });
    expect(await rowOf(id)).toMatchObject({ state: "Moved", goesto: expect.stringContaining("Second semester") });
    expect(await billOf(me)).toMatchObject({ balance: 7_000 });
    const { payments, balance } = await billOf(me, bill);
    expect(payments).toMatchObject([{ rrr: null, amount: 7_000 }]);
    expect(await booked(payment)).toEqual({ "tuition-fee": all - 7_000, transfer: 7_000 });
    expect(await booked(payments[0]._id)).toEqual({ "tuition-fee": 7_000, transfer: -7_000 });
    const receipt = await receiptOf(me, payments[0]._id);
    expect(receipt).toMatchObject({ RRR: null, state: "PAID", details: { amount: 7_000 } });
    const check = async () => (await me.get(`/genuine/${receipt.genuine.split("/").at(-1)}`)).body;
    expect(await check()).toMatchObject({ kind: "Tuition receipt", valid: true, amount: 7_000, status: "Paid" });
    await expectInvariants(portal.db);
    await withdrawn(payments[0]._id, 7_000, { bill: me.bill });
    expect(await billOf(me)).toMatchObject({ balance: 0 });
    expect(await billOf(me, bill)).toMatchObject({ balance: balance + 7_000, paid: 0 });
    expect(await check()).toMatchObject({ valid: false, status: "Paid, taken out again" });
  });

  test("to an open reference of the same person pays it, for just that amount", async () => {
    const { me, payment, all } = await paidUp();
    const { reference, order } = await orderedService(me);
    expect(await propose(payment, 1_400, { target: reference._id })).toMatchObject({ code: "credit-target-unfit" });
    await withdrawn(payment, 1_500, { target: reference._id });
    expect(await booked(reference._id)).toEqual({ "service-fee": 1_500, transfer: -1_500 });
    expect(await booked(payment)).toEqual({ "tuition-fee": all - 1_500, transfer: 1_500 });
    expect((await me.get("/student/service")).body.orders).toMatchObject([{ _id: order, state: "Paid" }]);
    // All of it out again before anybody has begun: the order is dropped, and can be made anew.
    await withdrawn(reference.rrr, 1_500);
    expect((await me.get("/student/service")).body.orders).toMatchObject([{ _id: order, state: "Cancelled" }]);
    const other = await paidUp();
    expect(await propose(other.payment, 1_500, { target: reference._id })).toMatchObject({
      code: "credit-target-unfit",
    });
  });
});

test("a payment that the bank takes back after a withdrawal leaves what its payer has in hand as owed", async () => {
  const { me, payment, all } = await paidUp();
  const paid = await withdrawn(payment, 4_000);
  await granted(
    cashier.post(`${path}/${paid}/pay_out`, { how: "Cheque", reference: "CHQ 000221", paidouton: lagosToday() }),
  );
  const waiting = await withdrawn(payment, 3_000);
  const proposed = await propose(payment, 1_000);
  const rrr = (await billOf(me)).payments[0].rrr;
  await desk.correct(rrr, "Reverse");
  expect(await booked(payment)).toEqual({ refunded: 4_000, owed: -4_000 });
  expect(await billOf(me)).toMatchObject({ balance: all, paid: 0 });
  for (const id of [waiting, proposed._id]) expect(await rowOf(id)).toMatchObject({ state: "Overtaken" });
  const form = { how: "Cash", reference: "PV 1", paidouton: lagosToday() };
  expect((await cashier.post(`${path}/${waiting}/pay_out`, form)).status).toBe(409);
  const exceptions = (await desk.cashier.get(`/staff/ms_payment_exception?q=${rrr}`)).body.list;
  expect(exceptions).toMatchObject([{ kind: "Taken back after withdrawal" }]);
});

/** A service of ₦1,500 that is ordered, with its open reference. */
async function orderedService(me: Billed) {
  const service = newId();
  const offered = { label: "Identity card", description: "A card", serviceid: "4430731", amount_kobo: 150_000 };
  await portal.db
    .insertInto("other_service")
    .values({ _id: service, ...offered })
    .onConflict((same) => same.doNothing())
    .execute();
  const { _id: order } = (await granted(me.post("/student/service_order", { service }))).body;
  const reference = (await granted(me.post(`/student/service_order/${order}/pay`, {}))).body;
  return { order, reference };
}
