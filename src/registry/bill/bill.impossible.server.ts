import { sql } from "kysely";
import { asCount } from "#kit/value/count.rules.ts";
import { everyBalance, everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { everyStudent } from "../student/student.server.ts";

export const impossibleBills: readonly Impossible[] = [
  {
    name: "bill-not-its-lines",
    sentence: "A bill is the sum of its lines, and what is paid of it the sum of the payments that count",
    rows: sql`select 'bill:' || b._id as subject from portal.bill b
      left join (select bill, sum(amount_kobo) as kobo, sum(amount_kobo) filter (where kind = 'late') as late,
        sum(amount_kobo) filter (where kind = 'moved') as moved from portal.bill_line group by bill) l on l.bill = b._id
      left join (select bill, sum(counted_kobo) as kobo from portal.bill_counted group by bill) p
        on p.bill = b._id
      where (b.billed_kobo, b.late_kobo, b.moved_kobo, b.paid_kobo)
        <> (coalesce(l.kobo, 0), coalesce(l.late, 0), coalesce(l.moved, 0), coalesce(p.kobo, 0))`,
  },
  {
    name: "billed-below-nothing",
    sentence:
      "No bill is less than nothing, unless money was brought in by no payment: credit is of payments that were made",
    rows: sql`select 'bill:' || b._id as subject from portal.bill b where b.billed_kobo < 0 and not exists (
      select from portal.bill_line l where l.bill = b._id and l.kind in ('sponsor', 'loan', 'refund'))`,
  },
  {
    name: "bill-without-lines",
    sentence: "Every bill has the lines with which it was made",
    rows: sql`select 'bill:' || b._id as subject from portal.bill b
      where not exists (select from portal.bill_line l where l.bill = b._id and l.kind in ('fee', 'debt'))`,
  },
  {
    name: "fee-after-the-bill",
    sentence: "Fees stand on a bill from the beginning, and what comes later says so",
    rows: sql`select 'bill:' || b._id as subject from portal.bill b join portal.bill_line l on l.bill = b._id
      where l.kind = 'fee' and l."createdAt" <> b."createdAt"`,
  },
  {
    name: "tuition-not-counted",
    sentence: "Tuition that was paid counts on its bill, once and in whole, and nothing else does",
    rows: sql`select 'payment:' || coalesce(p._id, c.payment) as subject
      from (select * from ${everyPayment()} tuition where tuition.purpose = 'tuition' and tuition.state = 'PAID'
        and tuition.surplus is null) p
      full join (select * from portal.bill_payment where "takenbackAt" is null and sponsorshare is null) c on c.payment = p._id
      where (p.bill, p.amount_kobo) is distinct from (c.bill, c.amount_kobo)`,
  },
  {
    name: "tuition-income-beside-bills",
    sentence: "The books hold as tuition what of a bill is paid and billed, and what is paid beyond it as credit",
    rows: sql`with booked as materialized (
        select b.payment, p.bill, coalesce(-b.income, 0) as tuition, coalesce(-b.credit, 0) as credit
        from ${everyBalance()} b join ${everyPayment()} p on p._id = b.payment and p.purpose = 'tuition')
      select 'bill:' || b._id as subject from portal.bill b
      left join (select bill, sum(tuition) as kobo from booked group by bill) t on t.bill = b._id
      left join (select bill, sum(tuition_kobo) as kobo from portal.bill_counted where sponsorshare is not null group by bill) s
        on s.bill = b._id
      where coalesce(t.kobo, 0) + coalesce(s.kobo, 0) <> least(b.paid_kobo, greatest(b.billed_kobo, 0))
      union all
      select 'payment:' || k.payment from booked k left join portal.bill_counted c on c.payment = k.payment
      where k.tuition < 0 or k.tuition > coalesce(c.counted_kobo, 0) or coalesce(c.counted_kobo, 0) - k.tuition > k.credit`,
  },
  {
    name: "sponsor-money-beside-bills",
    sentence: "Of a sponsor's payment the books hold as tuition what counts so on bills, and no more counts than came",
    rows: sql`select 'payment:' || p._id as subject
      from (select * from ${everyPayment()} paid where paid.purpose = 'sponsorship') p
      left join ${everyBalance()} b on b.payment = p._id
      left join (select payment, sum(tuition_kobo) as tuition, sum(counted_kobo - tuition_kobo) as beyond
        from portal.bill_counted where sponsorshare is not null group by payment) c on c.payment = p._id
      where coalesce(-b.income, 0) <> coalesce(c.tuition, 0) or coalesce(c.beyond, 0) > coalesce(-b.credit, 0)`,
  },
  {
    name: "late-charge-twice",
    sentence: "A late charge comes to a bill once, and again only where it was taken back",
    rows: sql`select 'bill:' || bill as subject from portal.bill_line where latecharge is not null
      group by bill, latecharge having sum(sign(amount_kobo)) > 1`,
  },
  {
    name: "line-taken-back-otherwise",
    sentence: "A line is taken back by one of the same kind and amount, once",
    rows: sql`select 'bill:' || back.bill as subject from portal.bill_line back
      join portal.bill_line l on l.bill = back.bill and l.place = back.takesback
      where (l.kind, -l.amount_kobo) <> (back.kind, back.amount_kobo) or l.takesback is not null`,
  },
];

export const ownBills: OwnRows = {
  name: "bills",
  tables: ["bill", "bill_line", "bill_payment", "bill_reminder"],
  rows: (owner) => sql`select to_jsonb(b) || jsonb_build_object(
      'lines', (select coalesce(jsonb_agg(to_jsonb(l) - 'bill' - 'staff' order by l.place), '[]')
        from portal.bill_line l where l.bill = b._id),
      'payments', (select coalesce(jsonb_agg(to_jsonb(p) - 'bill' order by p."createdAt"), '[]')
        from portal.bill_payment p where p.bill = b._id),
      'reminders', (select coalesce(jsonb_agg(to_jsonb(r) - 'bill' order by r.due), '[]')
        from portal.bill_reminder r where r.bill = b._id)) as row
    from portal.bill b join ${everyStudent()} s on s._id = b.student where s.applicant = ${owner} order by b."createdAt"`,
  stays: {
    what: ({ length }) => [
      `Your ${length === 1 ? "bill" : asCount(length, "bill")}, with every charge and every payment on ${length === 1 ? "it" : "them"}`,
    ],
    why: "The law asks the college to keep its books",
  },
};
