import { type RawBuilder, sql } from "kysely";

/**
 * Lines that wait for somebody, and payments that should stand on a statement and do not: rows of `kind`, `subject` and what
 * else a reconciliation gathers.
 */
export const unmatchedStatementLines = (): RawBuilder<unknown> => sql`
  select 'Statement: ' || lower(standing) as kind, 'statement_line:' || _id as subject, rrr, payment, _id as line, day,
    booked_kobo as ours_kobo, amount_kobo as theirs_kobo,
    'Row ' || row || ' of a statement' || case when narration = '' then '' else ': ' || left(narration, 200) end as says
  from portal.statement_line
  where standing in ('Unknown reference', 'Amount differs', 'Not paid here', 'Twice', 'Taken back')
  union all
  select 'Statement: missing', 'payment:' || _id, rrr, _id, null::uuid, day, booked_kobo, null::bigint,
    'Booked here, and on no statement so many days later'
  from portal.statement_missing where late`;
