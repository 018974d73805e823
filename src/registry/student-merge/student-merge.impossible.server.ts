import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { everyStudent, studentsOfAccount } from "../student/student.server.ts";

export const impossibleMerges: readonly Impossible[] = [
  {
    name: "merged-without-merge",
    sentence: "Every merged record leads to one that stays, by a merge that one proposed and another approved",
    rows: sql`select 'student:' || s._id as subject from ${everyStudent()} s
      left join portal.student_merge m on m.gone = s._id and m.state = 'Approved'
      left join ${everyStudent()} k on k._id = s.mergedinto
      where s.status = 'Merged' and (m._id is null or m.decidedby is not distinct from m.proposedby or k.status = 'Merged')`,
  },
];

export const ownMerges: OwnRows = {
  name: "studentmerges",
  tables: ["student_merge"],
  rows: (
    owner,
  ) => sql`select jsonb_build_object('kept', m.keptmatric, 'gone', m.gonematric, 'decidedAt', m."decidedAt") as row
    from portal.student_merge m where m.state = 'Approved'
      and (m.kept in (${studentsOfAccount(owner)}) or m.gone in (${studentsOfAccount(owner)}))`,
};
