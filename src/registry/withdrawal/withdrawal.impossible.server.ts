import { sql } from "kysely";
import { everyBalance, everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import { isAudited } from "#platform/audit/audit.impossible.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";

const subject = sql<string>`'withdrawal:' || w._id`;

/** What left its payment: also what the bank overtook after two people had agreed to it. */
const tookOut = sql`(w.state in ('Approved', 'Paid out', 'Not payable', 'Moved') or w.state = 'Overtaken' and w.decidedby is not null)`;

export const impossibleWithdrawals: readonly Impossible[] = [
  {
    name: "withdrawn-by-one",
    sentence: "Money is taken out of a payment by two people, and credit again by two",
    rows: sql`select ${subject} as subject from portal.withdrawal w
      where (${tookOut} or w.state = 'Credit again') and (w.decidedby is null or w.decidedby = w.proposedby)
        or w.state = 'Credit again' and w.returnedby is not distinct from w.unpaidby or not ${isAudited(subject)}`,
  },
  {
    name: "withdrawn-beside-the-books",
    sentence:
      "What was taken out of a payment is what withdrawals say, what of it is not paid out yet waits in the books, and what could not be is credit again",
    rows: sql`select 'payment:' || p._id as subject from ${everyPayment()} p
      left join ${everyBalance()} b on b.payment = p._id
      left join (select w.payment, sum(w.amount_kobo) as taken, sum(w.amount_kobo) filter (where w.state in ('Approved', 'Not payable')) as waiting
        from portal.withdrawal w where ${tookOut} group by w.payment) t on t.payment = p._id
      left join (select w.payment, sum(w.amount_kobo) as returned from portal.withdrawal w where w.state = 'Credit again'
        group by w.payment) r on r.payment = p._id
      where (p.withdrawn_kobo, coalesce(b.payable, 0), coalesce(b.returned, 0))
        <> (coalesce(t.taken, 0), -coalesce(t.waiting, 0), coalesce(r.returned, 0))`,
  },
  {
    name: "moved-money-lost",
    sentence: "Money that is moved pays what it was moved to, of the same person and as much",
    rows: sql`select ${subject} as subject from portal.withdrawal w
      left join ${everyPayment()} p on p.withdrawal = w._id
      where w.state = 'Moved' and (p._id is null or p.applicant not in (select portal.accounts_of_person(w.applicant)) or p.amount_kobo <> w.amount_kobo
        or p._id is distinct from coalesce(w.target, p._id) or p.bill is distinct from coalesce(w.bill, p.bill)
        or p.state not in ('PAID', 'REVERSED'))
      union all select 'payment:' || p._id from ${everyPayment()} p left join portal.withdrawal w on w._id = p.withdrawal
      where p.withdrawal is not null and w.state is distinct from 'Moved'`,
  },
];
