import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import { catalogue } from "./catalogue.ts";
import type { TestPortal } from "./portal.ts";

/** A total from 0 to 100; `awaited` is registered and has no result yet. */
export type Total = number | "awaited" | "excused";

export interface PublishedTerm {
  readonly session: string;
  readonly semester: number;
  /** `_id`s of courses of that semester. */
  readonly courses: readonly string[];
  /** By the `_id` of a student, a total for each of the courses. */
  readonly totals: Readonly<Record<string, readonly Total[]>>;
}

/** Lets students have registered courses of a semester and have results of them that everybody may read: straight into the database.
 * Once more for who awaited a result. */
export async function publishedTerm(
  { db }: TestPortal,
  { session, semester, courses, totals }: PublishedTerm,
): Promise<void> {
  const students = Object.keys(totals);
  await sql`
    insert into portal.course_registration (_id, student, session, semester, programme, level, state, units, hodapproval, "arrivedAt")
    select gen_random_uuid(), s._id, ${session}, ${semester}, s.programme, s.level, 'Registered',
      (select sum(credit) from portal.course where _id = any(${[...courses]}::uuid[])), false, now()
    from portal.student s where s._id = any(${students}::uuid[]) on conflict (student, session, semester) do nothing`.execute(
    db,
  );
  await sql`
    insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit, moduletype, kind, "approvedAt")
    select gen_random_uuid(), r._id, c._id, c.class, c.version, c.code, c.name, c.credit, c.moduletype, 'Programme', now()
    from portal.course_registration r cross join portal.course c
    where r.student = any(${students}::uuid[]) and r.session = ${session} and r.semester = ${semester}
      and c._id = any(${[...courses]}::uuid[])
      and not exists (select from portal.course_registration_line l where l.registration = r._id and l.course = c._id)`.execute(
    db,
  );
  // Thousands at once are joined by what the planner knows of them.
  if (students.length > 500) await sql`analyze portal.course_registration, portal.course_registration_line`.execute(db);
  const marks = Object.entries(totals).flatMap(([student, own]) =>
    own.flatMap((total, at) => {
      if (total === "awaited") return [];
      const mark = total === "excused" ? { code: "Excused" } : { total };
      return [{ student, course: courses[at], ...mark }];
    }),
  );
  await sql`
    insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units, moduletype, ca,
      examination, total, code, passline, publication, "visibleAt")
    select gen_random_uuid(), m.student, r.session, r.semester, r.programme, r.level, l.class, l.code, l.name, l.credit, l.moduletype,
      case when m.total is not null then least(m.total, 40) end, case when m.total is not null then greatest(m.total - 40, 0) end, m.total, m.code, 40, ${newId()}, now() - interval '1 minute'
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m(student uuid, course uuid, total smallint, code text)
    join portal.course_registration r on r.student = m.student and r.session = ${session} and r.semester = ${semester}
    join portal.course_registration_line l on l.registration = r._id and l.course = m.course`.execute(db);
}

/** A session that comes after the one that runs, and a course for each semester of this one at some levels. */
export async function twoSessions(portal: TestPortal, levels: readonly number[] = [100]) {
  const office = await catalogue(portal);
  const next = newId();
  await sql`insert into portal.session (_id, code, name, semester) values (${next}, '2027', '2027/2028', 1)`.execute(
    portal.db,
  );
  const courses: Record<number, { readonly first: string; readonly second: string }> = {};
  for (const level of levels)
    courses[level] = {
      first: await office.course(`CRS ${level + 11}`, { level, semester: 1 }),
      second: await office.course(`CRS ${level + 12}`, { level, semester: 2 }),
    };
  return { office, session: office.usual.session, programme: office.usual.programme, next, courses };
}
