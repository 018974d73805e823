import { type Expression, type RawBuilder, sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import { type Among, among, isThis } from "#platform/database/among.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { type Columns, jsonColumns, rowsOf } from "#platform/database/json-columns.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { changedStudents } from "#registry/combination-change/combination-change.server.ts";
import { coursesFor, everyCourse, isCompulsoryCourse } from "#registry/course/course.server.ts";
import { untakenCourses } from "#registry/course-registration/course-registration.server.ts";
import { recordAttempts } from "#registry/course-result/course-result.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import {
  type ProfileHead,
  profileFor,
  profileHeads,
  profilesOfHeads,
  type StoredProfile,
} from "../result-profile/result-profile.server.ts";
import type { Attempt, MissedCourse } from "./academic-record.rules.ts";

/** An attempt as it is kept, with where it comes from. */
export interface KeptAttempt extends Attempt {
  readonly _id: string;
  readonly ca: number | null;
  readonly examination: number | null;
  readonly source: string;
  /** On which a past mark stands; null where nobody named one. */
  readonly document: string | null;
}

/** By which profile each of some students is graded. */
export async function profilesOf(db: Database | Trx, students: readonly string[]): Promise<Map<string, StoredProfile>> {
  const { rows } =
    await sql<GradedBy>`select g.student, g._id, g.name, g.since from ${gradedBy(among(students))} g`.execute(db);
  const profiles = await profilesOfHeads(db, [...new Map(rows.map((row) => [row._id, row])).values()]);
  return new Map(
    rows.flatMap(({ student, _id }) => {
      const found = profiles.get(_id);
      return found ? [[student, found] as const] : [];
    }),
  );
}

type GradedBy = ProfileHead & { readonly student: string };

/** By which profile some students are graded, as a part of a larger query. What is named for who entered so is asked once for all of them. */
const gradedBy = (students: Among): RawBuilder<unknown> =>
  sql`(with asked as materialized (select s._id, s.programme, s.session from ${everyStudent()} s where ${students(sql.ref("s._id"))}),
    entries as materialized (select distinct a.programme, a.session from asked a),
    named as materialized (select e.*, ${profileFor(sql.ref("e.programme"), sql.ref("e.session"))} as profile from entries e)
    select a._id as student, p.* from asked a join named n on n.programme is not distinct from a.programme
      and n.session is not distinct from a.session join ${profileHeads()} p on p._id = n.profile)`;

/** Every published attempt of some students, by student; of those in `changed` another mark is thought of. */
export async function attemptsOf(
  db: Database | Trx,
  students: readonly string[],
  changed: readonly string[],
): Promise<Map<string, KeptAttempt[]>> {
  const { rows } = await sql<{ student: string; columns: Columns<KeptAttempt> }>`
    select tries.student, ${packedTries} as columns from ${attemptsAmong(among(students), changed)} tries
    group by tries.student`.execute(db);
  return new Map(rows.map(({ student, columns }) => [student, rowsOf(columns)]));
}

/** Whether what its course is in the programme matters: of what was passed, and stays so, nobody asks whether another may replace it. */
const asksForCourse = (changed: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(t.moved or t.total is null or t.passline is null or t.total < t.passline
    ${changed.length === 0 ? sql`` : sql`or t._id = any(${[...changed]}::uuid[])`})`;

/** Some attempts, `tries` of a larger query. */
const packedTries = jsonColumns<KeptAttempt>("tries", [
  ...(["_id", "session", "semester", "course", "title", "units", "ca", "examination", "total", "code"] as const),
  ...(["passline", "source", "document", "left", "elective"] as const),
]);

const isTried = (course: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${course}.code`)} = d.course`;

/**
 * The same as a part of a larger query. What a course is in a programme, and what a session is called, is asked once for all who took it.
 * The attempts of each student are looked up by themselves (`offset 0`): by no plan are all of the college's read.
 */
const attemptsAmong = (students: Among, changed: readonly string[] = []): RawBuilder<unknown> =>
  sql`(with who as materialized (select s._id, s.programme, s._id in (select moved.student from ${changedStudents()} moved) as moved
      from ${everyStudent()} s where ${students(sql.ref("s._id"))}),
    tried as materialized (select a.*, who.programme as own, who.moved from who
      cross join lateral (select r.* from ${recordAttempts()} r where r.student = who._id offset 0) a),
    known as materialized (select d.own, d.course, meant.compulsory
      from (select distinct t.own, t.course from tried t where ${asksForCourse(changed)}) d
      cross join lateral (select ${isCompulsoryCourse("c")} as compulsory from ${coursesFor(sql.ref("d.own"), isTried)} c
        order by ${sessionName(sql.ref("c.session"))} desc limit 1) meant),
    named as materialized (select d.session, coalesce(${sessionName(sql.ref("d.session"))}, '') as name
      from (select distinct t.session from tried t) d)
    select t._id, t.student, n.name as session, t.semester, t.course, t.title, t.units, t.ca, t.examination, t.total, t.code,
      t.passline, t.source, t.document,
      t.moved and t.programme is distinct from t.own and k.course is null as left, coalesce(not k.compulsory, false) as elective
    from tried t join named n on n.session = t.session
    left join known k on k.course = t.course and k.own is not distinct from t.own)`;

/** The compulsory courses that some students never registered, though they were to, by student. */
export async function missedBy(db: Database | Trx, students: readonly string[]): Promise<Map<string, MissedCourse[]>> {
  const { rows } = await sql<
    MissedCourse & { readonly student: string }
  >`select m.student, m.session, m.semester, m.course, m.title, m.units from ${missedAmong(among(students))} m`.execute(
    db,
  );
  return Map.groupBy(rows, ({ student }) => student);
}

/** The same as a part of a larger query. */
const missedAmong = (students: Among): RawBuilder<unknown> =>
  sql`(select u.student, coalesce(${sessionName(sql.ref("u.session"))}, '') as session, u.semester, u.code as course, u.name as title,
      u.credit as units
    from ${untakenCourses(students)} u join ${everyStudent()} s on s._id = u.student
    where exists (select from ${everyCourse()} own where own.code = u.code and (own.programme = s.programme or own.general)))`;

/** All that the record of one student is made of, read in a larger query. */
export interface RecordParts {
  readonly profile: ProfileHead | null;
  readonly attempts: Columns<KeptAttempt>;
  readonly missed: readonly MissedCourse[];
}

/** A value of JSON. */
export const recordParts = (student: Expression<string>): RawBuilder<RecordParts> =>
  sql<RecordParts>`json_build_object(
    'profile', (select json_build_object('_id', g._id, 'name', g.name, 'since', g.since) from ${gradedBy(isThis(student))} g),
    'attempts', (select ${packedTries} from ${attemptsAmong(isThis(student))} tries),
    'missed', (select coalesce(json_agg(misses), '[]') from ${missedAmong(isThis(student))} misses))`;
