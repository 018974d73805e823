import { type RawBuilder, sql } from "kysely";

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
  from portal.payment_reference p where p.state = 'PAID' and not exists (
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
export const cameKinds = sql`('held', 'paid', 'again')`;

/** What came for a payment, in kobo; null where nothing is booked. As a part of a larger query. */
export const cameOf = (payment: RawBuilder<unknown>) => sql<number | null>`(select sum(e.amount_kobo)::bigint
  from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id and e.account = 'provider'
  where j.payment = ${payment} and j.kind in ${cameKinds})`;
