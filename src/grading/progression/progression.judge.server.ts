import { sql } from "kysely";
import { isEarlierTerm, sessionName, sessionsById } from "#calendar/session/session.server.ts";
import { yearsTaughtIn } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyBill } from "#registry/bill/bill.server.ts";
import { everyRegistration, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { triedCodes } from "#registry/course-result/course-result.server.ts";
import { livingStatuses, type StudentStatus } from "#registry/student/student.rules.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { asAverage } from "../academic-record/academic-record.rules.ts";
import { type AcademicRecord, recordsOfMany } from "../academic-record/academic-record.server.ts";
import { type AwardAudit, auditsOf } from "../graduation/graduation.server.ts";
import { declinedWithdrawals } from "../standing/standing.server.ts";
import {
  type Judged,
  judge,
  type ProgressionRule,
  type ProgressionStep,
  type RecordAtEnd,
} from "./progression.rules.ts";

export interface ProgressionOf extends ProgressionStep {
  /** Null for every programme. */
  readonly programme: string | null;
}

/** A student of the class that takes a step. */
interface ClassMember {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly status: StudentStatus;
  readonly programme: string | null;
  readonly level: number;
  readonly semester: number | null;
  readonly registered: number;
  readonly awaited: string[];
  readonly owed_kobo: number;
}

export type JudgedStudent = Pick<ClassMember, "student" | "name" | "matric" | "programme" | "level" | "semester"> &
  Judged & {
    /** Of the programme. */
    readonly lastlevel: number | null;
  };

/** Students who are judged at once. */
const AT_ONCE = 1_000;

/** What becomes of each student of a class who has not taken the step yet, by programme and name; of some of them where they are named. */
export async function judgeClass(
  db: Database | Trx,
  of: ProgressionOf,
  students: readonly string[] | null = null,
): Promise<JudgedStudent[]> {
  const members = await membersOf(db, of, students);
  const [rule, last] = [await ruleOf(db), await lastLevels(db, members)];
  const judged: JudgedStudent[] = [];
  for (const some of slicesOf(members, AT_ONCE)) {
    const records = await recordsAtEnd(db, of, some, last);
    for (const member of some) {
      const { student, name, matric, programme, level, semester, ...facts } = member;
      const lastlevel = last.get(programme ?? "") ?? null;
      const record = records.get(student) ?? null;
      judged.push({
        ...{ student, name, matric, programme, level, semester, lastlevel },
        ...judge({ ...facts, programme, record }, of, rule),
      });
    }
  }
  return judged;
}

async function membersOf(
  db: Database | Trx,
  { fromsession, fromsemester, fromlevel, programme }: ProgressionOf,
  students: readonly string[] | null,
): Promise<ClassMember[]> {
  const left = { session: sql`${fromsession}::uuid`, semester: sql`${fromsemester}::smallint` };
  const term = { session: sql.ref("taken.session"), semester: sql.ref("taken.semester") };
  const named = students === null ? sql`true` : sql`s._id = any(${[...students]}::uuid[])`;
  const { rows } = await sql<ClassMember>`
    with class as materialized (
      select s._id as student, s.name, s.matric, s.status, s.programme, s.level, s.semester
      from ${everyStudent()} s
      left join ${everyRegistration()} r on r.student = s._id and r.session = ${fromsession} and r.semester = ${fromsemester}::smallint
      where ${named} and s.level = ${fromlevel}::smallint and s.status <> 'Merged'
        and (${programme}::uuid is null or s.programme = ${programme}::uuid)
        and (s.semester is null or s.semester = ${fromsemester}::smallint or r._id is not null)
        and (s.status = any(${[...livingStatuses]}::text[]) or r._id is not null)
        and (s.session is null or ${sessionName(sql.ref("s.session"))} <= ${sessionName(sql<string>`${fromsession}::uuid`)})
        and not exists (select from portal.progression_line took where took.student = s._id and took.fromsession = ${fromsession}
          and took.fromsemester = ${fromsemester}::smallint and took.state in ('Done', 'Kept'))),
    taken as materialized (
      select t.student, t.session, t.semester, t.code from ${takenCourses()} t join class c on c.student = t.student),
    tried as materialized (
      select distinct t.student, t.session, t.semester, lower(t.code) as code from ${triedCodes()} t join class c on c.student = t.student),
    registered as (
      select taken.student, count(*)::int as courses from taken
      where (taken.session, taken.semester) = (${left.session}, ${left.semester}) group by taken.student),
    awaited as (
      select taken.student, array_agg(distinct taken.code order by taken.code) as codes from taken
      left join tried on tried.student = taken.student and tried.session = taken.session and tried.semester = taken.semester
        and tried.code = lower(taken.code)
      where tried.student is null
        and (${isEarlierTerm(term, left)} or (taken.session, taken.semester) = (${left.session}, ${left.semester}))
      group by taken.student),
    owed as (
      select b.student, sum(b.balance_kobo)::bigint as kobo from ${everyBill()} b join class c on c.student = b.student
      where b.session = ${fromsession} and b.semester <= ${fromsemester}::smallint group by b.student)
    select c.student, c.name, c.matric, c.status, c.programme, c.level, c.semester, coalesce(r.courses, 0) as registered,
      coalesce(w.codes, '{}') as awaited, coalesce(o.kobo, 0)::bigint as owed_kobo
    from class c left join registered r on r.student = c.student left join awaited w on w.student = c.student
    left join owed o on o.student = c.student
    order by c.programme, c.name, c.student`.execute(db);
  return rows;
}

async function ruleOf(db: Database | Trx): Promise<ProgressionRule> {
  const [owing, most] = [await readSetting(db, "progressionOwing"), await readSetting(db, "progressionCarriedUnits")];
  return { owingStays: owing === "Stays", mostCarried: most === 0 ? null : most };
}

/** The last level of each programme: a level for each year of study. */
async function lastLevels(db: Database | Trx, members: readonly ClassMember[]): Promise<ReadonlyMap<string, number>> {
  const last = new Map<string, number>();
  for (const programme of new Set(members.flatMap(({ programme: own }) => own ?? [])))
    last.set(programme, 100 * (await yearsTaughtIn(db, programme)));
  return last;
}

/**
 * The record of each as it stands, of who is at the last level with what the audit for the award finds missing; of nobody within a
 * session, where it plays no part.
 */
async function recordsAtEnd(
  db: Database | Trx,
  of: ProgressionOf,
  members: readonly ClassMember[],
  lastLevelOf: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, RecordAtEnd>> {
  if (of.fromsession === of.tosession) return new Map();
  const asked = members.filter(
    ({ status, registered, awaited }) => status === "Active" && registered > 0 && awaited.length === 0,
  );
  const isFinalist = ({ programme }: ClassMember) => of.fromlevel >= (lastLevelOf.get(programme ?? "") ?? Infinity);
  const audits = await auditsOf(db, idsOf(asked.filter(isFinalist)));
  const records = await recordsOfMany(db, idsOf(asked.filter((member) => !isFinalist(member))));
  const declined = await declinedWithdrawals(db, { session: of.fromsession, semester: of.fromsemester }, idsOf(asked));
  const ends = [
    ...[...records.values()].map((record) => recordAtEnd(record, null, declined)),
    ...[...audits.values()].map((audit) => audit.record && recordAtEnd(audit.record, missingFor(audit), declined)),
  ];
  return new Map(ends.flatMap((end) => (end ? [end] : [])));
}

const idsOf = (members: readonly ClassMember[]): string[] => members.map(({ student }) => student);

/** Whoever stands on a graduation list already is not ready for another one, and lacks nothing for that. */
const missingFor = ({ findings }: AwardAudit): string[] =>
  findings.flatMap(({ about, met, sentence }) => (met || about === "Status" ? [] : [sentence]));

/** By student; null where nothing is graded. */
function recordAtEnd(
  { student, profile, semesters, cgpa, carryOvers }: AcademicRecord,
  missing: readonly string[] | null,
  declined: ReadonlySet<string>,
): readonly [string, RecordAtEnd] | null {
  if (!profile) return null;
  const end: RecordAtEnd = {
    standing: semesters.at(-1)?.standing ?? "Good",
    figure: `CGPA ${asAverage(cgpa)}`,
    // Another elective may stand in the place of one that was failed: it binds nobody.
    carryOvers: carryOvers.filter(({ elective }) => !elective),
    missing,
    mayStay: declined.has(student),
  };
  return [student, end];
}

/** Of a class those who took the step before. */
export async function tookBefore(
  db: Database | Trx,
  { fromsession, fromsemester, fromlevel, programme }: ProgressionOf,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from portal.progression_line l
    where l.fromsession = ${fromsession} and l.fromsemester = ${fromsemester}::smallint and l.level = ${fromlevel}::smallint
      and l.state in ('Done', 'Kept') and (${programme}::uuid is null or l.programme = ${programme}::uuid)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The names of the two sessions; undefined for one that is not there. */
export async function sessionsOf(db: Database | Trx, { fromsession, tosession }: ProgressionStep) {
  const found = await sessionsById(db, [...new Set([fromsession, tosession])]);
  return { from: found.get(fromsession)?.name, to: found.get(tosession)?.name };
}
