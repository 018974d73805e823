import type { FastifyInstance } from "fastify";
import { type Selectable, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import {
  decidedAlready,
  handlePlainStep,
  handleWrittenStep,
  type ProposalKind,
  whoApproves,
} from "#access/proposal/proposal.server.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import {
  lockedPayment,
  moveToReference,
  moveToWanted,
  type Payment,
  payOut,
  postToPayer,
  returnToCredit,
  withdrawToPayOut,
} from "#payments/payment-reference/payment-reference.server.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { clock } from "#platform/database/clock.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { lockBills, wantedByMove } from "../bill/bill.server.ts";
import {
  approveWithdrawal,
  declineWithdrawal,
  findNotPayable,
  makeCreditAgain,
  payAfterAll,
  payWithdrawalOut,
  takeWithdrawalBack,
} from "./withdrawal.contract.ts";
import { creditAgainMail, movedMail, paidOutMail, refundApprovedMail } from "./withdrawal.mail.server.ts";
import { mayReturnGo, mayWithdrawalGo, type WithdrawalState } from "./withdrawal.rules.ts";

/** A withdrawal with the payments that it is about, all locked. */
interface LockedWithdrawal extends Omit<Selectable<DB["withdrawal"]>, "state"> {
  readonly state: WithdrawalState;
  readonly from: Payment;
  /** The open reference that it pays; null for anything else. */
  readonly to: Payment | null;
}

/** Money that is taken out of a payment. Nobody decides about their own. */
export const withdrawalProposal: ProposalKind<LockedWithdrawal> = {
  noun: "withdrawal",
  approval: "withdrawals.approve",
  lock: lockWithdrawal,
  mayGo: mayWithdrawalGo,
  keep: keepDecision,
  whyLate: (trx, withdrawal) => decidedAlready(trx, "This withdrawal", withdrawal),
  async refuseOwn({ trx }, who, { applicant }) {
    await refuseOwnFiles(trx, who, [applicant]);
    return "";
  },
  notYours: "Only who proposed it takes it back. Decline it, if you may",
};

/** That a refund cannot be paid out, which one finds and another agrees to. */
const returnProposal: ProposalKind<LockedWithdrawal> = {
  ...withdrawalProposal,
  async lock(trx, id) {
    const withdrawal = await lockWithdrawal(trx, id);
    return withdrawal && { ...withdrawal, proposedby: withdrawal.unpaidby ?? withdrawal.proposedby };
  },
  mayGo: mayReturnGo,
};

/** The payments first, as the provider's answers do, then the bills, then what is said about them; all of it until the end. */
async function lockWithdrawal(trx: Trx, id: string): Promise<LockedWithdrawal | undefined> {
  const named = await trx
    .selectFrom("withdrawal")
    .select(["payment", "target", "bill"])
    .where("_id", "=", id)
    .executeTakeFirst();
  if (!named) return undefined;
  const payments = new Map<string, Payment>();
  for (const one of [named.payment, ...(named.target ? [named.target] : [])].sort())
    payments.set(one, await lockedPayment(trx, one));
  const from = payments.get(named.payment) as Payment;
  await lockBills(
    trx,
    [from.bill, named.bill].filter((one) => one !== null),
  );
  const withdrawal = await trx
    .selectFrom("withdrawal")
    .selectAll()
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const to = named.target ? (payments.get(named.target) ?? null) : null;
  return { ...withdrawal, state: withdrawal.state as WithdrawalState, from, to };
}

async function keepDecision(
  { trx }: Work,
  { _id }: LockedWithdrawal,
  state: WithdrawalState,
  { staff, reason }: { readonly staff: string; readonly reason: string | null },
): Promise<void> {
  await trx
    .updateTable("withdrawal")
    .set({ state, decidedby: staff, decidedAt: sql`now()`, decision: reason, version: sql`version + 1` })
    .where("_id", "=", _id)
    .execute();
}

export function decideWithdrawalCalls(app: FastifyInstance): void {
  handleWrittenStep(app, withdrawalProposal, approveWithdrawal, {
    right: "withdrawals.approve",
    // What is moved is done by it, and what is refunded still to be paid out: both lead on from Proposed alone.
    to: "Approved",
    by: "another",
    deed: "approve",
    async change(work, withdrawal, { who }) {
      const state = withdrawal.kind === "Move" ? "Moved" : "Approved";
      await keepDecision(work, withdrawal, state, { staff: who.staff, reason: null });
      await takeOut(app, work, withdrawal);
      return { message: doneSentence(withdrawal), after: { state } };
    },
  });

  handlePlainStep(app, withdrawalProposal, declineWithdrawal, {
    right: "withdrawals.approve",
    to: "Declined",
    by: "another",
    deed: "decline",
    says: () => "Declined. The payment stays as it is",
  });

  handlePlainStep(app, withdrawalProposal, takeWithdrawalBack, {
    right: "withdrawals.change",
    to: "Taken back",
    by: "proposer",
    deed: "take-back",
    says: () => "Taken back. The payment stays as it is",
  });

  handleWrittenStep(app, withdrawalProposal, payWithdrawalOut, {
    right: "withdrawals.change",
    to: "Paid out",
    by: "anybody",
    deed: "pay-out",
    async change(work, withdrawal, { who, body }) {
      await requirePast(work.trx, withdrawal, body.paidouton);
      const twice = () =>
        refuseFields("payout-known", {
          reference: "This number paid another refund out. Check it, or ask who booked it",
        });
      const { how, reference, paidouton } = body;
      await onConstraint(
        { withdrawal_reference_once: twice },
        work.trx
          .updateTable("withdrawal")
          .set({ state: "Paid out", how, reference, paidouton, paidoutby: who.staff })
          .set({ paidoutAt: sql`now()`, version: sql`version + 1` })
          .where("_id", "=", withdrawal._id)
          .execute(),
      );
      await payOut(work, withdrawal.from, { ...takingOf(withdrawal), said: `${how}, ${reference}` });
      await postToPayer(work.trx, withdrawal.from, paidOutMail(toldOf(withdrawal), body));
      return { message: `${asNaira(naira(withdrawal.amount_kobo))} is booked as paid out`, after: body };
    },
  });

  handleWrittenStep(app, withdrawalProposal, findNotPayable, {
    right: "withdrawals.change",
    to: "Not payable",
    by: "anybody",
    deed: "find-not-payable",
    async change({ trx }, { _id }, { who, body }) {
      await sql`update portal.withdrawal set state = 'Not payable', unpaidby = ${who.staff}, "unpaidAt" = now(),
        unpaidwhy = ${body.reason}, version = version + 1 where _id = ${_id}`.execute(trx);
      return { message: `Kept. ${await whoApproves(trx, who, withdrawalProposal)}` };
    },
  });

  handleWrittenStep(app, returnProposal, makeCreditAgain, {
    right: "withdrawals.approve",
    to: "Credit again",
    by: "another",
    deed: "make-credit-again",
    async change(work, withdrawal, { who }) {
      const { _id, amount_kobo, from, unpaidwhy } = withdrawal;
      const why = unpaidwhy ?? "";
      await sql`update portal.withdrawal set state = 'Credit again', returnedby = ${who.staff}, "returnedAt" = now(),
        version = version + 1 where _id = ${_id}`.execute(work.trx);
      await returnToCredit(app, work, from, { withdrawal: _id, amount_kobo, said: why });
      await postToPayer(work.trx, from, creditAgainMail(toldOf(withdrawal), why));
      return { message: `${asNaira(naira(amount_kobo))} is the payer's credit again` };
    },
  });

  handleWrittenStep(app, returnProposal, payAfterAll, {
    right: "withdrawals.change",
    to: "Approved",
    by: "anybody",
    deed: "pay-after-all",
    async change({ trx }, { _id, amount_kobo }) {
      await sql`update portal.withdrawal set state = 'Approved', unpaidby = null, "unpaidAt" = null, unpaidwhy = null,
        version = version + 1 where _id = ${_id}`.execute(trx);
      return { message: `${asNaira(naira(amount_kobo))} is to be paid out after all` };
    },
  });
}

const takingOf = ({ _id, amount_kobo, reason }: LockedWithdrawal) => ({
  withdrawal: _id,
  amount_kobo,
  said: reason ?? "by two people",
});

/** Does what was approved, in the transaction that approves it, and tells the payer. */
async function takeOut(app: FastifyInstance, work: Work, withdrawal: LockedWithdrawal): Promise<void> {
  const { from, to, bill, amount_kobo, goesto } = withdrawal;
  const by = takingOf(withdrawal);
  if (to) await moveToReference(app, work, { from, to }, by);
  else if (bill) {
    const wanted = await wantedByMove(work.trx, { applicant: withdrawal.applicant, bill, amount_kobo });
    await moveToWanted(app, work, from, wanted, by);
  } else await withdrawToPayOut(app, work, from, by);
  const told = toldOf(withdrawal);
  await postToPayer(work.trx, from, goesto === null ? refundApprovedMail(told) : movedMail(told, goesto));
}

const toldOf = ({ from, amount_kobo }: LockedWithdrawal) => ({
  amount_kobo,
  payername: from.payername,
  payeremail: from.payeremail,
  of: from.rrr ? `${from.description}, reference ${groupedRrr(from.rrr)}` : from.description,
});

const doneSentence = ({ amount_kobo, goesto }: LockedWithdrawal): string =>
  goesto === null
    ? `Approved: ${asNaira(naira(amount_kobo))} is to be paid out`
    : `Approved: ${asNaira(naira(amount_kobo))} pays ${goesto} now`;

/** Money is paid out once it is agreed to, and not tomorrow. */
async function requirePast(trx: Trx, { decidedAt }: LockedWithdrawal, day: string): Promise<void> {
  if (day > lagosDay(await clock(trx)) || (decidedAt && day < lagosDay(decidedAt)))
    throw refuseFields("day-of-payment-impossible", {
      paidouton: "Paid out on must lie between the day of the approval and today",
    });
}
