import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { madeCorrections } from "#profile/record-correction/record-correction.server.ts";
import { newestBills } from "../bill/bill.server.ts";
import { everyStudent, studentsOfAccount } from "../student/student.server.ts";

export const impossibleCombinations: readonly Impossible[] = [
  {
    name: "combination-half-decided",
    sentence: "A change of combination is in force once every office has agreed, each by another person",
    rows: sql`select 'combination_change:' || c._id as subject from portal.combination_change c
      left join portal.combination_step s on s.change = c._id and s.approved
      where c.state = 'In force' group by c._id
      having count(s.staff) <> case when c.department = c.fromdepartment then 3 else 4 end
        or count(distinct s.staff) <> count(s.staff)`,
  },
  {
    name: "combination-beside-student",
    sentence: "Whoever has changed the combination studies the one that the last change names",
    rows: sql`select 'student:' || c.student as subject
      from portal.combination_change c join ${everyStudent()} s on s._id = c.student
      where c.state = 'In force' and s.programme is distinct from c.programme and not exists (
        select from portal.combination_change later where later.student = c.student and later.state = 'In force'
          and later."movedAt" > c."movedAt")`,
  },
  {
    // One that costs the same leaves no line; what was studied before is paid for as it was; a merged record brings its bills.
    name: "billed-for-another",
    sentence:
      "A student's newest bill is for the combination that he or she studies, or that a later change or correction led from or to",
    rows: sql`select 'bill:' || b.bill as subject from ${newestBills()} b join ${everyStudent()} s on s._id = b.student
      where s.programme is distinct from b.programme and s.status <> 'Merged'
        and not exists (select from ${everyStudent()} gone where gone.mergedinto = s._id)
        and not exists (select from portal.combination_change later where later.student = s._id and later.state = 'In force'
          and later."movedAt" >= b."createdAt" and b.programme in (later.fromprogramme, later.programme))
        and not exists (select from ${madeCorrections()} corrected where corrected.noun = 'student' and corrected.record = s._id
          and corrected.kind = 'programme' and corrected.at >= b."createdAt")`,
  },
];

export const ownCombinations: OwnRows = {
  name: "combinationchanges",
  tables: ["combination_change", "combination_step"],
  rows: (owner) => sql`select to_jsonb(c) - 'search' || jsonb_build_object('steps', (
      select coalesce(jsonb_agg(to_jsonb(d) - 'staff' order by d."createdAt"), '[]') from portal.combination_step d where d.change = c._id)) as row
    from portal.combination_change c where c.student in (${studentsOfAccount(owner)}) order by c."createdAt"`,
};
