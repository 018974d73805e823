import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { checkPaymentJob } from "#payments/payment-reference/verification/verification.job.server.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { caller } from "../../../testing/applicant.ts";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { dueIn } from "../../../testing/offered-applicant.ts";
import { payable, purposes } from "../../../testing/payable.ts";
import { payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let desk: MoneyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
  desk = await moneyDesk(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const rowOf = (rrr: string) =>
  portal.db.selectFrom("payment_reference").selectAll().where("rrr", "=", rrr).executeTakeFirstOrThrow();

/** The balances of a payment's accounts, in kobo. */
async function booked(rrr: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; kobo: number }>`
    select e.account, sum(e.amount_kobo)::bigint as kobo from portal.ledger_entry e
    join portal.ledger_journal j on j._id = e.journal join portal.payment_reference p on p._id = j.payment
    where p.rrr = ${rrr} group by e.account having sum(e.amount_kobo) <> 0`.execute(portal.db);
  return Object.fromEntries(rows.map(({ account, kobo }) => [account, Number(kobo)]));
}

/** The kinds of exceptions of a payment: those that wait, and those that are settled. */
async function exceptionsOf(rrr: string) {
  const found = await portal.db
    .selectFrom("payment_exception")
    .select(["kind", "closedAt"])
    .where("payment", "=", await desk.paymentOf(rrr))
    .orderBy("createdAt")
    .execute();
  const kinds = (open: boolean) => found.filter(({ closedAt }) => (closedAt === null) === open).map(({ kind }) => kind);
  return { open: kinds(true), settled: kinds(false) };
}

const naira = (kobo: number) => kobo / 100;
const confirmed = (kobo: number, paidon = lagosToday()) => ({ came: naira(kobo), paidon });
const lettersAbout = async (to: string, rrr: string) =>
  (await portal.letters(to, 1))
    .filter(({ subject }) => subject.includes(groupedRrr(rrr)))
    .map(({ subject }) => subject);
const planned = async (rrr: string) => {
  await tenSecondsLater(portal);
  await checkPaymentJob.run(portal.app, { payment: await desk.paymentOf(rrr) });
};

describe.each(purposes)("%s fee", (purpose) => {
  test("two people confirm what the provider does not tell, and it is paid like any other", async () => {
    const one = await payable(portal, purpose);
    const { rrr, kobo } = await one.make();
    await desk.correct(rrr, "Confirm paid", confirmed(kobo));
    expect(await rowOf(rrr)).toMatchObject({ state: "PAID", surplus: null });
    expect(await booked(rrr)).toEqual({ provider: kobo, [`${purpose}-fee`]: -kobo });
    const { body: receipt } = await granted(one.person.get(one.receiptPath(rrr)));
    expect(receipt.find?.isverified ?? receipt.acceptanceFee.status).toBe(true);
    const { payeremail } = await rowOf(rrr);
    await expect.poll(() => lettersAbout(payeremail, rrr)).toEqual([expect.stringMatching(/is verified$/)]);
    // The provider tells at last: nothing is booked twice, and it is asked no more.
    await bank.pay(rrr);
    await planned(rrr);
    await planned(rrr);
    expect(await booked(rrr)).toEqual({ provider: kobo, [`${purpose}-fee`]: -kobo });
    expect(await exceptionsOf(rrr)).toEqual({ open: [], settled: [] });
    expect((await rowOf(rrr)).nextCheckAt).toBeNull();
  });

  test("more than the fee becomes income and a credit, less never does", async () => {
    const one = await payable(portal, purpose);
    const { rrr, kobo } = await one.make();
    await bank.pay(rrr, { paidAmount: String(naira(kobo + 50_000)) });
    await one.verify(rrr);
    expect(await exceptionsOf(rrr)).toEqual({ open: ["Wrong amount"], settled: [] });
    const little = await desk.propose(rrr, "Confirm paid", confirmed(kobo - 1));
    expect([little.status, little.body.code, little.body.errors.came]).toEqual([
      200,
      "amount-too-little",
      expect.stringContaining("must be at least"),
    ]);
    await desk.correct(rrr, "Confirm paid", confirmed(kobo + 50_000));
    expect(await booked(rrr)).toEqual({ provider: kobo + 50_000, [`${purpose}-fee`]: -kobo, credit: -50_000 });
    expect(await exceptionsOf(rrr)).toEqual({ open: ["Overpaid"], settled: ["Wrong amount"] });
    await desk.correct(rrr, "Refund", { voucher: "PV/2026/0117" });
    expect(await booked(rrr)).toEqual({ provider: kobo + 50_000, [`${purpose}-fee`]: -kobo, refunded: -50_000 });
    expect((await exceptionsOf(rrr)).open).toEqual([]);
  });

  test("what is put aside stays in suspense until it is given back, and the fee can be paid anew", async () => {
    const one = await payable(portal, purpose);
    const { rrr } = await one.make();
    await bank.pay(rrr, { paidAmount: "1" });
    await one.verify(rrr);
    await desk.correct(rrr, "Put aside");
    expect(await exceptionsOf(rrr)).toEqual({ open: ["Put aside"], settled: ["Wrong amount"] });
    const { rrr: young } = await one.make();
    await bank.pay(young);
    expect(await one.verify(young)).toMatchObject({ isverified: true });
    await desk.correct(rrr, "Refund", { voucher: "PV/2026/0118" });
    expect(await booked(rrr)).toEqual({ provider: 100, refunded: -100 });
    expect((await one.verify(rrr)).message).toContain("The bursary has given it back");
    expect((await exceptionsOf(rrr)).open).toEqual([]);
  });

  test("a payment that was taken back leaves the books, and its receipt is void", async () => {
    const one = await payable(portal, purpose);
    const { rrr } = await one.make();
    await bank.pay(rrr);
    await one.verify(rrr);
    await desk.correct(rrr, "Reverse");
    expect(await booked(rrr)).toEqual({});
    const { body: receipt } = await granted(one.person.get(one.receiptPath(rrr)));
    const { body: proof } = await caller(portal).get(`/genuine/${receipt.genuine.split("/").at(-1)}`);
    expect(proof).toMatchObject({ valid: false, status: "Void" });
    // The place that it accepted stays, and waits for a decision; an unused application fee leaves nothing behind.
    expect((await exceptionsOf(rrr)).open).toEqual(purpose === "acceptance" ? ["Taken back after use"] : []);
    const { payeremail } = await rowOf(rrr);
    await expect.poll(() => lettersAbout(payeremail, rrr)).toHaveLength(2);
  });
});

describe("a credit", () => {
  /** The same fee paid twice: the second payment is credit. */
  async function paidTwice() {
    const person = await payer(portal);
    const { rrr: old, amount } = await person.reference();
    await bank.deed("deactivate", old);
    const verify = async (rrr: string) => {
      await tenSecondsLater(portal);
      return (await person.get(`/ms_application_fee/${rrr}`)).body;
    };
    await verify(old);
    const { rrr: young } = await person.reference();
    await bank.pay(young);
    await verify(young);
    await bank.payAnyway(old);
    expect(await verify(old)).toMatchObject({ surplus: "second" });
    return { person, old, kobo: amount * 100, verify };
  }

  test("is given back by a voucher, once", async () => {
    const { person, old, kobo, verify } = await paidTwice();
    expect(await exceptionsOf(old)).toEqual({ open: ["Paid twice"], settled: [] });
    const without = await desk.propose(old, "Refund");
    expect([without.body.code, without.body.errors]).toEqual([
      "form-invalid",
      { voucher: "Voucher number is required" },
    ]);
    await desk.correct(old, "Refund", { voucher: "PV/2026/0119" });
    expect(await booked(old)).toEqual({ provider: kobo, refunded: -kobo });
    expect((await exceptionsOf(old)).open).toEqual([]);
    expect((await verify(old)).message).toContain("The bursary has given it back to you");
    expect((await desk.propose(old, "Refund", { voucher: "PV/2026/0120" })).body).toMatchObject({ type: "error" });
    const { body } = await granted(person.get(`/ms_application_fee/receipt/${old}`));
    expect(body.find.creditused).toBe("refunded");
  });

  test("pays another open reference of the same person and amount, which then buys what it is for", async () => {
    const { person, old, kobo, verify } = await paidTwice();
    const { rrr: other } = await person.reference(1);
    const target = await desk.paymentOf(other);
    const stranger = await (await payer(portal)).reference();
    const wrong = await desk.propose(old, "Apply credit", { target: await desk.paymentOf(stranger.rrr) });
    expect(wrong.body).toMatchObject({
      code: "credit-target-unfit",
      errors: { target: expect.stringContaining("of the same person and the same amount") },
    });
    await desk.correct(old, "Apply credit", { target });
    expect(await booked(old)).toEqual({ provider: kobo, transfer: -kobo });
    expect(await booked(other)).toEqual({ transfer: kobo, "application-fee": -kobo });
    expect(await verify(other)).toMatchObject({ isverified: true, surplus: null });
    expect((await exceptionsOf(old)).open).toEqual([]);
    // Its slip was at the bank already: what comes for it now is owed to its payer, once.
    await bank.pay(other);
    await planned(other);
    await planned(other);
    expect(await booked(other)).toEqual({ provider: kobo, transfer: kobo, "application-fee": -kobo, credit: -kobo });
    expect((await exceptionsOf(other)).open).toEqual(["Paid twice"]);
  });

  test("is owed when the bank takes the payment back after it was given back", async () => {
    const { old, kobo } = await paidTwice();
    await desk.correct(old, "Refund", { voucher: "PV/2026/0121" });
    await desk.correct(old, "Reverse");
    expect(await booked(old)).toEqual({ refunded: -kobo, owed: kobo });
    expect((await exceptionsOf(old)).open).toEqual(["Taken back after withdrawal"]);
  });

  test("takes nothing back of a payment that money of another one pays", async () => {
    const { person, old } = await paidTwice();
    const { rrr: other } = await person.reference(1);
    await desk.correct(old, "Apply credit", { target: await desk.paymentOf(other) });
    expect((await desk.propose(other, "Reverse")).body).toMatchObject({
      type: "error",
      code: "money-moved-already",
      message: expect.stringContaining("Money of another payment pays this one"),
    });
    const { body } = await granted(
      desk.cashier.get(`/staff/ms_payment_correction/payment/${await desk.paymentOf(other)}`),
    );
    expect(body).toMatchObject({ possible: [], payment: { moved: true } });
  });
});

test("a reference that the provider never made is closed, and the applicant makes another", async () => {
  const person = await payer(portal);
  await bank.fault("init-code", "028", 1);
  const made = await person.reference();
  expect(made.state).toBe("PARKED");
  const row = await portal.db
    .selectFrom("payment_reference")
    .selectAll()
    .where("_id", "=", made._id)
    .executeTakeFirstOrThrow();
  await desk.correct(row.orderid, "Refuse reference");
  expect((await person.reference()).trxcode).toMatch(/^\d{12}$/);
  await expect
    .poll(async () => (await portal.letters(row.payeremail, 1)).map(({ subject }) => subject).join())
    .toContain("please make a new payment reference");
});

test("a place whose payment was taken back stays, is to be paid anew, and stands on the new payment then", async () => {
  const one = await payable(portal, "acceptance");
  const { rrr } = await one.make();
  await bank.pay(rrr);
  await one.verify(rrr);
  const seen = async () => (await granted(one.person.get("/ms_applications"))).body[0];
  expect(await seen()).toMatchObject({ accepted: true, acceptable: false });
  await desk.correct(rrr, "Reverse");
  expect(await seen()).toMatchObject({ accepted: false, acceptable: true, stage: "Your place is to be paid anew" });
  expect(await exceptionsOf(rrr)).toEqual({ open: ["Taken back after use"], settled: [] });
  const { application } = one.wished;
  // Whenever that is: the last day of the offer is over.
  await dueIn(portal, { application: application ?? "" }, -3);
  const { rrr: anew } = await one.make();
  await bank.pay(anew);
  expect(await one.verify(anew)).toMatchObject({ isverified: true, surplus: null });
  expect(await seen()).toMatchObject({ accepted: true, acceptable: false, stage: "Admission accepted" });
  expect(await exceptionsOf(rrr)).toEqual({ open: [], settled: ["Taken back after use"] });
  const { body: letter } = await granted(one.person.get(`/ms_applications/letter/${application}`));
  expect(letter.genuineAcceptance).toContain("/genuine/");
  await expect(
    sql`update portal.acceptance set paidon = paidon - 1 where application = ${application}`.execute(portal.db),
  ).rejects.toThrow("append-only");
});
