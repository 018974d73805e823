import { type RawBuilder, sql } from "kysely";
import { naira } from "#kit/value/money.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Payment } from "../lifecycle/lifecycle.step.server.ts";
import type { PaymentState } from "../payment-reference.rules.ts";
import { type OwnPayment, paymentById } from "./read.server.ts";

/** A payment for the desk, whoever pays. 404 for an unknown one. */
export async function deskPayment(db: Database, _id: string): Promise<OwnPayment> {
  const payment = isId(_id) ? await paymentById(db, _id) : undefined;
  if (!payment) throw notFound();
  return payment;
}

/** The same, kept from moving until the end of the transaction. Payments are locked before what is said about them. */
export async function lockedPayment(trx: Trx, _id: string): Promise<Payment> {
  const payment = isId(_id)
    ? await trx.selectFrom("payment_reference").selectAll().where("_id", "=", _id).forNoKeyUpdate().executeTakeFirst()
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

/** Whether two payments are of one person, by whichever account. A sponsor is no person. */
export async function areOfOnePerson(
  db: Database | Trx,
  { applicant }: Pick<Payment, "applicant">,
  other: Pick<Payment, "applicant">,
): Promise<boolean> {
  const { rows } = await sql<{ one: boolean }>`
    select ${other.applicant}::uuid in (${accountsBeside(applicant)}) as one`.execute(db);
  return rows[0]?.one ?? false;
}

/** The accounts of the person whose account this is, as a part of a larger query: two where two records were merged. */
const accountsBeside = (applicant: string | null): RawBuilder<unknown> =>
  sql`select portal.accounts_of_person(${applicant}::uuid)`;

/** The open references of a person of one amount: what a credit of that amount could pay. */
export const openReferencesOf = (db: Database, applicant: string, amount_kobo: number) =>
  db
    .selectFrom("payment_reference")
    .select(["_id", "rrr", "description", "purpose"])
    .where(sql<boolean>`applicant in (${accountsBeside(applicant)})`)
    .where("state", "=", "OPEN")
    .where("amount_kobo", "=", amount_kobo)
    .orderBy("createdAt", "desc")
    .execute();

/** The open references of a person for no more than so much: what money of another payment could pay. */
export const openReferencesUpTo = (db: Database, applicant: string, most_kobo: number) =>
  db
    .selectFrom("payment_reference")
    .select(["_id", "rrr", "description", "amount_kobo"])
    .where(sql<boolean>`applicant in (${accountsBeside(applicant)})`)
    .where("state", "=", "OPEN")
    .where("purpose", "<>", "tuition")
    .where("amount_kobo", "<=", most_kobo)
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
        select gone.moved, count(*)::int as times from one gone where gone.moved is not null group by gone.moved) grouped), '{}') as moved
    from one`.execute(db);
  return rows[0] ?? { asked: 0, answered: 0, moved: {} };
}

export async function ourRrrs(trx: Trx, rrrs: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ rrr: string }>`
    select rrr from portal.payment_reference where rrr = any(${[...rrrs]}::text[])`.execute(trx);
  return new Set(rows.map(({ rrr }) => rrr));
}

/** Whose payments these are, to be held against whoever does something to them. */
export async function payersOf(trx: Trx, payments: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ applicant: string }>`
    select distinct applicant from portal.payment_reference
    where _id = any(${[...payments]}::uuid[]) and applicant is not null`.execute(trx);
  return rows.map(({ applicant }) => applicant);
}

/** Who has used a fee for the applications with these codes, as they were typed. */
export async function applicantsOfCodes(db: Database | Trx, codes: readonly string[]) {
  const { rows } = await sql<{ applicant: string; code: string }>`
    select applicant, applicationcode as code from portal.payment_reference
    where upper(applicationcode) = any(${codes.map((one) => one.toUpperCase())}::text[]) and applicant is not null`.execute(
    db,
  );
  return rows;
}

interface ByRrr {
  readonly _id: string;
  readonly applicant: string | null;
  readonly state: string;
  /** What the provider last said was paid for it; null when it never did. */
  readonly answered_kobo: number | null;
}

/** A payment by its reference, whoever made it. */
export async function paymentOfRrr(trx: Database | Trx, rrr: string): Promise<ByRrr | undefined> {
  const { rows } = await sql<ByRrr>`
    select p._id, p.applicant, p.state, ${answeredKobo} as answered_kobo
    from portal.payment_reference p where p.rrr = ${rrr}`.execute(trx);
  return rows[0];
}

/**
 * Holds payments as they stand until the end of the transaction: whoever moves one of them is waited for, and waits. Before
 * anything else is locked, as whoever books does it.
 */
export async function holdPayments(trx: Trx, payments: readonly string[]): Promise<void> {
  await sql`select from portal.payment_reference where _id = any(${[...payments]}::uuid[]) order by _id for no key update`.execute(
    trx,
  );
}

/**
 * What the provider last said was paid for the payment called `p`, in kobo; null when it never did. As a part of a larger
 * query. What two people confirmed is no answer of the provider's.
 */
const answeredKobo = sql<number | null>`(select e.amount_kobo from portal.payment_event e
  where e.payment = p._id and e.kind = 'paid' and e.correction is null order by e.at desc limit 1)`;

/** What the provider answered for the payments that a statement called `ours` names in its column `payment`. */
export const answeredFor = (ours: string) => sql`
  select ours.payment, ${answeredKobo} as kobo from ${sql.table(ours)} ours
  join portal.payment_reference p on p._id = ours.payment`;

/** A payment as the bursary holds it beside other books: who paid what for what. */
export async function paymentFacts(db: Database, _id: string) {
  const { rows } = await sql<{
    _id: string;
    rrr: string | null;
    /** Surname first. */
    payer: string;
    jamb: string;
    description: string;
    programme: string | null;
    state: string;
    amount_kobo: number;
  }>`select _id, rrr, payer, jamb, description, programme, state, amount_kobo
    from portal.payment_reference where _id = ${_id}`.execute(db);
  return rows[0];
}

const ANSWERS = 10;

/** What the provider said of a payment, the newest first; questions without an answer are left out. */
export async function providerAnswers(db: Database, payment: string) {
  const { rows } = await sql<{
    at: string;
    kind: string;
    code: string | null;
    said: string | null;
    amount_kobo: number | null;
    paidon: string | null;
  }>`select at, kind, code, said, amount_kobo, paidon from portal.payment_event
    where payment = ${payment} and kind in ('paid', 'open', 'cancelled', 'notFound') and correction is null
    order by at desc limit ${ANSWERS}`.execute(db);
  return rows.map(({ amount_kobo, ...answer }) => ({
    ...answer,
    amount: amount_kobo === null ? null : naira(amount_kobo),
  }));
}
