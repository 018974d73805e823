import { type RawBuilder, sql } from "kysely";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyBill, sponsorsPartOf } from "../../bill/bill.server.ts";
import { everyStudent } from "../../student/student.server.ts";

/** What a loan would do to the bills of its session. */
export interface PlannedLoan {
  readonly loan: string;
  readonly student: string;
  readonly applicant: string | null;
  readonly emailaddress: string;
  readonly name: string;
  readonly matric: string | null;
  readonly amount_kobo: number;
  /** All that was billed for the session: a loan pays no more. */
  readonly billed_kobo: number;
  /** What of the loan had been paid already, and becomes credit. */
  readonly credit_kobo: number;
  /** What of that sponsors had paid, whose credit it is. */
  readonly sponsored_kobo: number;
  readonly lines: readonly { readonly bill: string; readonly amount_kobo: number }[];
}

/**
 * How loans called `l` fall on the bills of their session, as these stand now: first on what is owed, in the order of the
 * semesters, then on what was paid already, which becomes credit of who paid it.
 */
export async function planLoans(db: Database | Trx, where: RawBuilder<boolean>): Promise<PlannedLoan[]> {
  // Loan by loan: a database that has not counted the new ones yet would join them all with all.
  const { rows } = await sql<PlannedLoan>`
    select l._id as loan, l.student, s.applicant, s.emailaddress, s.name, s.matric, l.amount_kobo,
      coalesce(n.billed_kobo, 0)::bigint as billed_kobo, coalesce(n.credit_kobo, 0)::bigint as credit_kobo,
      coalesce(n.sponsored_kobo, 0)::bigint as sponsored_kobo,
      coalesce(n.lines, '[]') as lines
    from portal.student_loan l join ${everyStudent()} s on s._id = l.student
    left join lateral (
      select sum(share.owed + share.paid)::bigint as billed_kobo, sum(share.credits)::bigint as credit_kobo,
        sum(case when share.credits > 0 then ${sponsorsPartOf(sql.ref("share.bill"), sql.ref("share.credits"))} else 0 end)::bigint
          as sponsored_kobo,
        jsonb_agg(jsonb_build_object('bill', share.bill, 'amount_kobo', (share.pays + share.credits)::bigint) order by share.bill)
          filter (where share.pays + share.credits > 0) as lines
      from (
        select laid.bill, laid.owed, laid.paid, least(laid.owed, greatest(l.amount_kobo - laid.owed_before, 0)) as pays,
          least(laid.paid, greatest(l.amount_kobo - laid.owed_all - laid.paid_before, 0)) as credits
        from (
          select one.bill, one.owed, one.paid, sum(one.owed) over () as owed_all, sum(one.owed) over in_order - one.owed as owed_before,
            sum(one.paid) over in_order - one.paid as paid_before
          from (
            select b._id as bill, b.semester, greatest(b.balance_kobo, 0) as owed,
              greatest(b.billed_kobo, 0) - greatest(b.balance_kobo, 0) as paid
            from ${everyBill()} b where b.student = l.student and b.session = l.session) one
          window in_order as (order by one.semester, one.bill)) laid) share) n on true
    where ${where} order by s.name, l._id`.execute(db);
  return rows;
}

/** The bills that loans called `l` may fall on. */
export async function billsOfLoans(trx: Trx, where: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ bill: string }>`
    select b._id as bill from portal.student_loan l join ${everyBill()} b on b.student = l.student and b.session = l.session
    where ${where}`.execute(trx);
  return rows.map(({ bill }) => bill);
}

/** What of a loan its student had paid, in kobo. */
export const paidByStudent = ({
  credit_kobo,
  sponsored_kobo,
}: Pick<PlannedLoan, "credit_kobo" | "sponsored_kobo">): number => credit_kobo - sponsored_kobo;

/** The fund pays what was billed. */
export const fits = ({ amount_kobo, billed_kobo }: Pick<PlannedLoan, "amount_kobo" | "billed_kobo">): boolean =>
  amount_kobo <= billed_kobo;

export function whyNot({ amount_kobo, billed_kobo }: Pick<PlannedLoan, "amount_kobo" | "billed_kobo">): string {
  if (billed_kobo === 0) return "No bill of this session is made for this student. Make it first";
  return `${asNaira(naira(amount_kobo))} is more than the ${asNaira(naira(billed_kobo))} that was billed for the session. Make the missing bill first, or correct the amount`;
}
