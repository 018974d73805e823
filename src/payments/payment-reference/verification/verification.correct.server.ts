import type { FastifyInstance } from "fastify";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { groupedRrr } from "../../remita/remita.rules.ts";
import {
  balancesOf,
  bookApplied,
  bookConfirmed,
  bookConfirmedCredit,
  bookRefund,
  bookReversal,
} from "../ledger/ledger.server.ts";
import { purposeOf } from "../lifecycle/lifecycle.purpose.server.ts";
import { type HeardAnswer, keepEvent, type Payment, stepWithin } from "../lifecycle/lifecycle.step.server.ts";
import { NOT_REVERSED, type PaymentState, surplusWords } from "../payment-reference.rules.ts";
import { areOfOnePerson } from "../read/read.desk.server.ts";
import { asideMail, refundMail, reversedMail } from "./verification.astray.server.ts";
import { planCheck } from "./verification.hold.server.ts";
import { checkPaymentJob } from "./verification.job.server.ts";
import { refusedMail } from "./verification.mail.server.ts";
import { postToPayer, settlePaid } from "./verification.settle.server.ts";

/** What of a payment is its payer's, and whether money of another pays it. */
interface Owed {
  /** In which account it lies: credit, or suspense once put aside. */
  readonly account: "credit" | "suspense";
  readonly kobo: number;
  /** Money of another payment pays it: there is nothing of it that the bank could take back. */
  readonly moved: boolean;
}

export async function owedOf(db: Database, { _id, state }: Pick<Payment, "_id" | "state">): Promise<Owed> {
  const { credit = 0, suspense = 0, transfer = 0, provider = 0 } = await balancesOf(db, _id);
  const moved = state === "PAID" && (transfer > 0 || provider <= 0);
  if (state === "SUSPENSE") return { account: "suspense", kobo: -suspense, moved };
  return { account: "credit", kobo: state === "PAID" ? -credit : 0, moved };
}

/**
 * What two people have decided about a payment that the caller has locked. The correction is approved in the same
 * transaction before: the database takes no such step without it.
 */
interface Correcting {
  readonly correction: string;
  /** Why, as it was proposed. */
  readonly said: string;
}

/** Soon asked about, so that the provider's own word stands in the history too. */
const SOON_SECONDS = 60;

/** Paid by the word of people: settled as if the provider had said so. What came beyond the fee is credit. */
export async function confirmPaid(
  app: FastifyInstance,
  work: Work,
  payment: Payment,
  { came_kobo, paidon, ...by }: Correcting & { readonly came_kobo: number; readonly paidon: string },
): Promise<void> {
  if (came_kobo < payment.amount_kobo)
    throw refuse(
      "amount-too-little",
      `Less than ${asNaira(naira(payment.amount_kobo))} came, so it cannot be taken for the fee. Put it aside`,
    );
  const paidOn = providerDay(paidon);
  const moved = await stepByCorrection(work, payment, "PAID", by, {
    kind: "confirmed",
    rrr: payment.rrr,
    orderid: payment.orderid,
    amount_kobo: came_kobo,
    paidon: paidOn,
  });
  await settlePaid(app, work, moved, {
    paidOn,
    bookIncome: (income, beyond_kobo) => bookConfirmed(work.trx, moved, { came_kobo, beyond_kobo }, income),
    bookCredit: () => bookConfirmedCredit(work.trx, moved._id, came_kobo),
  });
  await planCheck(work.trx, checkPaymentJob, moved._id, SOON_SECONDS);
}

/** What came does not count: it stays in suspense, and its payer can make a new reference. */
export async function putAside(app: FastifyInstance, work: Work, payment: Payment, by: Correcting): Promise<void> {
  const moved = await stepByCorrection(work, payment, "SUSPENSE", by, { kind: "put aside" });
  await postToPayer(work.trx, moved, asideMail(app.portal.config, moved, purposeOf(app, moved)));
}

/**
 * The provider or the bank took it back: nothing of it is left in the books, and its receipt is void. What was taken out of it
 * before is owed, and waits at the desk.
 */
export async function reversePayment(
  app: FastifyInstance,
  work: Work,
  payment: Payment,
  by: Correcting,
): Promise<void> {
  if ((await owedOf(work.trx, payment)).moved) throw refuse("money-moved-already", NOT_REVERSED);
  const moved = await stepByCorrection(work, payment, "REVERSED", by, { kind: "reversed" });
  await bookReversal(work.trx, moved._id);
  if (!moved.surplus) await purposeOf(app, moved).takeBack?.(work, moved);
  await postToPayer(work.trx, moved, reversedMail(app.portal.config, moved, purposeOf(app, moved)));
}

/** The provider has made nothing, so that a new reference can be wished for. */
export async function refuseReference(
  app: FastifyInstance,
  work: Work,
  payment: Payment,
  by: Correcting,
): Promise<void> {
  const moved = await stepByCorrection(work, payment, "REFUSED", by, { kind: "reference refused" });
  await postToPayer(work.trx, moved, refusedMail(app.portal.config, moved, purposeOf(app, moved)));
}

/** One step by an approved correction; who finds the payment elsewhere changes nothing. */
async function stepByCorrection(
  work: Work,
  payment: Payment,
  to: PaymentState,
  { correction, said }: Correcting,
  heard: HeardAnswer,
): Promise<Payment> {
  const moved = await stepWithin(work, payment, { to, heard: { ...heard, said, correction } });
  if (!moved)
    throw stale("payment-has-moved", "The payment has moved meanwhile, so nothing was changed. Look at it again");
  return moved;
}

/** A day as the provider would date it: `2026-10-06` gives `2026-10-06 12:00:00 AM`. */
const providerDay = (day: string): string => `${day} 12:00:00 AM`;

/** Why a credit cannot pay it: the reference would buy nothing. */
const buysNothing = (surplus: keyof typeof surplusWords) =>
  refuse(
    "reference-buys-nothing",
    `Paid now, this reference would buy nothing (${surplusWords[surplus].toLowerCase()}). The credit stays`,
  );

/** All that is owed of a payment was given back by a voucher of the college. */
export async function refundCredit(
  app: FastifyInstance,
  work: Work,
  payment: Payment,
  { came_kobo, voucher, ...by }: Correcting & { readonly came_kobo: number; readonly voucher: string },
): Promise<void> {
  const { account } = await sameAsOwed(app, work, payment, came_kobo);
  await bookRefund(work.trx, { payment: payment._id, correction: by.correction, amount_kobo: came_kobo }, account);
  await used(work, payment, "refunded", { ...by, said: `voucher ${voucher}. ${by.said}` });
  await postToPayer(work.trx, payment, refundMail(payment, { amount_kobo: came_kobo, voucher }));
}

/**
 * All that is owed of one payment pays another open reference of the same payer and amount, which then buys what it is for.
 * `on` is the day, in Lagos, on which that was asked for. Both are locked. Refuses what would buy nothing.
 */
export async function applyCredit(
  app: FastifyInstance,
  work: Work,
  { from, to }: { readonly from: Payment; readonly to: Payment },
  { came_kobo, on, ...by }: Correcting & { readonly came_kobo: number; readonly on: string },
): Promise<void> {
  await sameAsOwed(app, work, from, came_kobo);
  if (!(await areOfOnePerson(work.trx, from, to)) || to.amount_kobo !== came_kobo || from.state !== "PAID")
    throw refuse("credit-target-unfit", "A credit pays an open reference of the same person and the same amount only");
  const said = `credit of ${groupedRrr(from.rrr ?? "")}. ${by.said}`;
  const paidOn = providerDay(on);
  const moved = await stepByCorrection(
    work,
    to,
    "PAID",
    { ...by, said },
    {
      kind: "credited",
      rrr: to.rrr,
      orderid: to.orderid,
      amount_kobo: came_kobo,
      paidon: paidOn,
    },
  );
  await settlePaid(app, work, moved, {
    paidOn,
    bookIncome: (income, beyond_kobo) =>
      bookApplied(
        work.trx,
        { from: from._id, to: moved._id, amount_kobo: came_kobo, correction: by.correction },
        income,
        beyond_kobo,
      ),
    bookCredit: async (surplus) => {
      throw buysNothing(surplus);
    },
  });
  await used(work, from, "applied", { ...by, said: `to ${groupedRrr(to.rrr ?? "")}. ${by.said}` });
  // Its reference is still known at every bank: whoever pays it all the same is heard of.
  await planCheck(work.trx, checkPaymentJob, moved._id, 60);
}

async function sameAsOwed(app: FastifyInstance, work: Work, payment: Payment, kobo: number) {
  if (payment.state === "PAID" && !payment.surplus) await purposeOf(app, payment).spend?.(work, payment, kobo);
  const owed = await owedOf(work.trx, payment);
  if (owed.kobo !== kobo) {
    throw stale(
      "owed-amount-changed",
      `${asNaira(naira(owed.kobo))} of this payment is owed to its payer now, not ${asNaira(naira(kobo))}, so nothing was changed`,
    );
  }
  return owed;
}

/** Says in the payment and its history what became of its money. */
async function used(work: Work, { _id, surplus, state }: Payment, as: "refunded" | "applied", by: Correcting) {
  await keepEvent(work.trx, _id, { kind: as, said: by.said, correction: by.correction });
  if (surplus || state === "SUSPENSE")
    await work.trx.updateTable("payment_reference").set({ creditused: as }).where("_id", "=", _id).execute();
  work.note({ deed: `payment.${as}`, subject: `payment:${_id}`, after: { correction: by.correction } });
}
