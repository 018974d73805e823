import { type RawBuilder, sql } from "kysely";
import { cameOf } from "../ledger/ledger.book.server.ts";

/**
 * The references that a reconciliation asks about: those that may be paid, or of which nobody knows, those that are held,
 * and those paid within seven days. With a day, also every one that was made or heard of since. Rows of `payment`.
 */
export const paymentsToCompare = (since: string | null): RawBuilder<unknown> => sql`
  select p._id as payment from portal.payment_reference p
  where p.waiver is null and (p.rrr is not null or p.state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'PARKED'))
    and (p.state in ('CREATED', 'REQUESTING', 'UNKNOWN', 'PARKED', 'OPEN', 'HELD')
      or p.state = 'PAID' and p."verifiedAt" > now() - interval '7 days'
      or ${since}::date is not null and (p."createdAt" >= ${midnight(since)} or p."checkedAt" >= ${midnight(since)} or exists (
        select from portal.payment_event e where e.payment = p._id and e.at >= ${midnight(since)})))`;

const midnight = (day: string | null) => sql`(${day}::date)::timestamp at time zone 'Africa/Lagos'`;

/**
 * Where the provider's answers and our book are not one: rows as the reconciliation gathers them, and whether asking has
 * `settled` it. `answers` are rows of
 * `payment`, the `state` that it had before it was asked about, and of the answer `answer`, `code`, `amount_kobo` and
 * whether it names our reference and order (`same`).
 */
export const differencesFrom = (answers: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select case
      when p.state = 'PAID' and a.state not in ('PAID', 'HELD') then 'Paid there, not here'
      when a.answer = 'paid' and p.state = 'HELD' and came.kobo is not null then 'Amount differs'
      when a.answer = 'paid' and p.state = 'PAID' and a.same then 'Amount differs'
      when a.answer = 'paid' and p.state = 'PAID' then 'Answer differs'
      when a.answer = 'paid' then 'Paid there, not here'
      else 'Paid here, not there' end as kind,
    'payment:' || p._id as subject, p.rrr, p._id as payment, null::uuid as line, null::date as day,
    case when p.state = 'HELD' then p.amount_kobo else coalesce(came.kobo, p.amount_kobo) end as ours_kobo,
    case when a.answer = 'paid' then a.amount_kobo end as theirs_kobo,
    case
      when p.state = 'PAID' and a.state not in ('PAID', 'HELD') then 'It was paid, and we had not heard. This run has taken it as paid'
      when a.answer = 'paid' and p.state = 'HELD' and came.kobo is not null then 'What came is not what was asked for'
      when a.answer = 'paid' and p.state = 'PAID' and a.same then 'The provider names another amount than is booked'
      when a.answer = 'paid' and p.state = 'HELD' then 'The provider says paid, with another reference, order or amount'
      when a.answer = 'paid' and p.state = 'PAID' then 'The provider says paid, with another reference or order'
      when a.answer = 'paid' and p.state in ('REVERSED', 'REFUSED') then 'The provider says paid; here it was closed'
      when a.answer = 'paid' then 'The provider says paid; here it is not clear yet which reference it has'
      else 'The provider says that it is not paid' || coalesce(' (' || a.code || ')', '') end as says,
    -- What the question itself has mended: it is told of, and nobody has to do anything.
    p.state = 'PAID' and a.state not in ('PAID', 'HELD') as settled
  from (${answers}) a join portal.payment_reference p on p._id = a.payment
  cross join lateral (select ${cameOf(sql.ref("p._id"))} as kobo) came
  where a.answer = 'paid' and p.state = 'PAID' and a.state not in ('PAID', 'HELD')
    or a.answer = 'paid' and p.state in ('HELD', 'REVERSED', 'REFUSED', 'CREATED', 'UNKNOWN', 'PARKED')
    or a.answer = 'paid' and p.state = 'PAID'
      and (not a.same or a.amount_kobo is distinct from coalesce(came.kobo, p.amount_kobo))
    -- Who paid after the question was answered is no difference.
    or a.answer in ('open', 'cancelled', 'notFound') and a.state = 'PAID' and p.state = 'PAID' and came.kobo is not null`;

/** Payments that found the same paid already, while their money is the payer's credit: rows as above. */
export const paidTwice = (): RawBuilder<unknown> => sql`
  select 'Two paid for one purpose' as kind, 'payment:' || p._id as subject, p.rrr, p._id as payment, null::uuid as line,
    null::date as day, p.amount_kobo as ours_kobo, portal.credit_of(p._id) as theirs_kobo,
    'The same was paid for with another reference; this money is the payer''s credit' as says
  from portal.payment_reference p
  where p.state = 'PAID' and p.surplus = 'second' and portal.credit_of(p._id) > 0`;
