import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import { coded } from "./bursar.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { granted } from "./walk.ts";

/** Somebody who keeps the catalogue of the whole college, and what all courses have unless something else is said. */
export async function catalogue(portal: TestPortal) {
  const officer: StaffMember = await staffMember(portal, {
    pages: ["courses", "courses.change", "programmes", "sessions"],
  });
  const usual = {
    programme: await coded(portal, "programme", "NCE-CRS-ENG"),
    session: await coded(portal, "session", "2026"),
    moduletype: "Core",
    status: true,
    credit: 2,
    level: 100,
    semester: 1,
    general: false,
  };
  return {
    officer,
    usual,
    /** Answers the course's `_id`. */
    async course(code: string, more: Record<string, unknown> = {}): Promise<string> {
      const form = { ...usual, code, name: `Course ${code}`, ...more };
      return (await granted(officer.post("/staff/ms_course", form))).body._id;
    },
  };
}

/**
 * Registers a student for courses, put straight into the database as approved: for tests of what comes after a registration.
 * Answers the registration's `_id`.
 */
export async function registeredFor({ db }: TestPortal, student: string, courses: readonly string[]): Promise<string> {
  const registration = newId();
  await sql`
    insert into portal.course_registration (_id, student, session, semester, programme, level, state, units, hodapproval, "arrivedAt")
    select ${registration}, ${student}, c.session, c.semester, coalesce(s.programme, c.programme), coalesce(s.level, c.level),
      'Registered', (select sum(credit) from portal.course where _id = any(${[...courses]}::uuid[])), false, now()
    from portal.course c, portal.student s where c._id = ${courses[0]} and s._id = ${student}`.execute(db);
  await sql`
    insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit, moduletype, kind, "approvedAt")
    select gen_random_uuid(), ${registration}, _id, class, version, code, name, credit, moduletype, 'Programme', now()
    from portal.course where _id = any(${[...courses]}::uuid[])`.execute(db);
  return registration;
}

/**
 * Brings registrations in line with their lines, where a test has dropped or not approved some straight in the database; one of
 * which nothing is left is returned.
 */
export async function registrationsFollow({ db }: TestPortal): Promise<void> {
  await sql`update portal.course_registration r set
      units = (select coalesce(sum(l.credit), 0) from portal.course_registration_line l
        where l.registration = r._id and l."droppedAt" is null),
      state = case when exists (select from portal.course_registration_line l
        where l.registration = r._id and l."droppedAt" is null and l."approvedAt" is null) then 'Waiting' else r.state end`.execute(
    db,
  );
  await sql`update portal.course_registration r set state = 'Returned', reason = 'Nothing is left', "decidedAt" = now(),
      decidedby = (select _id from portal.staff limit 1)
    where not exists (select from portal.course_registration_line l
      where l.registration = r._id and l."droppedAt" is null)`.execute(db);
}
