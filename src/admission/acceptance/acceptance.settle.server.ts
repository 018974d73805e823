import { sql } from "kysely";
import type { Payment } from "#payments/payment-reference/payment-reference.step.server.ts";
import type { Surplus } from "#payments/payment-reference/payment-reference.surplus.contract.ts";
import type { Work } from "#platform/perform.server.ts";
import { placeOf } from "../offer/offer.server.ts";

/**
 * Accepts the place that a verified payment is for, in the transaction that verifies it: when it was paid by the last
 * day, and no other place of the session is accepted. Else answers why the money is credit. Contract 3.12.
 */
export async function acceptPlace({ trx, note }: Work, payment: Payment, paidOn: string): Promise<Surplus | null> {
  const { _id, acceptanceof } = payment;
  // One statement: of two places that are paid for in the same moment the table takes one.
  const { rows } = await sql<{ intime: boolean; accepted: boolean }>`
    with place as (
      select offered.*, ${paidOn}::date <= due as intime from (${placeOf(acceptanceof)}) offered
    ), taken as (
      insert into portal.acceptance (application, applicant, programme, session, payment, paidon)
      select application, applicant, programme, session, ${_id}, ${paidOn}::date from place where intime
      on conflict do nothing returning application)
    select intime, exists (select from taken) as accepted from place`.execute(trx);
  const [outcome] = rows;
  if (outcome?.accepted) {
    note({ deed: "acceptance.accept", subject: `application:${acceptanceof}`, after: { payment: _id, paidOn } });
    return null;
  }
  return outcome?.intime ? "other-place" : "late";
}
