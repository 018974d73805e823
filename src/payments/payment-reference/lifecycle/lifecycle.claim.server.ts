import { type Expression, type RawBuilder, sql } from "kysely";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { bareRrr, groupedRrr } from "../../remita/remita.rules.ts";

export interface PaymentClaim {
  readonly applicant: string;
  /** A trxcode or an `_id`, as the applicant sent it. */
  readonly payment: string;
  readonly programme: string;
  readonly session: string;
  /** The application that uses it up. */
  readonly application: { readonly _id: string; readonly code: string };
}

export interface ClaimedPayment {
  readonly _id: string;
  readonly rrr: string;
  readonly amount_kobo: number;
  readonly verifiedAt: string;
}

/**
 * Uses a verified application fee up for one application, in the caller's transaction: one conditional update, so of
 * any number of claims one succeeds. Answers what was paid, for the application's copy. Refuses with 404 what is not the
 * applicant's own, and with a sentence what is unverified, used, or for another programme or session. Contract 2.
 */
export async function claimPayment(trx: Trx, claim: PaymentClaim): Promise<ClaimedPayment> {
  const { applicant, payment, programme, session, application } = claim;
  const { rows } = await sql<ClaimedPayment>`
    with used as (
      update portal.payment_reference set application = ${application._id}, applicationcode = ${application.code}
      where ${named(payment)} and applicant = ${applicant} and purpose = 'application' and programme = ${programme}
        and session = ${session} and state = 'PAID' and surplus is null and application is null
      returning _id, rrr, amount_kobo, "verifiedAt"
    ), heard as (
      insert into portal.payment_event (_id, payment, kind, said)
      select ${newId()}::uuid, _id, 'used', ${`application ${application.code}`} from used
    ) select * from used`.execute(trx);
  const [used] = rows;
  if (!used) throw await whyNot(trx, claim);
  return used;
}

async function whyNot(trx: Trx, { payment, applicant, programme, session }: PaymentClaim) {
  const own = await trx
    .selectFrom("payment_reference")
    .select(["rrr", "state", "surplus", "application", "programme", "session"])
    .where(named(payment))
    .where("applicant", "=", applicant)
    .where("purpose", "=", "application")
    .executeTakeFirst();
  if (!own) return notFound();
  const name = own.rrr ? `The payment reference ${groupedRrr(own.rrr)}` : "This payment reference";
  if (own.application)
    return refuse(
      "payment-already-used",
      `${name} was used for an application already. Each application needs its own`,
    );
  if (own.state !== "PAID")
    return refuse("payment-not-verified", `${name} is not verified yet. Pay it, then verify it under Application Fees`);
  if (own.surplus)
    return refuse("payment-is-surplus", `${name} came beside another payment for the same. Use the other one`);
  if (own.session !== session)
    return refuse("payment-of-other-session", `${name} was paid for another session. Please ask the bursary about it`);
  if (own.programme !== programme) {
    return refuse(
      "payment-of-other-programme",
      `${name} was paid for another programme. Apply to that one, or pay for this one`,
    );
  }
  return refuse("try-again", `${name} could not be used just now. Please try again`);
}

const named = (payment: string): RawBuilder<boolean> =>
  isId(payment) ? sql<boolean>`_id = ${payment}::uuid` : sql<boolean>`rrr = ${bareRrr(payment)}`;

/** Whether an applicant has a verified application fee, used or not, as an SQL condition; `owner` is an `_id` or a column. */
export const hasPaidApplicationFee = (owner: string | Expression<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.payment_reference p
    where p.applicant = ${owner} and p.purpose = 'application' and p.state = 'PAID')`;
