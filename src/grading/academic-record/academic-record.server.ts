import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { staffWithAny } from "#access/permission/permission.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { type Among, among, isThis } from "#platform/database/among.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { changedStudents } from "#registry/combination-change/combination-change.server.ts";
import { coursesFor, everyCourse, isCompulsoryCourse } from "#registry/course/course.server.ts";
import { untakenCourses } from "#registry/course-registration/course-registration.server.ts";
import { recordAttempts } from "#registry/course-result/course-result.server.ts";
import { everyStudent, isOwnRecord, ofStudentsWithin } from "#registry/student/student.server.ts";
import {
  keepCohorts,
  type ProfileHead,
  profileFor,
  profileHeads,
  profilesOfHeads,
  type StoredProfile,
  standBy,
} from "../result-profile/result-profile.server.ts";
import { type RecordShown, readAcademicRecord } from "./academic-record.contract.ts";
import {
  type Attempt,
  type CarryOver,
  carryOversOf,
  classOf,
  type MissedCourse,
  passedUnits,
  recordFrom,
  recordReaders,
  recordSlices,
  type SemesterRecord,
  type Sum,
} from "./academic-record.rules.ts";

/** An attempt as it is kept, with where it comes from. */
export interface KeptAttempt extends Attempt {
  readonly _id: string;
  readonly student: string;
  readonly ca: number | null;
  readonly examination: number | null;
  readonly source: string;
  /** On which a past mark stands; null where nobody named one. */
  readonly document: string | null;
}

/** All that the record of one student comes to. */
export interface AcademicRecord {
  readonly student: string;
  /** By which the student is graded; null where the college has named none, and then nothing is graded. */
  readonly profile: StoredProfile | null;
  readonly semesters: readonly SemesterRecord[];
  readonly cgpa: Sum;
  /** Of pass, by the CGPA so far; null below the lowest. */
  readonly passClass: string | null;
  readonly carryOvers: readonly CarryOver[];
  readonly passedUnits: number;
}

/** What is not published yet, beside the record: by student. */
type Pending = ReadonlyMap<string, readonly Attempt[]>;

/** What would stand in the place of published marks, by their `_id`. */
type Instead = ReadonlyMap<string, Pick<KeptAttempt, "ca" | "examination" | "total" | "code">>;

/**
 * The records of some students, by their `_id`: from every published attempt, and from those of `pending`, such as marks before the
 * board. A past mark of the same course and semester is not both: `pending` is left out then. With `instead` they are as they would
 * be if those marks were corrected.
 */
export async function recordsOf(
  db: Database | Trx,
  students: readonly string[],
  pending: Pending | Promise<Pending> = new Map(),
  instead: Instead = new Map(),
): Promise<Map<string, AcademicRecord>> {
  const [graded, attempts, missed, beside] = await Promise.all([
    profilesOf(db, students),
    attemptsOf(db, students),
    missedBy(db, students),
    pending,
  ]);
  return new Map(
    students.map((student) => {
      const published = (attempts.get(student) ?? []).map((attempt) => ({ ...attempt, ...instead.get(attempt._id) }));
      const known = new Set(published.map(termOf));
      const all = [...published, ...(beside.get(student) ?? []).filter((attempt) => !known.has(termOf(attempt)))];
      return [student, recordWith(student, graded.get(student) ?? null, all, missed.get(student) ?? [])];
    }),
  );
}

/**
 * The records of however many students, one after the other, read slice by slice: nobody's statement grows with the college, and no
 * more than two slices are held at once. `pendingOf` answers of a slice what is not published yet.
 */
export async function* recordsInSlices(
  db: Database | Trx,
  students: readonly string[],
  pendingOf: (some: readonly string[]) => Promise<Pending> = async () => new Map(),
): AsyncGenerator<readonly [student: string, record: AcademicRecord]> {
  let read: Promise<Map<string, AcademicRecord>> | undefined;
  for (const some of recordSlices(students)) {
    const before = read;
    // Read while the one before is used. Who stops in between is not told of what this one comes to.
    read = recordsOf(db, some, pendingOf(some));
    read.catch(() => undefined);
    // A transaction that ends in between leaves no question behind on its connection.
    if (db.isTransaction) await read;
    if (before) yield* await before;
  }
  if (read) yield* await read;
}

/** The same at once, of as many as are held together: a class, or those who leave in a year. */
export async function recordsOfMany(
  ...asked: Parameters<typeof recordsInSlices>
): Promise<Map<string, AcademicRecord>> {
  const records = new Map<string, AcademicRecord>();
  for await (const [student, record] of recordsInSlices(...asked)) records.set(student, record);
  return records;
}

/** From now on papers or results of some students stand by the profiles that grade them, so those stay as they are. */
export async function standByProfilesOf(trx: Trx, students: readonly string[]): Promise<void> {
  await keepCohorts(trx);
  const graded = await profilesOf(trx, students);
  await standBy(trx, [...new Set([...graded.values()].map(({ _id }) => _id))]);
}

const termOf = ({ session, semester, course }: Attempt): string => `${session} ${semester} ${course.toUpperCase()}`;

function recordWith(
  student: string,
  profile: StoredProfile | null,
  attempts: readonly Attempt[],
  missed: readonly MissedCourse[],
): AcademicRecord {
  const semesters = profile ? recordFrom(attempts, profile) : [];
  const graded = semesters.flatMap((semester) => semester.attempts);
  const cgpa = semesters.at(-1)?.cgpa ?? { points: 0, units: 0 };
  return {
    student,
    profile,
    semesters,
    cgpa,
    passClass: profile ? classOf(cgpa, profile) : null,
    carryOvers: carryOversOf(graded, missed),
    passedUnits: passedUnits(graded),
  };
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

/** Every published attempt of some students, by student. */
export async function attemptsOf(db: Database | Trx, students: readonly string[]): Promise<Map<string, KeptAttempt[]>> {
  const { rows } = await sql<KeptAttempt>`select t.* from ${attemptsAmong(among(students))} t`.execute(db);
  return Map.groupBy(rows, ({ student }) => student);
}

const isTried = (course: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${course}.code`)} = d.course`;

/**
 * The same as a part of a larger query. What a course is in a programme, and what a session is called, is asked once for all who took it.
 * The attempts of each student are looked up by themselves (`offset 0`): by no plan are all of the college's read.
 */
const attemptsAmong = (students: Among): RawBuilder<unknown> =>
  sql`(with who as materialized (select s._id, s.programme, s._id in (select moved.student from ${changedStudents()} moved) as moved
      from ${everyStudent()} s where ${students(sql.ref("s._id"))}),
    tried as materialized (select a.*, who.programme as own, who.moved from who
      cross join lateral (select r.* from ${recordAttempts()} r where r.student = who._id offset 0) a),
    known as materialized (select d.own, d.course, meant.compulsory from (select distinct t.own, t.course from tried t) d
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
async function missedBy(db: Database | Trx, students: readonly string[]): Promise<Map<string, MissedCourse[]>> {
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
  readonly attempts: readonly KeptAttempt[];
  readonly missed: readonly MissedCourse[];
}

/** A value of JSON. */
export const recordParts = (student: Expression<string>): RawBuilder<RecordParts> =>
  sql<RecordParts>`json_build_object(
    'profile', (select json_build_object('_id', g._id, 'name', g.name, 'since', g.since) from ${gradedBy(isThis(student))} g),
    'attempts', (select coalesce(json_agg(tries), '[]') from ${attemptsAmong(isThis(student))} tries),
    'missed', (select coalesce(json_agg(misses), '[]') from ${missedAmong(isThis(student))} misses))`;

/** The record that is made of what a larger query has read. */
export async function recordOfParts(
  db: Database | Trx,
  student: string,
  { profile, attempts, missed }: RecordParts,
): Promise<AcademicRecord> {
  const rules = profile && (await profilesOfHeads(db, [profile])).get(profile._id);
  return recordWith(student, rules ?? null, attempts, missed);
}

/** The record of one student as far as a right reaches, with what is not published yet where that is handed over. 404 for everybody else's, and for the own one. */
export async function recordShown(
  db: Database,
  { scope, staff }: Pick<Officer, "scope" | "staff">,
  student: string,
  pending?: Pending,
): Promise<RecordShown> {
  const reached = scope === "all" ? sql`true` : ofStudentsWithin(sql.ref("asked._id"), scope);
  const { rows } = await sql<{ name: string; matric: string | null }>`
    select asked.name, asked.matric from ${everyStudent()} asked where asked._id = ${isId(student) ? student : null} and ${reached}
      and not ${isOwnRecord(sql.ref("asked._id"), staff)}`.execute(db);
  const [named] = rows;
  const record = named && (await recordsOf(db, [student], pending)).get(student);
  if (!named || !record) throw notFound();
  const { profile, semesters, carryOvers, ...rest } = record;
  return {
    ...rest,
    ...named,
    profile: profile && { _id: profile._id, name: profile.name, attempts: profile.attempts },
    semesters: semesters.map(({ attempts, ...semester }) => ({ ...semester, attempts: attempts.map(onWire) })),
    carryOvers: [...carryOvers],
  };
}

/** Of an attempt what a sum is made of; where it is kept stays here. */
const onWire = (attempt: RecordShown["semesters"][number]["attempts"][number]) => ({
  ...{ session: attempt.session, semester: attempt.semester, course: attempt.course, title: attempt.title },
  ...{ units: attempt.units, total: attempt.total, code: attempt.code, passline: attempt.passline },
  ...{
    left: attempt.left,
    elective: attempt.elective,
    grade: attempt.grade,
    point: attempt.point,
    passed: attempt.passed,
  },
});

const reader = staffWithAny(`staff:${recordReaders.join("|")}`, () => [...recordReaders]);

const academicRecordCalls = (app: FastifyInstance): void =>
  handle(app, readAcademicRecord, reader, ({ who, params }) => recordShown(app.portal.db, who, params.student));

export const academicRecordNoun: Noun = { name: "academic-record", calls: academicRecordCalls };
