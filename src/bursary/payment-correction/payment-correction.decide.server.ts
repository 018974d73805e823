import type { FastifyInstance } from "fastify";
import { type Selectable, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { decidedAlready, handlePlainStep, handleStep, type ProposalKind } from "#access/proposal/proposal.server.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { stale } from "#kit/wire/refusal.server.ts";
import {
  applyCredit,
  confirmPaid,
  lockedPayment,
  type Payment,
  putAside,
  refundCredit,
  refuseReference,
  reversePayment,
} from "#payments/payment-reference/payment-reference.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { approveCorrection, refuseCorrection, withdrawCorrection } from "./payment-correction.contract.ts";
import type { CorrectionKind, CorrectionState } from "./payment-correction.rules.ts";

/** A correction with the payments that it is about, all locked. */
interface LockedCorrection extends Omit<Selectable<DB["payment_correction"]>, "state"> {
  readonly state: CorrectionState;
  readonly corrected: Payment;
  /** What a credit pays; null for anything else. */
  readonly credited: Payment | null;
}

/** Does what was approved, in the transaction that approves it. */
async function correct(app: FastifyInstance, work: Work, correction: LockedCorrection): Promise<void> {
  const { _id, reason, came_kobo, paidon, voucher, createdAt, corrected: payment, credited: target } = correction;
  const by = { correction: _id, said: reason, came_kobo: came_kobo ?? 0 };
  switch (correction.kind as CorrectionKind) {
    case "Confirm paid":
      return confirmPaid(app, work, payment, { ...by, paidon: paidon ?? "" });
    case "Put aside":
      return putAside(app, work, payment, by);
    case "Reverse":
      return reversePayment(app, work, payment, by);
    case "Refund":
      return refundCredit(app, work, payment, { ...by, voucher: voucher ?? "" });
    case "Apply credit":
      if (!target) throw new Error("A credit is applied to a reference");
      return applyCredit(app, work, { from: payment, to: target }, { ...by, on: lagosDay(createdAt) });
    case "Refuse reference":
      return refuseReference(app, work, payment, by);
  }
}

/** A correction of a payment. Nobody decides about their own payment. */
export const correctionProposal: ProposalKind<LockedCorrection> = {
  noun: "payment_correction",
  approval: "payment-corrections.approve",
  lock: lockCorrection,
  keep: keepDecision,
  whyLate: (trx, correction) => decidedAlready(trx, "This correction", correction),
  async refuseOwn({ trx }, who, { corrected, credited }) {
    const payers = [corrected, ...(credited ? [credited] : [])].map(({ applicant }) => applicant);
    await refuseOwnFiles(trx, who, payers);
    return "";
  },
  notYours: "Only who proposed it takes it back. Refuse it, if you may",
};

/** Approving does what was proposed, all or nothing; a refusal and a withdrawal leave the payment as it is. */
export function decideCorrectionCalls(app: FastifyInstance): void {
  handleStep(app, correctionProposal, approveCorrection, {
    right: "payment-corrections.approve",
    to: "Approved",
    by: "another",
    deed: "approve",
    async change(work, correction) {
      if (correction.corrected.state !== correction.fromstate)
        throw stale(
          "payment-has-moved",
          "The payment has moved since this was proposed, so nothing was changed. Look at it again",
        );
      await correct(app, work, correction);
      return { message: `Approved and done: ${correction.kind.toLowerCase()}` };
    },
  });

  handlePlainStep(app, correctionProposal, refuseCorrection, {
    right: "payment-corrections.approve",
    to: "Refused",
    by: "another",
    deed: "refuse",
    says: () => "Refused. The payment stays as it is",
  });

  handlePlainStep(app, correctionProposal, withdrawCorrection, {
    right: "payment-corrections.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw",
    says: () => "Withdrawn. The payment stays as it is",
  });
}

/** The payments first, as the provider's answers do, then what is said about them; all of it until the end. */
async function lockCorrection(trx: Trx, id: string): Promise<LockedCorrection | undefined> {
  const named = await trx
    .selectFrom("payment_correction")
    .select(["payment", "target"])
    .where("_id", "=", id)
    .executeTakeFirst();
  if (!named) return undefined;
  const payments = new Map<string, Payment>();
  for (const one of [named.payment, ...(named.target ? [named.target] : [])].sort())
    payments.set(one, await lockedPayment(trx, one));
  const correction = await trx
    .selectFrom("payment_correction")
    .selectAll()
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    ...correction,
    state: correction.state as CorrectionState,
    corrected: payments.get(named.payment) as Payment,
    credited: named.target ? (payments.get(named.target) ?? null) : null,
  };
}

const decisionDeeds: Partial<Record<CorrectionState, string>> = {
  Approved: "approve",
  Refused: "refuse",
  Withdrawn: "withdraw",
};

async function keepDecision(
  { trx, note }: Work,
  { _id, payment, kind }: LockedCorrection,
  state: CorrectionState,
  { staff, reason }: { readonly staff: string; readonly reason: string | null },
): Promise<void> {
  await trx
    .updateTable("payment_correction")
    .set({ state, decidedby: staff, decidedAt: sql`now()`, decision: reason })
    .where("_id", "=", _id)
    .execute();
  note({
    deed: `payment.${decisionDeeds[state]}-correction`,
    subject: `payment:${payment}`,
    after: { kind },
    ...(reason && { reason }),
  });
}
