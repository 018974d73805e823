import type { FastifyInstance } from "fastify";
import type { Selectable } from "kysely";
import { lagosDay } from "#kit/value/dates.rules.ts";
import type { Payment } from "#payments/payment-reference/lifecycle/lifecycle.step.server.ts";
import {
  applyCredit,
  confirmPaid,
  putAside,
  refundCredit,
  refuseReference,
  reversePayment,
} from "#payments/payment-reference/verification/verification.correct.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Work } from "#platform/perform.server.ts";
import type { CorrectionKind } from "./payment-correction.kinds.contract.ts";

export type Correction = Selectable<DB["payment_correction"]>;

export interface Approved {
  readonly correction: Correction;
  readonly payment: Payment;
  /** What a credit pays; null for anything else. */
  readonly target: Payment | null;
}

/** Does what was approved, in the transaction that approves it. */
export async function correct(
  app: FastifyInstance,
  work: Work,
  { correction, payment, target }: Approved,
): Promise<void> {
  const { _id, reason, came_kobo, paidon, voucher, createdAt } = correction;
  const by = { correction: _id, said: reason, came_kobo: came_kobo ?? 0 };
  switch (correction.kind as CorrectionKind) {
    case "Confirm paid":
      return confirmPaid(app, work, payment, { ...by, paidon: paidon ?? "" });
    case "Put aside":
      return putAside(app, work, payment, by);
    case "Reverse":
      return reversePayment(app, work, payment, by);
    case "Refund":
      return refundCredit(work, payment, { ...by, voucher: voucher ?? "" });
    case "Apply credit":
      if (!target) throw new Error("A credit is applied to a reference");
      return applyCredit(app, work, { from: payment, to: target }, { ...by, on: lagosDay(createdAt) });
    case "Refuse reference":
      return refuseReference(app, work, payment, by);
  }
}
