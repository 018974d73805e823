import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { everyStudent } from "../student/student.server.ts";

export const impossibleHandOvers: readonly Impossible[] = [
  {
    name: "handed-over-to-another",
    sentence: "Who was handed over is the student of that very application",
    rows: sql`select 'application:' || l.application as subject from portal.hand_over_line l
      left join ${everyStudent()} s on s._id = l.student
      where l.state in ('Done', 'Student already') and s.application is distinct from l.application`,
  },
  {
    name: "hand-over-stands-still",
    sentence: "An order to hand people over comes to its end within the hour",
    rows: sql`select 'hand_over:' || h._id as subject from portal.hand_over h
      where h."finishedAt" is null and h."createdAt" < now() - interval '1 hour'
        or h."finishedAt" is not null and exists (
          select from portal.hand_over_line l where l.handover = h._id and l.state = 'Waiting')`,
  },
];
