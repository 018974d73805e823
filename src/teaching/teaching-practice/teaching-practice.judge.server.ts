import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { codesIn } from "#registry/course/course.rules.ts";
import { metCodes, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { passedCodes } from "#registry/course-result/course-result.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { neededCodes } from "../practice-round/practice-round.rules.ts";
import type { PracticeRound } from "../practice-round/practice-round.server.ts";

/** How a student stands to a round, by what the record says now. */
export interface Judged {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly firstname: string;
  readonly emailaddress: string;
  readonly status: string;
  /** The course of the practice that is registered and counts; null where none is. */
  readonly course: string | null;
  /** Of what is needed, what was not passed and not taken before either. */
  readonly missing: readonly string[];
  /** Of what is needed, what was taken before, with a result that is awaited still. */
  readonly awaited: readonly string[];
  /** Whether a course of the practice is passed. */
  readonly passed: boolean;
  /** The round in which the student is posted now; null where in none. */
  readonly postedin: string | null;
}

/** Judges some students for a round; whoever is no student is left out. */
export async function judged(
  db: Database | Trx,
  round: PracticeRound,
  students: readonly string[],
): Promise<ReadonlyMap<string, Judged>> {
  if (students.length === 0) return new Map();
  const term = { session: sql`${round.session}::uuid`, semester: sql`${round.semester}` };
  const { rows } = await sql<Judged>`
    select judged._id as student, judged.name, judged.matric, judged.firstname, judged.emailaddress, judged.status,
      (select min(counts.code) from ${takenCourses()} counts where counts.student = judged._id
        and counts.session = ${round.session} and counts.semester = ${round.semester}
        and counts.code = any(${[...codesIn(round.courses)]}::text[])) as course,
      array(select need from unnest(${[...neededCodes(round.needs)]}::text[]) need where not exists (
        select from ${metCodes(term)} met where met.student = judged._id and met.code = need) order by need) as missing,
      array(select need from unnest(${[...neededCodes(round.needs)]}::text[]) need where (
        select bool_and(met.awaited) from ${metCodes(term)} met where met.student = judged._id and met.code = need) order by need) as awaited,
      exists (select from ${passedCodes()} earlier where earlier.student = judged._id
        and earlier.code = any(${[...codesIn(round.courses)]}::text[])) as passed,
      (select standing.round from portal.practice_posting standing
        where standing.student = judged._id and standing.state in ('Posted', 'Proposed')) as postedin
    from ${everyStudent()} judged where judged._id = any(${[...students]}::uuid[])`.execute(db);
  return new Map(rows.map((one) => [one.student, one]));
}

/** What keeps a student from a round, in sentences that begin with what is missing; none where nothing does. */
export function lacksOf({ course, missing, status, passed }: Judged, { courses }: PracticeRound): readonly string[] {
  return [
    ...(status === "Active" ? [] : [`Status is ${status}`]),
    ...(passed ? ["Teaching practice is passed already"] : []),
    ...(course === null ? [`Not registered: ${codesIn(courses).join(" or ")}`] : []),
    ...missing.map((code) => `${code} is not passed`),
  ];
}

/** The conditions of a round as a student reads them, each with whether it is met. */
export function conditionsOf(of: Judged, { courses, needs }: PracticeRound) {
  const registered = codesIn(courses);
  return [
    {
      says: of.course === null ? `Register ${registered.join(" or ")}` : `${of.course} is registered`,
      met: of.course !== null,
    },
    ...neededCodes(needs).map((code) => ({
      says: of.missing.includes(code)
        ? `${code} is not passed yet`
        : of.awaited.includes(code)
          ? `${code} is taken, its result is awaited`
          : `${code} is passed`,
      met: !of.missing.includes(code),
    })),
    ...(of.status === "Active" ? [] : [{ says: `Your status is ${of.status}`, met: false }]),
  ];
}

/** Everybody who has registered the practice of a round, as `_id`s. */
export async function takersOf(db: Database | Trx, round: PracticeRound): Promise<string[]> {
  const { rows } = await sql<{ student: string }>`select distinct counts.student from ${takenCourses()} counts
    where counts.session = ${round.session} and counts.semester = ${round.semester}
      and counts.code = any(${[...codesIn(round.courses)]}::text[])`.execute(db);
  return rows.map(({ student }) => student);
}
