import type { FastifyInstance } from "fastify";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Work } from "#platform/perform.server.ts";
import { bookApplied, bookRefund } from "../ledger/ledger.correct.server.ts";
import { keepEvent, type Payment } from "../payment-reference/payment-reference.step.server.ts";
import { groupedRrr } from "../remita/remita.contract.ts";
import { buysNothing, type Correcting, corrected, providerDay } from "./payment-verification.correct.server.ts";
import { planCheck } from "./payment-verification.hold.server.ts";
import { checkPaymentJob } from "./payment-verification.job.server.ts";
import { refundMail } from "./payment-verification.mail.server.ts";
import { owedOf } from "./payment-verification.owed.server.ts";
import { postToPayer } from "./payment-verification.post.server.ts";
import { settlePaid } from "./payment-verification.settle.server.ts";

/** All that is owed of a payment was given back by a voucher of the college. */
export async function refundCredit(
  work: Work,
  payment: Payment,
  { came_kobo, voucher, ...by }: Correcting & { readonly came_kobo: number; readonly voucher: string },
): Promise<void> {
  const { account } = await sameAsOwed(work, payment, came_kobo);
  await bookRefund(work.trx, payment._id, account, came_kobo);
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
  await sameAsOwed(work, from, came_kobo);
  if (to.applicant !== from.applicant || to.amount_kobo !== came_kobo || from.state !== "PAID")
    throw refuse("A credit pays an open reference of the same person and the same amount only");
  const said = `credit of ${groupedRrr(from.rrr ?? "")}. ${by.said}`;
  const paidOn = providerDay(on);
  const moved = await corrected(
    work,
    to,
    "PAID",
    { ...by, said },
    {
      ...{ kind: "credited", rrr: to.rrr, orderid: to.orderid, amount_kobo: came_kobo, paidon: paidOn },
    },
  );
  await settlePaid(app, work, moved, {
    paidOn,
    bookIncome: (income) => bookApplied(work.trx, { from: from._id, to: moved._id, amount_kobo: came_kobo }, income),
    bookCredit: async (surplus) => {
      throw buysNothing(surplus);
    },
  });
  await used(work, from, "applied", { ...by, said: `to ${groupedRrr(to.rrr ?? "")}. ${by.said}` });
  // Its reference is still known at every bank: whoever pays it all the same is heard of.
  await planCheck(work.trx, checkPaymentJob, moved._id, 60);
}

async function sameAsOwed(work: Work, payment: Payment, kobo: number) {
  const owed = await owedOf(work.trx, payment);
  if (owed.kobo !== kobo) {
    throw stale(
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
