import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/**
 * What is wrong with the ledger itself: rows of `kind`, `subject`, `rrr`, `payment`, `line`, `day`, `ours_kobo`,
 * `theirs_kobo` and `says`, as the reconciliation gathers them. A journal does not sum to 0, or a paid payment has none.
 */
export const ledgerOutOfBalance = () => sql`
  select 'Ledger out of balance' as kind, 'journal:' || j._id as subject, p.rrr, p._id as payment, null::uuid as line, j.day,
    sum(greatest(e.amount_kobo, 0))::bigint as ours_kobo, -sum(least(e.amount_kobo, 0))::bigint as theirs_kobo,
    'A booking does not balance: its two sides are not one sum' as says
  from portal.ledger_journal j
  left join portal.ledger_entry e on e.journal = j._id
  join portal.payment_reference p on p._id = j.payment
  group by j._id, p._id having coalesce(sum(e.amount_kobo), 1) <> 0 or count(e.account) < 2
  union all
  select 'Ledger out of balance', 'payment:' || p._id, p.rrr, p._id, null, null, p.amount_kobo, null,
    'A paid payment is booked nowhere'
  from portal.payment_reference p where p.state = 'PAID' and p.waiver is null and not exists (
    select from portal.ledger_journal j where j.payment = p._id and j.kind = 'paid')`;

/** Payments that a credit had paid, and then somebody: that money is the payer's credit. Rows as above. */
export const paidAgain = () => sql`
  select 'Two paid for one purpose' as kind, 'payment:' || p._id as subject, p.rrr, p._id as payment, null::uuid as line,
    null::date as day, p.amount_kobo as ours_kobo, portal.credit_of(p._id) as theirs_kobo,
    'A credit had paid it, and then it was paid; that money is the payer''s credit' as says
  from portal.ledger_journal j join portal.payment_reference p on p._id = j.payment
  where j.kind = 'again' and p.state = 'PAID' and p.surplus is null and portal.credit_of(p._id) > 0`;

/**
 * Bookings by which money came, one with another: two people may confirm less than the provider had named, and then the
 * booking "paid" takes back what "held" had said too much. What went is what was "reversed".
 */
const cameKinds = sql`('held', 'paid', 'again')`;

/** What came for a payment, in kobo; null where nothing is booked. As a part of a larger query. */
export const cameOf = (payment: RawBuilder<unknown>) => sql<number | null>`(select sum(e.amount_kobo)::bigint
  from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id and e.account = 'provider'
  where j.payment = ${payment} and j.kind in ${cameKinds})`;

/**
 * What was booked to one account on one day, of one programme and kind of booking, more and less apart. Kobo, as the ledger
 * signs them.
 */
export interface BookedSum {
  readonly day: string;
  /** Null of what a sponsor paid. */
  readonly programme: string | null;
  readonly kind: string;
  readonly account: string;
  readonly kobo: number;
}

/** How many bookings of one kind one day has for one programme. */
export interface BookingCount {
  readonly day: string;
  /** Null of what a sponsor paid. */
  readonly programme: string | null;
  readonly kind: string;
  readonly count: number;
}

/** The sums of the days between two, both included, by programme, kind, account and sign. */
export async function bookedBetween(db: Database | Trx, from: string, until: string): Promise<BookedSum[]> {
  const { rows } = await sql<BookedSum>`
    select j.day, p.programme, j.kind, e.account, sum(e.amount_kobo)::bigint as kobo
    from portal.ledger_journal j
    join portal.ledger_entry e on e.journal = j._id
    join portal.payment_reference p on p._id = j.payment
    where j.day between ${from}::date and ${until}::date
    group by j.day, p.programme, j.kind, e.account, sign(e.amount_kobo)
    order by j.day, p.programme, j.kind, e.account, sign(e.amount_kobo)`.execute(db);
  return rows;
}

/** How many bookings of each kind the days between two hold, both included, by programme. */
export async function countBooked(db: Database | Trx, from: string, until: string): Promise<BookingCount[]> {
  const { rows } = await sql<BookingCount>`
    select j.day, p.programme, j.kind, count(*)::int as count
    from portal.ledger_journal j join portal.payment_reference p on p._id = j.payment
    where j.day between ${from}::date and ${until}::date group by j.day, p.programme, j.kind`.execute(db);
  return rows;
}

/** The first and the last day with a booking; null while there is none. */
export async function daysOfBook(db: Database | Trx): Promise<{ first: string | null; last: string | null }> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(day) as first, max(day) as last from portal.ledger_journal`.execute(db);
  return rows[0] ?? { first: null, last: null };
}

/** The first day with a booking after another, or at all. */
export async function firstDayAfter(db: Database | Trx, day: string | null): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day) as day from portal.ledger_journal where day > coalesce(${day}::date, '-infinity')`.execute(db);
  return rows[0]?.day ?? null;
}

/**
 * What came for each payment whose first book day lies between two, both included: rows of `payment`, `day`, `kobo`. It is
 * all that came, also where a later day confirmed another amount.
 */
export const cameBetween = (from: string, until: string) => sql`
  select j.payment, min(j.day) as day, sum(e.amount_kobo)::bigint as kobo
  from portal.ledger_journal j
  join portal.ledger_entry e on e.journal = j._id and e.account = 'provider'
  where j.kind in ${cameKinds} and j.payment in (
    select payment from portal.ledger_journal
    where day between ${from}::date and ${until}::date and kind in ${cameKinds})
  group by j.payment having min(j.day) between ${from}::date and ${until}::date`;

/** What came to lie at the provider on a day of the book, and for a session in all, less what went back. Kobo. */
export async function cameOn(db: Database, day: string, session: string | null) {
  const { rows } = await sql<{ today: number; session: number; lines: number }>`
    select coalesce(sum(e.amount_kobo) filter (where j.day = ${day}::date), 0)::bigint as today,
      coalesce(sum(e.amount_kobo) filter (where p.session = ${session}::uuid), 0)::bigint as session, count(*)::int as lines
    from portal.ledger_journal j
    join portal.ledger_entry e on e.journal = j._id and e.account = 'provider'
    join portal.payment_reference p on p._id = j.payment
    where j.day = ${day}::date or p.session = ${session}::uuid`.execute(db);
  return rows[0] ?? { today: 0, session: 0, lines: 0 };
}

/** The references for which something was booked in the last minutes: rows of `rrr`. No booking takes so long. */
export const bookedLately = () => sql`
  select p.rrr from portal.ledger_journal j join portal.payment_reference p on p._id = j.payment
  where j.day >= ((now() - interval '5 minutes') at time zone 'Africa/Lagos')::date
    and j."createdAt" > now() - interval '5 minutes'`;

/** Each booking of a payment, in its order; kobo, as the ledger signs them. */
export async function bookingsOf(db: Database | Trx, payment: string) {
  const { rows } = await sql<{ kind: string; day: string; came_kobo: number; accounts: Record<string, number> }>`
    select j.kind, j.day, coalesce(sum(e.amount_kobo) filter (where e.account = 'provider'), 0)::bigint as came_kobo,
      jsonb_object_agg(e.account, e.amount_kobo) as accounts
    from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
    where j.payment = ${payment} group by j._id order by j."createdAt", j._id`.execute(db);
  return rows;
}

/** What came for a payment, and what went back, in kobo; null where nothing did. */
export async function cameAndWent(db: Database | Trx, payment: string) {
  const { rows } = await sql<{ came: number | null; went: number | null }>`
    select sum(e.amount_kobo) filter (where j.kind in ${cameKinds})::bigint as came,
      sum(e.amount_kobo) filter (where j.kind = 'reversed')::bigint as went
    from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id and e.account = 'provider'
    where j.payment = ${payment}`.execute(db);
  return rows[0] ?? { came: null, went: null };
}

/** Nobody books until the end of the transaction: what is decided about the books meets every booking or none. */
export async function bookAlone(trx: Trx): Promise<void> {
  await sql`select portal.book_alone()`.execute(trx);
}
