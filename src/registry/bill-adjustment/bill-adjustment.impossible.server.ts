import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { everyBill, everyBillLine } from "../bill/bill.server.ts";
import { everyStudent, studentsOfAccount } from "../student/student.server.ts";

export const impossibleAdjustments: readonly Impossible[] = [
  {
    name: "waived-beyond-charges",
    sentence: "No more is waived of a bill than is charged on it",
    rows: sql`select 'bill:' || l.bill as subject from ${everyBillLine()} l
      where l.kind in ('fee', 'change', 'debt', 'waiver', 'scholarship') group by l.bill having sum(l.amount_kobo) < 0`,
  },
  {
    name: "adjusted-by-one",
    sentence: "What the office changed about bills was proposed by one and approved by another",
    rows: sql`select 'bill_adjustment:' || _id as subject from portal.bill_adjustment
      where state = 'Approved' and decidedby is not distinct from proposedby`,
  },
  {
    name: "line-beside-its-approval",
    sentence:
      "Every waiver, scholarship and change on a bill is one that two people approved, and as much; of a merged record it was carried over",
    rows: sql`select 'bill:' || l.bill as subject
      from (select * from ${everyBillLine()} every where every.kind in ('waiver', 'scholarship', 'change')
        and every.programme is null and every.carriedfrom is null) l
      left join portal.bill_adjustment_line done on done.bill = l.bill and done.place = l.place
      left join portal.bill_adjustment a on a._id = done.adjustment and a.state = 'Approved'
        and case when a.kind = 'taking-back' then 'change' else a.kind end = l.kind
      where a._id is null or done.amount_kobo <> l.amount_kobo`,
  },
  {
    name: "late-charge-beside-its-approval",
    sentence: "A late charge that somebody took back, or charged again, is one that two people approved",
    rows: sql`select 'bill:' || l.bill as subject from ${everyBillLine()} l
      join ${everyBill()} b on b._id = l.bill join ${everyStudent()} s on s._id = b.student and s.mergedinto is null
      left join portal.bill_adjustment_line done on done.bill = l.bill and done.place = l.place
      left join portal.bill_adjustment a on a._id = done.adjustment and a.state = 'Approved' and a.kind = 'late-back'
      where l.kind = 'late' and l.staff is not null and (a._id is null or done.amount_kobo <> l.amount_kobo)`,
  },
  {
    name: "adjustment-half-done",
    sentence: "A change of bills that was decided has decided about each of them, and counts them",
    rows: sql`select 'bill_adjustment:' || a._id as subject from portal.bill_adjustment a
      join portal.bill_adjustment_line l on l.adjustment = a._id group by a._id
      having a.count <> count(*) or (a.state = 'Proposed') <> bool_or(l.state = 'Proposed') or a.state = 'Approved'
        and (a.applied, a.refused) <> (count(*) filter (where l.state = 'Applied'), count(*) filter (where l.state = 'Refused'))`,
  },
];

export const ownAdjustments: OwnRows = {
  name: "billadjustments",
  tables: ["bill_adjustment_line"],
  rows: (owner) => sql`select to_jsonb(l) || jsonb_build_object('kind', a.kind, 'label', a.label, 'reason', a.reason,
      'createdAt', a."createdAt", 'decidedAt', a."decidedAt") as row
    from portal.bill_adjustment_line l join portal.bill_adjustment a on a._id = l.adjustment
    where l.student in (${studentsOfAccount(owner)}) and l.state in ('Applied', 'Refused') order by a."createdAt"`,
};
