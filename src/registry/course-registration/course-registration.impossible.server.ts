import { sql } from "kysely";
import { everyOwnAccount, isOwnAddress } from "#access/own-file/own-file.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { everyClass, everyCourse, everyCourseVersion } from "../course/course.server.ts";
import { everyStudent } from "../student/student.server.ts";
import { heldSeats } from "./course-registration.read.server.ts";

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
  {
    name: "registered-beside-the-catalogue",
    sentence: "A registered course is what the catalogue said on its day, in the class of its code",
    // An hour for what was sent while the catalogue changed.
    rows: sql`select 'course_registration:' || l.registration as subject from portal.course_registration_line l
      left join ${everyCourse()} c on c._id = l.course
      left join ${everyCourseVersion()} v on v.course = l.course and v.version = l.courseversion
      left join ${everyCourseVersion()} later on later.course = l.course and later.version = l.courseversion + 1
      where (l.code, l.name, l.credit, l.moduletype) is distinct from (v.code, v.name, v.credit, v.moduletype)
        or l.class is distinct from c.class or later."createdAt" < l."addedAt" - interval '1 hour'`,
  },
  {
    name: "registered-beyond-places",
    sentence: "A class with a limit holds no more students than its places, but for who came back from a pause",
    rows: sql`select 'course_class:' || k._id as subject from ${everyClass()} k
      join ${heldSeats()} held on held.class = k._id
      join portal.course_registration_line l on l._id = held.line
      join portal.course_registration r on r._id = held.registration
      join ${everyStudent()} s on s._id = r.student
      where k.seats is not null and s."statusAt" <= l."addedAt"
        and not exists (select from ${everyStudent()} gone where gone.mergedinto = s._id)
      group by k._id, k.seats having count(*) > k.seats`,
  },
  {
    name: "registered-above-the-most",
    sentence: "A registration has no more units than the limit by which it was judged",
    rows: sql`select 'course_registration:' || r._id as subject from portal.course_registration r where r.units > r.most`,
  },
  {
    name: "registration-decided-by-its-student",
    sentence: "Nobody decides about the own registration",
    rows: sql`select 'course_registration:' || r._id as subject from ${everyOwnAccount()} own
      join ${everyStudent()} s on s.applicant = own.account
      join portal.course_registration r on r.student = s._id and r.decidedby = own.staff
      union all
      select 'course_registration:' || r._id from portal.course_registration r join ${everyStudent()} s on s._id = r.student
      where s.applicant is null and ${isOwnAddress(sql.ref("s.emailaddress"), sql.ref("r.decidedby"))}`,
  },
  {
    name: "registration-of-nothing",
    sentence: "A registration that was sent has a course, unless the office dropped the last of them",
    rows: sql`select 'course_registration:' || r._id as subject from portal.course_registration r
      where r.units = 0 and r.state <> 'Returned' and not exists (select from portal.course_registration_line l
        where l.registration = r._id and (l."droppedAt" is null or l.droppedby is not null))`,
  },
];
