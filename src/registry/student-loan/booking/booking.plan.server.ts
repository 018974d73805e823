import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyBill } from "../../bill/bill.server.ts";
import { everyStudent } from "../../student/student.server.ts";

/** What a loan would do to the bills of its session. */
export interface PlannedLoan {
  readonly loan: string;
  readonly student: string;
  readonly applicant: string | null;
  readonly name: string;
  readonly matric: string | null;
  readonly firstname: string;
  readonly emailaddress: string;
  readonly status: string;
  readonly amount_kobo: number;
  /** All that was billed for the session: a loan pays no more. */
  readonly billed_kobo: number;
  /** What of the loan had been paid already, and becomes credit. */
  readonly credit_kobo: number;
  readonly lines: readonly { readonly bill: string; readonly amount_kobo: number }[];
}

/**
 * How loans called `l` fall on the bills of their session, as these stand now: first on what is owed, in the order of the
 * semesters, then on what was paid already, which becomes credit.
 */
export async function planLoans(db: Database | Trx, where: RawBuilder<boolean>): Promise<PlannedLoan[]> {
  const { rows } = await sql<PlannedLoan>`
    with loans as materialized (select l._id as loan, l.student, l.session, l.amount_kobo from portal.student_loan l where ${where}),
    bills as (
      select l.loan, l.amount_kobo, b._id as bill, b.semester, greatest(b.balance_kobo, 0) as owed,
        greatest(b.billed_kobo, 0) - greatest(b.balance_kobo, 0) as paid
      from loans l join ${everyBill()} b on b.student = l.student and b.session = l.session),
    laid as (
      select *, sum(owed) over (partition by loan) as owed_all,
        sum(owed) over in_order - owed as owed_before, sum(paid) over in_order - paid as paid_before
      from bills window in_order as (partition by loan order by semester, bill)),
    shares as (
      select loan, bill, owed + paid as billed, least(owed, greatest(amount_kobo - owed_before, 0)) as pays,
        least(paid, greatest(amount_kobo - owed_all - paid_before, 0)) as credits
      from laid),
    sums as (
      select loan, sum(billed)::bigint as billed_kobo, sum(credits)::bigint as credit_kobo,
        jsonb_agg(jsonb_build_object('bill', bill, 'amount_kobo', (pays + credits)::bigint) order by bill)
          filter (where pays + credits > 0) as lines
      from shares group by loan)
    select l.loan, l.student, s.applicant, s.name, s.matric, s.firstname, s.emailaddress, s.status, l.amount_kobo,
      coalesce(n.billed_kobo, 0)::bigint as billed_kobo, coalesce(n.credit_kobo, 0)::bigint as credit_kobo,
      coalesce(n.lines, '[]') as lines
    from loans l join ${everyStudent()} s on s._id = l.student left join sums n on n.loan = l.loan
    order by s.name, l.loan`.execute(db);
  return rows;
}

/** The bills that loans called `l` may fall on. */
export async function billsOfLoans(trx: Trx, where: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ bill: string }>`
    select b._id as bill from portal.student_loan l join ${everyBill()} b on b.student = l.student and b.session = l.session
    where ${where}`.execute(trx);
  return rows.map(({ bill }) => bill);
}
