import { sql } from "kysely";
import { expect } from "vitest";
import type { TestPortal } from "./portal.ts";
import { FAILED } from "./season-registration.ts";

/**
 * What must hold of every registration of a semester, each with what breaks it. Lines of courses that were called otherwise must
 * have the new name where they were added after `renamed`, by code.
 */
export async function expectRegistrationsKept(
  { db }: TestPortal,
  renamed: Readonly<Record<string, string>>,
): Promise<void> {
  const broken = {
    "units within the limits of the programme": sql`select r._id from portal.course_registration r
      join portal.programme p on p._id = r.programme where r.units not between p.minunit and p.maxunit`,
    "everybody has one registration": sql`select s._id from portal.student s where s.status = 'Active' and s.applicant is not null
      and 1 <> (select count(*) from portal.course_registration r where r.student = s._id)`,
    "who has failed a course carries it over": sql`select m._id from portal.past_mark m where m.course = ${FAILED}
      and not exists (select from portal.course_registration r join portal.course_registration_line l on l.registration = r._id
        where r.student = m.student and l.code = m.course and l.kind = 'Carry-over' and l."droppedAt" is null)`,
    "units are those of the courses": sql`select r._id from portal.course_registration r where r.units <> (
      select sum(l.credit) from portal.course_registration_line l where l.registration = r._id and l."droppedAt" is null)`,
    "no course stands twice": sql`select l.registration from portal.course_registration_line l
      where l."droppedAt" is null group by l.registration, l.code having count(*) > 1`,
    "a line says what the catalogue said on its day": sql`select l._id from portal.course_registration_line l
      where not exists (select from portal.course_version v where v.course = l.course and v.version = l.courseversion
        and (v.code, v.name, v.credit, v.moduletype) = (l.code, l.name, l.credit, l.moduletype)
        and v."createdAt" <= l."addedAt" + interval '10 seconds')`,
    ...Object.fromEntries(
      Object.entries(renamed).map(([code, since]) => [
        `${code} has its new name since ${since}`,
        sql`select l._id from portal.course_registration_line l join portal.course c on c._id = l.course
          where c.code like ${`${code}%`} and l."addedAt" > ${since} and (l.name, l.courseversion) <> (c.name, c.version)`,
      ]),
    ),
    "nobody approved the own": sql`select r._id from portal.course_registration r
      join portal.student s on s._id = r.student join portal.staff m on m._id = r.decidedby
      where lower(m.emailaddress) = lower(s.emailaddress)`,
    "no class has more than its places": sql`select k._id from portal.course_class k where k.seats < (
      select count(*) from portal.course_registration_line l where l.class = k._id and l."droppedAt" is null)`,
  };
  for (const [sentence, question] of Object.entries(broken))
    expect([sentence, (await question.execute(db)).rows]).toEqual([sentence, []]);
}
