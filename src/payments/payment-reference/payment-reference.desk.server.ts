import { type RawBuilder, sql } from "kysely";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { type OwnPayment, paymentById } from "./payment-reference.read.server.ts";
import type { PaymentState } from "./payment-reference.states.contract.ts";
import type { Payment } from "./payment-reference.step.server.ts";

/** A payment for the desk, whoever pays. 404 for an unknown one. */
export async function deskPayment(db: Database, _id: string): Promise<OwnPayment> {
  const payment = isId(_id) ? await paymentById(db, _id) : undefined;
  if (!payment) throw notFound();
  return payment;
}

/** The same, kept from moving until the end of the transaction. Payments are locked before what is said about them. */
export async function lockedPayment(trx: Trx, _id: string): Promise<Payment> {
  const payment = isId(_id)
    ? await trx.selectFrom("payment_reference").selectAll().where("_id", "=", _id).forUpdate().executeTakeFirst()
    : undefined;
  if (!payment) throw notFound();
  return payment as Payment;
}

export interface PaymentEvent {
  readonly _id: string;
  readonly at: string;
  readonly fromstate: PaymentState | null;
  readonly tostate: PaymentState | null;
  readonly kind: string;
  readonly code: string | null;
  readonly said: string | null;
  readonly rrr: string | null;
  readonly orderid: string | null;
  readonly amount_kobo: number | null;
  readonly paidon: string | null;
}

/** All that was ever heard and done about a payment, in order. */
export const eventsOf = async (db: Database, payment: string): Promise<PaymentEvent[]> =>
  (await db
    .selectFrom("payment_event")
    .select(["_id", "at", "fromstate", "tostate", "kind", "code", "said", "rrr", "orderid", "amount_kobo", "paidon"])
    .where("payment", "=", payment)
    .orderBy("at")
    .orderBy("_id")
    .execute()) as PaymentEvent[];

/** The open references of an applicant of one amount: what a credit of that amount could pay. */
export const openReferencesOf = (db: Database, applicant: string, amount_kobo: number) =>
  db
    .selectFrom("payment_reference")
    .select(["_id", "rrr", "description", "purpose"])
    .where("applicant", "=", applicant)
    .where("state", "=", "OPEN")
    .where("amount_kobo", "=", amount_kobo)
    .orderBy("createdAt", "desc")
    .execute();

/** How far the portal has come with asking about some references since a time, and where they have gone. */
export async function askedSince(db: Database, payments: readonly string[], since: RawBuilder<unknown>) {
  const { rows } = await sql<{ asked: number; answered: number; moved: Record<string, number> }>`
    with one as (
      select p._id, coalesce(p."askedAt" >= ${since}, false) as asked, coalesce(p."checkedAt" >= ${since}, false) as answered,
        coalesce(p."askingUntil" > now(), false) as asking,
        (select e.tostate from portal.payment_event e where e.payment = p._id and e.tostate is not null and e.at >= ${since}
          order by e.at desc, e._id desc limit 1) as moved
      from portal.payment_reference p where p._id = any(${[...payments]}::uuid[]))
    select count(*) filter (where asked and not asking)::int as asked, count(*) filter (where answered)::int as answered,
      coalesce((select jsonb_object_agg(moved, times) from (
        select moved, count(*)::int as times from one where moved is not null group by moved) grouped), '{}') as moved
    from one`.execute(db);
  return rows[0] ?? { asked: 0, answered: 0, moved: {} };
}
