import { sql } from "kysely";
import { fivePoints } from "./five-points.ts";
import type { TestPortal } from "./portal.ts";

/**
 * A published result of a course that a student has registered, put straight into the database; answers the `_id` of the
 * registration. The student takes a course.
 */
export async function publishedResult(portal: TestPortal, student: string): Promise<string> {
  await fivePoints(portal);
  const { rows } = await sql<{ registration: string }>`
    insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units, moduletype, ca,
      examination, total, passline, publication, "visibleAt")
    select gen_random_uuid(), r.student, r.session, r.semester, r.programme, r.level, l.class, l.code, l.name, l.credit, l.moduletype,
      30, 40, 70, 40, gen_random_uuid(), now()
    from portal.course_registration r join portal.course_registration_line l on l.registration = r._id and l."droppedAt" is null
    where r.student = ${student} order by l.code limit 1
    returning (select own._id from portal.course_registration own where own.student = ${student} limit 1) as registration`.execute(
    portal.db,
  );
  const [made] = rows;
  if (!made) throw new Error("The student takes no course");
  return made.registration;
}
