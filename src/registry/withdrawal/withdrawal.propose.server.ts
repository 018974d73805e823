import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Sent } from "#kit/wire/endpoint.contract.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import {
  areOfOnePerson,
  leftOfPayment,
  lockedPayment,
  type Payment,
} from "#payments/payment-reference/payment-reference.server.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { billsOfPerson } from "../bill/bill.server.ts";
import type { proposeWithdrawal } from "./withdrawal.contract.ts";
import { paymentNamed, waitingOf } from "./withdrawal.read.server.ts";

/**
 * Keeps what somebody wants taken out of a payment, for another to approve. Refuses a transaction that nobody knows or that
 * is not paid, one's own payment (403), more than is left of it, and a goal that is another person's or takes less.
 */
export async function proposeToWithdraw(
  { trx, note }: Work,
  { who, body }: Ask<Officer, string, Sent<typeof proposeWithdrawal>>,
) {
  const named = await paymentNamed(trx, body.trx);
  if (!named)
    throw refuseFields("transaction-not-found", { trx: "No payment has this reference. Check the 12 digits" });
  const payment = await lockedOfPerson(trx, named._id);
  await refuseOwnFiles(trx, who, [payment.applicant]);
  const amount_kobo = Math.round(body.amount * 100);
  await requireLeft(trx, payment, amount_kobo);
  const goal = await goalOf(trx, payment, body, amount_kobo);
  const row = {
    _id: newId(),
    payment: payment._id,
    amount_kobo,
    ...goal,
    reason: body.reason ?? null,
    proposedby: who.staff,
    ...{ rrr: payment.rrr, payer: payment.payer, jamb: payment.jamb, matric: payment.matric },
    ...{ purpose: payment.purpose, applicant: payment.applicant },
  };
  const taken = () =>
    stale(
      "proposal-waits-already",
      "Money that would pay this reference was proposed already, and waits. Decide that first",
    );
  await onConstraint({ withdrawal_one_target: taken }, trx.insertInto("withdrawal").values(row).execute());
  note({ deed: "withdrawal.propose", subject: `withdrawal:${row._id}`, after: row });
  const what = goal.kind === "Refund" ? "A refund" : `Money to be moved to ${goal.goesto}`;
  return { message: `${what} of ${asNaira(naira(amount_kobo))} is proposed`, reply: { _id: row._id } };
}

/** A payment of somebody with an account. */
type PersonalPayment = Payment & { readonly applicant: string };

/** Refuses what a sponsor has paid, which no person has. */
async function lockedOfPerson(trx: Trx, _id: string): Promise<PersonalPayment> {
  const payment = await lockedPayment(trx, _id);
  const { applicant } = payment;
  if (applicant === null)
    throw refuseFields("payment-of-sponsor", {
      trx: "A sponsor has paid this. What is left of it is spread or given back under Sponsorships",
    });
  return { ...payment, applicant };
}

async function requireLeft(trx: Trx, payment: Payment, amount_kobo: number): Promise<void> {
  if (payment.state !== "PAID")
    throw refuseFields("payment-not-paid", {
      trx: "This transaction is not paid, so there is nothing to take out of it",
    });
  const [{ left_kobo }, waiting_kobo] = await Promise.all([leftOfPayment(trx, payment), waitingOf(trx, payment._id)]);
  if (amount_kobo <= left_kobo - waiting_kobo) return;
  const waits =
    waiting_kobo > 0 ? `, of which ${asNaira(naira(waiting_kobo))} is proposed to be taken out already` : "";
  throw refuseFields("withdrawal-too-much", {
    amount: `Amount must be at most what is left of the transaction: ${asNaira(naira(left_kobo))}${waits}`,
  });
}

async function goalOf(
  trx: Trx,
  payment: PersonalPayment,
  { bill, target }: Sent<typeof proposeWithdrawal>,
  amount_kobo: number,
) {
  if (bill && target) throw refuse("two-goals", "Choose a bill or a reference to pay, not both");
  if (bill) return goalBill(trx, payment, bill, amount_kobo);
  if (target) return goalReference(trx, payment, target, amount_kobo);
  return { kind: "Refund", bill: null, target: null, goesto: null };
}

async function goalBill(trx: Trx, payment: PersonalPayment, wanted: string, amount_kobo: number) {
  const bill = (await billsOfPerson(trx, payment.applicant)).find(({ _id }) => _id === wanted);
  if (!bill || bill._id === payment.bill)
    throw refuseFields("choice-not-found", { bill: "Choose another bill of the same person" });
  if (amount_kobo > bill.left_kobo)
    throw refuseFields("amount-too-much", {
      amount: `Amount must be at most what is left of that bill: ${asNaira(naira(Math.max(bill.left_kobo, 0)))}`,
    });
  return { kind: "Move", bill: bill._id, target: null, goesto: `Bill, ${bill.label}` };
}

async function goalReference(trx: Trx, payment: PersonalPayment, wanted: string, amount_kobo: number) {
  const target = isId(wanted) ? await lockedPayment(trx, wanted) : undefined;
  const unfit =
    target?.state !== "OPEN" || target.amount_kobo !== amount_kobo || !(await areOfOnePerson(trx, payment, target));
  if (!target || unfit)
    throw refuseFields("credit-target-unfit", {
      target: "Choose an open reference of the same person, for just this amount",
    });
  if (target.purpose === "tuition")
    throw refuseFields("choose-the-bill", {
      target: "Choose the bill instead: it takes any amount, without a reference",
    });
  return {
    ...{ kind: "Move", bill: null, target: target._id },
    goesto: `${target.description}, ${groupedRrr(target.rrr ?? "")}`.slice(0, 300),
  };
}
