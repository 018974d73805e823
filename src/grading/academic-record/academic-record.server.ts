import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staffWithAny } from "#access/permission/permission.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { rowsOf } from "#platform/database/json-columns.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyStudent, isOwnRecord, ofStudentsWithin } from "#registry/student/student.server.ts";
import { keepCohorts, profilesOfHeads, type StoredProfile, standBy } from "../result-profile/result-profile.server.ts";
import { type RecordShown, readAcademicRecord } from "./academic-record.contract.ts";
import { attemptsOf, type KeptAttempt, missedBy, profilesOf, type RecordParts } from "./academic-record.read.server.ts";
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

export { type KeptAttempt, profilesOf, type RecordParts, recordParts } from "./academic-record.read.server.ts";

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
    attemptsOf(db, students, [...instead.keys()]),
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

/** The record that is made of what a larger query has read, and every attempt that it has, graded or not. */
export async function recordOfParts(
  db: Database | Trx,
  student: string,
  { profile, attempts: columns, missed }: RecordParts,
): Promise<{ readonly record: AcademicRecord; readonly attempts: readonly KeptAttempt[] }> {
  const rules = profile && (await profilesOfHeads(db, [profile])).get(profile._id);
  const attempts = rowsOf(columns);
  return { record: recordWith(student, rules ?? null, attempts, missed), attempts };
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
