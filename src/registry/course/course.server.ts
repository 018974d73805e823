import { type Expression, type RawBuilder, sql } from "kysely";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { searchedIn } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { classCalls } from "./catalogue/catalogue.class.server.ts";
import { copyCalls } from "./catalogue/catalogue.copy.server.ts";
import { catalogueReads } from "./catalogue/catalogue.read.server.ts";
import { courses } from "./course.contract.ts";
import { compulsoryTypes } from "./course.rules.ts";

export { countClassesBy } from "./catalogue/catalogue.class.server.ts";

export const courseRules: RecordRules<typeof courses> = {
  of: courses,
  table: "course",
  within: (column, scope) => ofProgrammesWithin(column, scope),
  usual: usualRunningSession,
  everybodys: [
    "general",
    "A general course is every student's: only a right to the whole college adds or changes one. Ask the registry",
  ],
  constraints: {
    course_once: ["value-taken", "code", "The programme has this course in this session already. Change that one"],
    course_session_stays: [
      "course-session-stays",
      "session",
      "A course stays in its session. Copy it into the other one instead",
    ],
    course_code_stays: [
      "course-code-stays",
      "code",
      "Students have registered this code, and it stands on their papers. Make this course Inactive and add another",
    ],
    course_term_stays: [
      "course-term-stays",
      "semester",
      "Students have registered this course, so it stays in its level and semester. Make it Inactive: they are told, and heads take it out of registrations. It can be moved once nobody has it",
    ],
    course_taught: [
      "course-taught",
      "code",
      "Lecturers, topics or lectures stand under this code. Make this course Inactive and add another, or take them out first",
    ],
    course_class_code: ["value-taken", "code", "Somebody has just used this code. Save once more"],
    course_in_timetable: [
      "course-in-timetable",
      "code",
      "This course stands in the timetable under this code and semester. Take it out there first",
    ],
  },
  deeds: { "course.copy": "Copied", "course.tell": "Students told" },
  instead: "Make it Inactive: it is offered to nobody then, and whoever has registered it is told",
};

/** Every course with its class, as a part of a larger query. */
export const everyCourse = (): RawBuilder<unknown> =>
  sql`(select _id, programme, session, class, code, name, moduletype, status, credit, level, semester, general, half, choice,
    choose, needs, excludes, version from portal.course)`;

/**
 * Those of a programme's courses and of everybody's that meet a condition, as a part of a larger query. Two parts, so that an index
 * finds either.
 */
export const coursesFor = (
  programme: Expression<unknown>,
  meet: (course: string) => RawBuilder<boolean>,
): RawBuilder<unknown> =>
  sql`(select own.* from ${everyCourse()} own where own.programme = ${programme} and ${meet("own")}
    union all select shared.* from ${everyCourse()} shared
      where shared.general and shared.programme is distinct from ${programme} and ${meet("shared")})`;

/** Whether a course of a larger query is one that everybody takes, as `isElective` of the rules has it for the others. */
export const isCompulsoryCourse = (course: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${course}.choice`)} is null
    and lower(trim(${sql.ref(`${course}.moduletype`)})) = any(${[...compulsoryTypes]}::text[]))`;

/** What papers show of every course, in versions, as a part of a larger query: rows of `course, version, code, moduletype, createdAt`. */
export const everyCourseVersion = (): RawBuilder<unknown> =>
  sql`(select course, version, code, name, credit, moduletype, "createdAt" from portal.course_version)`;

/** Every class: what is taught under one code in one session, whichever programmes it stands in; as a part of a larger query. */
export const everyClass = (): RawBuilder<unknown> =>
  sql`(select _id, session, code, department, seats from portal.course_class)`;

/** The courses whose code or name all the words find, as a part of a larger query: rows of `_id`. */
export const coursesFound = (words: readonly string[]): RawBuilder<unknown> =>
  sql`select found._id from portal.course found where ${sql.join(words.map(searchedIn("found")), sql` and `)}`;

export interface LimitedClass {
  readonly _id: string;
  readonly code: string;
  readonly seats: number;
}

/**
 * Keeps courses under their codes in a semester, and their classes with their limits, until the end of the transaction; many may do
 * so at once. Answers the classes that have a limit; undefined where a course has another code or semester by now, or is withdrawn.
 */
export async function keepAsRead(
  trx: Trx,
  courses: readonly { readonly _id: string; readonly code: string; readonly class: string }[],
  semester: number,
): Promise<LimitedClass[] | undefined> {
  const classes = courses.map((course) => course.class);
  // Whoever changes a limit, a code or a semester has the class alone, and is read once that is done.
  await sql`select from portal.course_class where _id = any(${classes}::uuid[]) order by _id for key share`.execute(
    trx,
  );
  const { rows } = await sql<{ _id: string; code: string; seats: number | null }>`
    select k._id, k.code, k.seats
    from unnest(${courses.map(({ _id }) => _id)}::uuid[], ${courses.map(({ code }) => code)}::text[], ${classes}::uuid[])
      as seen(_id, code, class)
    join portal.course c on (c._id, c.code, c.class) = (seen._id, seen.code, seen.class) and c.semester = ${semester}::smallint
      and c.status
    join portal.course_class k on k._id = c.class`.execute(trx);
  if (rows.length < courses.length) return undefined;
  return rows.flatMap(({ seats, ...of }) => (seats === null ? [] : [{ ...of, seats }]));
}

/** Keeps the class of a course as it is until the end of the transaction; two such deeds wait for each other. */
export async function lockClassOf(trx: Trx, course: string): Promise<void> {
  await sql`select from portal.course_class where _id = (select said.class from portal.course said where said._id = ${course})
    for no key update`.execute(trx);
}

export const courseNoun: Noun = {
  name: "course",
  calls: (app) => {
    catalogueReads(app);
    classCalls(app);
    copyCalls(app);
  },
  records: [courseRules],
};
