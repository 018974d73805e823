import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";

export const impossibleSheets: readonly Impossible[] = [
  {
    name: "sheet-approved-without-board",
    sentence: "An approved score sheet was approved last by the board, by a minute of its meeting",
    rows: sql`select 'score_sheet:' || s._id as subject from portal.score_sheet s
      where s.state = 'Approved' and not exists (select from portal.score_sheet_step b where b.sheet = s._id
        and b.fromstate = 'With board' and b.tostate = 'Approved' and b.minute is not null and b."createdAt" >= s."submittedAt")`,
  },
  {
    name: "sheet-decided-twice",
    sentence: "Nobody decides about a score sheet twice since it was sent in, and who sent it in not at all",
    rows: sql`select 'score_sheet:' || s._id as subject from portal.score_sheet s
      join portal.score_sheet_step d on d.sheet = s._id and d."createdAt" >= s."submittedAt"
      where s.state not in ('Open', 'Returned') group by s._id having count(*) <> count(distinct d.staff)`,
  },
  {
    // Who joined the class since, or could not sit when it was sent in, is a finding of whoever decides.
    name: "sheet-sent-without-mark",
    sentence: "A score sheet that was sent in has a whole mark, or a code, of everybody who was in the class",
    rows: sql`select 'score_sheet:' || s._id as subject from portal.score_sheet s
      join ${classMembers()} m on m.class = s.class and m."approvedAt" < s."submittedAt"
      join ${everyStudent()} p on p._id = m.student and coalesce(p."statusAt" < s."submittedAt", true)
      left join portal.score t on t.sheet = s._id and t.student = m.student
      where s.state not in ('Open', 'Returned') and t.code is null and (t.ca is null or t.examination is null)`,
  },
];
