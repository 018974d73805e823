import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { everyBillLine } from "../bill/bill.server.ts";
import { studentsOfAccount } from "../student/student.server.ts";

export const impossibleLoans: readonly Impossible[] = [
  {
    name: "loan-booked-by-one",
    sentence: "Loans were booked by two people",
    rows: sql`select 'loan_booking:' || _id as subject from portal.loan_booking
      where state = 'Approved' and decidedby is not distinct from proposedby`,
  },
  {
    name: "loan-beside-its-lines",
    sentence:
      "A loan that is booked stands on the bills of its session, whole and once, and none that is not; no other line is a loan",
    rows: sql`select 'student_loan:' || l._id as subject from portal.student_loan l
      left join (select n.loan, sum(n.amount_kobo) as kobo from portal.student_loan_line n where not exists (
        select from ${everyBillLine()} back where back.bill = n.bill and back.takesback = n.place) group by n.loan) n on n.loan = l._id
      where coalesce(n.kobo, 0) <> case when l.state = 'Booked' then l.amount_kobo else 0 end
      union all
      select 'bill:' || b.bill from ${everyBillLine()} b left join portal.student_loan_line n on n.bill = b.bill and n.place = b.place
      where b.kind = 'loan' and b.takesback is null and n.amount_kobo is distinct from -b.amount_kobo`,
  },
];

export const ownLoans: OwnRows = {
  name: "loans",
  tables: ["student_loan", "student_loan_line"],
  rows: (owner) => sql`select to_jsonb(l) || jsonb_build_object('lines', (
      select coalesce(jsonb_agg(to_jsonb(n)), '[]') from portal.student_loan_line n where n.loan = l._id)) as row
    from portal.student_loan l where l.student in (${studentsOfAccount(owner)}) order by l."createdAt"`,
};
