import { sql } from "kysely";
import { everyApplication } from "#applications/application/application.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleScreenings: readonly Impossible[] = [
  {
    name: "screening-overbooked",
    sentence: "A slot of a screening day has as many people as it says, and no more than it has places",
    rows: sql`select 'screening_slot:' || s._id as subject from portal.screening_slot s
      left join portal.screening_booking b on b.slot = s._id
      group by s._id having count(b._id) <> s.booked or count(b._id) > s.places`,
  },
  {
    name: "screening-miscounted",
    sentence: "A screening day counts as many people, attendances and absentees as it has",
    rows: sql`select 'screening_day:' || d._id as subject from portal.screening_day d
      left join portal.screening_booking b on b.day = d._id
      group by d._id having (count(b._id), count(*) filter (where b.state = 'Attended'), count(*) filter (where b.state = 'Absent'))
        is distinct from (d.booked::bigint, d.attended::bigint, d.absent::bigint)`,
  },
  {
    name: "screened-elsewhere",
    sentence: "Whoever is booked for a screening day has applied in its session, and no cancelled day has people",
    rows: sql`select 'screening_booking:' || b._id as subject from portal.screening_booking b
      join portal.screening_day d on d._id = b.day left join ${everyApplication()} a on a._id = b._id
      where (a.session, a.applicant) is distinct from (d.session, b.applicant) or d.state = 'Cancelled'`,
  },
];
