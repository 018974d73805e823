import { sql } from "kysely";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmeNames } from "#college/programme/programme.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { jambCourses } from "../jamb.course.contract.ts";
import { programmeMeant } from "./course.rules.ts";

export const jambCourseRules: RecordRules<typeof jambCourses> = {
  of: jambCourses,
  table: "jamb_course",
  within: "college-wide",
  instead: "Candidates chose this course, so it stays. Leave its programme empty instead",
  constraints: {
    jamb_course_once: ["value-taken", "course", "This course stands in the list already"],
    jamb_course_course: ["form-invalid", "course", "Minimum of 2 characters expected"],
  },
};

/** Courses as files spell them, each with its `_id`; those that are new are kept, with the programme that they plainly are. */
export async function coursesOf(trx: Trx, spelt: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const added = await newCourses(trx, spelt);
  if (added.length > 0) {
    const rows = added.map(({ course, programme }) => ({ _id: newId(), course, programme }));
    await sql`insert into portal.jamb_course (_id, course, programme)
      select _id, course, programme from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as c(_id uuid, course text, programme uuid)
      on conflict do nothing`.execute(trx);
  }
  return knownCourses(trx, spelt);
}

/** Those of the courses that stand in the list, in whatever spelling. */
export async function knownCourses(db: Database | Trx, spelt: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ said: string; _id: string }>`select s.said, k._id
    from unnest(${[...new Set(spelt)]}::text[]) as s(said)
    join portal.jamb_course k on portal.jamb_plain(k.course) = portal.jamb_plain(s.said)`.execute(db);
  return new Map(rows.map(({ said, _id }) => [said, _id]));
}

interface NewCourse {
  readonly course: string;
  /** Null where no programme is plainly meant. */
  readonly programme: string | null;
  /** What alone is called so, where that takes no applicants. */
  readonly closed: string | null;
}

/** Those of the courses that nobody has met yet. */
export async function newCourses(db: Database | Trx, spelt: readonly string[]): Promise<NewCourse[]> {
  const { rows } = await sql<{ course: string }>`
    select distinct on (portal.jamb_plain(s.said)) s.said as course from unnest(${[...new Set(spelt)]}::text[]) as s(said)
    where portal.jamb_plain(s.said) <> '' and not exists (
      select from portal.jamb_course k where portal.jamb_plain(k.course) = portal.jamb_plain(s.said))
    order by portal.jamb_plain(s.said), s.said`.execute(db);
  if (rows.length === 0) return [];
  const meant = programmeMeant(await programmeNames(db));
  return rows.map(({ course }) => {
    const { programme, closed } = meant(course);
    return { course, programme: programme?._id ?? null, closed: closed && programmeTitle(closed) };
  });
}

/** How many courses have no programme yet. */
export async function countUnmatched(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from portal.jamb_course where not matched`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether somebody has said since a time what a course is here. */
export async function coursesChangedSince(db: Database, at: string): Promise<boolean> {
  const { rows } = await sql`select from portal.jamb_course where "updatedAt" > ${at} limit 1`.execute(db);
  return rows.length > 0;
}
