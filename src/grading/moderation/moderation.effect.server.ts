import { type RawBuilder, sql } from "kysely";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { standingResults } from "#registry/course-result/course-result.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import {
  type Attempt,
  asAverage,
  recordSlices,
  type SemesterRecord,
  sumOf,
} from "../academic-record/academic-record.rules.ts";
import { type AcademicRecord, recordsOf } from "../academic-record/academic-record.server.ts";
import type { previewModeration } from "./moderation.contract.ts";
import { pendingAttempts, scoresToGoOut } from "./moderation.scores.server.ts";

type Effect = Replied<typeof previewModeration>;

/** The marks that a moderation is about. */
export interface Range {
  readonly session: string;
  readonly trimester: number;
  readonly from: number;
  readonly to: number;
  /** Null for every class of the semester. */
  readonly class: string | null;
  readonly code: string | null;
}

/** The results that stand and lie in a range, as a part of a larger query: rows of `student, class, course, raw, total`. */
export const publishedIn = ({ session, trimester, from, to, class: of }: Range): RawBuilder<unknown> =>
  sql`(select out.student, out.class, out.course, out.ca + out.examination as raw, out.total from ${standingResults()} out
    where out.session = ${session} and out.semester = ${trimester} and (${of}::uuid is null or out.class = ${of})
      and out.ca + out.examination >= ${from} and out.ca + out.examination < ${to})`;

/** The marks of a range that are not published, of courses that are taken still: rows of `student, class, code, raw`. */
const touchedBy = ({ session, trimester, from, to, class: of }: Range): RawBuilder<unknown> =>
  sql`(select mark.student, mark.class, taken.code, mark.raw
    from ${scoresToGoOut()} mark join ${takenCourses()} taken on taken.student = mark.student and taken.class = mark.class
    where mark.session = ${session} and mark.semester = ${trimester} and (${of}::uuid is null or mark.class = ${of})
      and mark.raw >= ${from} and mark.raw < ${to}
      and not exists (select from ${standingResults()} done where done.student = mark.student and done.class = mark.class))`;

/** Of how many marks, and a sum over whom and which. */
export async function sightOf(db: Database | Trx, range: Range): Promise<{ marks: number; seen: string }> {
  const { rows } = await sql<{ marks: number; seen: string }>`
    select count(*)::int as marks, md5(coalesce(string_agg(concat_ws(' ', t.student, t.class, t.raw), ',' order by t.student, t.class), ''))
      as seen from ${touchedBy(range)} t`.execute(db);
  return rows[0] ?? { marks: 0, seen: "" };
}

/** The students whom it touches. */
export async function studentsTouched(db: Database | Trx, range: Range): Promise<string[]> {
  const { rows } = await sql<{ student: string }>`select distinct t.student from ${touchedBy(range)} t`.execute(db);
  return rows.map(({ student }) => student);
}

interface Touched {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly code: string;
  readonly raw: number;
}

/** Students in one answer; the counts are of all. */
const MOST = 500;

/** Whom it touches, and what it makes of each record: with every mark that stands on a sheet, published or not. */
export async function effectOf(db: Database, range: Range, was: string | null): Promise<Effect> {
  const [{ marks, seen }, published, sessions, { rows }] = await Promise.all([
    sightOf(db, range),
    countPublished(db, range),
    sessionsById(db, [range.session]),
    sql<Touched>`select t.student, s.name, s.matric, t.code, t.raw from ${touchedBy(range)} t
      join ${everyStudent()} s on s._id = t.student order by s.name, t.student, t.code`.execute(db),
  ]);
  const session = sessions.get(range.session)?.name ?? "";
  const touched = Map.groupBy(rows, ({ student }) => student);
  const students = [...touched.keys()];
  const term = { session, semester: range.trimester };
  const list: ReturnType<typeof lineOf>[] = [];
  for (const some of recordSlices(students)) {
    const pending = await pendingAttempts(db, some);
    const made = (total: (raw: number) => number) =>
      recordsOf(
        db,
        some,
        new Map([...pending].map(([of, all]) => [of, withTotals(all, touched.get(of) ?? [], term, total)])),
      );
    const [before, after] = [await made((raw) => raw), await made(() => range.to)];
    for (const student of some) list.push(lineOf(touched.get(student) ?? [], range, term, { before, after }));
  }
  return {
    ...{ session, trimester: range.trimester, from: range.from, to: range.to, code: range.code },
    ...{ students: students.length, marks, published, seen, same: was === null || was === seen },
    passes: list.reduce((sum, { passes }) => sum + passes, 0),
    courses: [...Map.groupBy(rows, ({ code }) => code)]
      .map(([code, all]) => ({ code, marks: all.length }))
      .toSorted((one, other) => one.code.localeCompare(other.code)),
    classes: movesIn(list.map(({ passclass }) => passclass)),
    standings: movesIn(list.map(({ standing }) => standing)),
    list: list.slice(0, MOST).map(({ passes: _, ...line }) => line),
  };
}

async function countPublished(db: Database, range: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${publishedIn(range)} p`.execute(db);
  return rows[0]?.count ?? 0;
}

interface Term {
  readonly session: string;
  readonly semester: number;
}

/** The attempts with another total of those that are touched. */
const withTotals = (
  attempts: readonly Attempt[],
  touched: readonly Touched[],
  term: Term,
  total: (raw: number) => number,
): Attempt[] =>
  attempts.map((attempt) => {
    const mark = isIn(attempt, term) ? touched.find(({ code }) => code === attempt.course) : undefined;
    return mark ? { ...attempt, total: total(mark.raw) } : attempt;
  });

const isIn = (one: Term, { session, semester }: Term): boolean => one.session === session && one.semester === semester;

interface Records {
  readonly before: ReadonlyMap<string, AcademicRecord>;
  readonly after: ReadonlyMap<string, AcademicRecord>;
}

function lineOf(touched: readonly Touched[], { to }: Range, term: Term, { before, after }: Records) {
  const [one] = touched;
  if (!one) throw new Error("Whoever is touched has a mark");
  const { student, name, matric } = one;
  const [was, is] = [before.get(student), after.get(student)];
  const both = <T>(of: (record: AcademicRecord | undefined) => T) => ({ before: of(was), after: of(is) });
  const passed = both((record) => passesAmong(semesterOf(record, term), touched));
  return {
    ...{ student, name, matric },
    courses: touched.map(({ code, raw }) => ({ code, raw, total: to })),
    gpa: both((record) => asAverage(semesterOf(record, term)?.gpa ?? sumOf([]))),
    cgpa: both((record) => asAverage(record?.cgpa ?? sumOf([]))),
    passclass: both((record) => record?.passClass ?? null),
    standing: both((record) => String(record?.semesters.at(-1)?.standing ?? "")),
    passes: passed.after - passed.before,
  };
}

const semesterOf = (record: AcademicRecord | undefined, term: Term): SemesterRecord | undefined =>
  record?.semesters.find((semester) => isIn(semester, term));

const passesAmong = (semester: SemesterRecord | undefined, touched: readonly Touched[]): number =>
  semester?.attempts.filter(({ course, passed }) => passed && touched.some(({ code }) => code === course)).length ?? 0;

interface Move {
  readonly before: string | null;
  readonly after: string | null;
}

/** Those that move, counted, the most frequent first. */
function movesIn(all: readonly Move[]): (Move & { students: number })[] {
  const moves = Map.groupBy(
    all.filter(({ before, after }) => before !== after),
    ({ before, after }) => `${before} ${after}`,
  );
  return [...moves.values()]
    .flatMap((some) => (some[0] ? [{ ...some[0], students: some.length }] : []))
    .toSorted((one, other) => other.students - one.students);
}
