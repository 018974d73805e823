import { sql } from "kysely";
import { isTakenBack } from "#payments/payment-reference/payment-reference.count.server.ts";
import type { Payment } from "#payments/payment-reference/payment-reference.step.server.ts";
import type { Surplus } from "#payments/payment-reference/payment-reference.surplus.contract.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { tryAgain, type Work } from "#platform/perform.server.ts";
import { placeOf } from "../offer/offer.server.ts";

/**
 * Accepts the place that a verified payment is for, in the transaction that verifies it: when it was paid by the last
 * day, no other place of the session is accepted, and the offer was not recalled; also when its seat was given on
 * meanwhile. Else answers why the money is credit. Contract 3.12.
 */
export async function acceptPlace(work: Work, payment: Payment, paidOn: string): Promise<Surplus | null> {
  const { trx, note } = work;
  const { _id, acceptanceof } = payment;
  if (await paidAnew(work, payment, paidOn)) return null;
  // One statement: of two places that are paid for in the same moment the table takes one.
  const accepting = sql<{ intime: boolean; accepted: boolean }>`
    with place as (
      select offered.*, ${paidOn}::date <= due as intime from (${placeOf(acceptanceof)}) offered
    ), taken as (
      insert into portal.acceptance (application, applicant, programme, session, payment, paidon)
      select application, applicant, programme, session, ${_id}, ${paidOn}::date from place where intime
      on conflict do nothing returning application)
    select intime, exists (select from taken) as accepted from place`.execute(trx);
  // An offer that is recalled in this moment is seen to be gone by the next try.
  const { rows } = await onConstraint({ acceptance_application_fkey: tryAgain }, accepting);
  const [outcome] = rows;
  if (!outcome) return "recalled";
  if (outcome.accepted) {
    note({ deed: "acceptance.accept", subject: `application:${acceptanceof}`, after: { payment: _id, paidOn } });
    return null;
  }
  return outcome.intime ? "other-place" : "late";
}

/** A place whose payment was taken back stands on another payment again, whenever that comes. Answers whether it does. */
async function paidAnew({ trx, note }: Work, { _id, acceptanceof }: Payment, paidOn: string): Promise<boolean> {
  const renewed = await trx
    .updateTable("acceptance")
    .set({ payment: _id, paidon: paidOn })
    .where("application", "=", acceptanceof)
    .where(isTakenBack(sql.ref("acceptance.payment")))
    .executeTakeFirst();
  if (renewed.numUpdatedRows === 0n) return false;
  note({ deed: "acceptance.pay-anew", subject: `application:${acceptanceof}`, after: { payment: _id, paidOn } });
  return true;
}
