import type { FastifyInstance } from "fastify";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Work } from "#platform/perform.server.ts";
import { bookConfirmed, bookConfirmedCredit, bookReversal } from "../ledger/ledger.correct.server.ts";
import { purposeOf } from "../payment-reference/payment-reference.purpose.server.ts";
import type { PaymentState } from "../payment-reference/payment-reference.states.contract.ts";
import { type Heard, type Payment, stepWithin } from "../payment-reference/payment-reference.step.server.ts";
import { surplusWords } from "../payment-reference/payment-reference.surplus.contract.ts";
import { planCheck } from "./payment-verification.hold.server.ts";
import { checkPaymentJob } from "./payment-verification.job.server.ts";
import { asideMail, refusedMail, reversedMail } from "./payment-verification.mail.server.ts";
import { owedOf } from "./payment-verification.owed.server.ts";
import { postToPayer } from "./payment-verification.post.server.ts";
import { NOT_REVERSED } from "./payment-verification.reversal.contract.ts";
import { settlePaid } from "./payment-verification.settle.server.ts";

/**
 * What two people have decided about a payment that the caller has locked. The correction is approved in the same
 * transaction before: the database takes no such step without it.
 */
export interface Correcting {
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
      `Less than ${asNaira(naira(payment.amount_kobo))} came, so it cannot be taken for the fee. Put it aside`,
    );
  const paidOn = providerDay(paidon);
  const moved = await corrected(work, payment, "PAID", by, {
    ...{ kind: "confirmed", rrr: payment.rrr, orderid: payment.orderid, amount_kobo: came_kobo, paidon: paidOn },
  });
  await settlePaid(app, work, moved, {
    paidOn,
    bookIncome: (income) => bookConfirmed(work.trx, moved, came_kobo, income),
    bookCredit: () => bookConfirmedCredit(work.trx, moved._id, came_kobo),
  });
  await planCheck(work.trx, checkPaymentJob, moved._id, SOON_SECONDS);
}

/** What came does not count: it stays in suspense, and its payer can make a new reference. */
export async function putAside(app: FastifyInstance, work: Work, payment: Payment, by: Correcting): Promise<void> {
  const moved = await corrected(work, payment, "SUSPENSE", by, { kind: "put aside" });
  await postToPayer(work.trx, moved, asideMail(app.portal.config, moved, purposeOf(app, moved)));
}

/** The provider or the bank took it back: nothing of it is left in the books, and its receipt is void. */
export async function reverse(app: FastifyInstance, work: Work, payment: Payment, by: Correcting): Promise<void> {
  if ((await owedOf(work.trx, payment)).spent) throw refuse(NOT_REVERSED);
  const moved = await corrected(work, payment, "REVERSED", by, { kind: "reversed" });
  await bookReversal(work.trx, moved._id);
  await postToPayer(work.trx, moved, reversedMail(app.portal.config, moved, purposeOf(app, moved)));
}

/** The provider has made nothing, so that a new reference can be wished for. */
export async function refuseReference(
  app: FastifyInstance,
  work: Work,
  payment: Payment,
  by: Correcting,
): Promise<void> {
  const moved = await corrected(work, payment, "REFUSED", by, { kind: "reference refused" });
  await postToPayer(work.trx, moved, refusedMail(app.portal.config, moved, purposeOf(app, moved)));
}

/** One step by an approved correction; who finds the payment elsewhere changes nothing. */
export async function corrected(
  work: Work,
  payment: Payment,
  to: PaymentState,
  { correction, said }: Correcting,
  heard: Heard,
): Promise<Payment> {
  const moved = await stepWithin(work, payment, { to, heard: { ...heard, said, correction } });
  if (!moved) throw stale("The payment has moved meanwhile, so nothing was changed. Look at it again");
  return moved;
}

/** A day as the provider would date it: `2026-10-06` gives `2026-10-06 12:00:00 AM`. */
export const providerDay = (day: string): string => `${day} 12:00:00 AM`;

/** Why a credit cannot pay it: the reference would buy nothing. */
export const buysNothing = (surplus: keyof typeof surplusWords) =>
  refuse(`Paid now, this reference would buy nothing (${surplusWords[surplus].toLowerCase()}). The credit stays`);
