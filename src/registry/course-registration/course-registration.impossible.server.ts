import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleRegistrations: readonly Impossible[] = [
  {
    name: "registration-beside-its-lines",
    sentence: "A registration has the units of the courses that stand in it",
    rows: sql`select 'course_registration:' || r._id as subject from portal.course_registration r
      left join (select l.registration, sum(l.credit) as units, count(*) as courses from portal.course_registration_line l
        where l."droppedAt" is null group by l.registration) n on n.registration = r._id
      where r.units <> coalesce(n.units, 0)`,
  },
  {
    name: "course-registered-twice",
    sentence: "A course stands once in a registration",
    rows: sql`select 'course_registration:' || l.registration as subject from portal.course_registration_line l
      where l."droppedAt" is null group by l.registration, l.code having count(*) > 1`,
  },
  {
    name: "registered-without-approval",
    sentence: "Every course of a registration that counts is approved",
    rows: sql`select 'course_registration:' || r._id as subject from portal.course_registration r
      where r.state = 'Registered' and exists (select from portal.course_registration_line l
        where l.registration = r._id and l."droppedAt" is null and l."approvedAt" is null)`,
  },
];
