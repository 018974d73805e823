import { type Expression, type RawBuilder, sql } from "kysely";
import { isEarlierTerm } from "#calendar/session/session.server.ts";
import { programmesAsked } from "#college/programme/programme.server.ts";
import { among } from "#platform/database/among.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { codesIn } from "../course/course.rules.ts";
import { everyClass, everyCourse } from "../course/course.server.ts";
import { triedCodes } from "../course-result/course-result.server.ts";
import { everyStudent } from "../student/student.server.ts";
import { demandedCourses, everyRegistration, metCodes, seatsLeft } from "./course-registration.read.server.ts";
import { type LineKind, lineKinds, type OfferedCourse } from "./course-registration.rules.ts";

/** Whose registration of which semester it is. */
export interface Registrant {
  readonly student: string;
  readonly programme: string;
  readonly level: number;
  readonly session: string;
  readonly semester: number;
}

/** A course that is offered, with what a line keeps of it. */
export interface OfferedRow extends OfferedCourse {
  readonly class: string;
  readonly version: number;
}

/**
 * The units of a semester for a programme's entrants of a session, in a larger query: one row of `least, most`. Those of the profile
 * by which they are graded come before the programme's; grading stands above, so the database hands them down.
 */
export const unitsAsked = (programme: Expression<string>, entry: Expression<string | null>): RawBuilder<unknown> =>
  sql`(select coalesce(graded.minunits, p.minunit) as least,
      greatest(coalesce(graded.maxunits, p.maxunit), coalesce(graded.minunits, p.minunit)) as most
    from ${programmesAsked()} p left join portal.profile_units(p._id, ${entry}::uuid) graded on true where p._id = ${programme}::uuid)`;

/**
 * The least units that are asked of some registrations, by their `_id`: no more than the courses of programme, level and
 * semester, and those for everybody, come to.
 */
export async function leastUnitsOf(
  db: Database | Trx,
  registrations: readonly { readonly _id: string }[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ _id: string; least: number }>`
    with places as materialized (select distinct r.programme, r.level, r.session, r.semester, s.session as entry
      from ${everyRegistration()} r join ${everyStudent()} s on s._id = r.student
      where r._id = any(${registrations.map(({ _id }) => _id)}::uuid[])),
    least as materialized (select place.*, least(demand.least, coalesce((select sum(c.credit) from ${everyCourse()} c
        where c.session = place.session and c.level = place.level and c.semester = place.semester and c.status
          and (c.programme = place.programme or c.general)), 0))::int as least
      from places place cross join lateral ${unitsAsked(sql.ref("place.programme"), sql.ref("place.entry"))} demand)
    select of._id, l.least from ${everyRegistration()} of join ${everyStudent()} s on s._id = of.student join least l
      on (l.programme, l.level, l.session, l.semester) = (of.programme, of.level, of.session, of.semester)
      and l.entry is not distinct from s.session
    where of._id = any(${registrations.map(({ _id }) => _id)}::uuid[])`.execute(db);
  return new Map(rows.map(({ _id, least }) => [_id, least]));
}

/** What a record says of a code when a semester begins; owed is what was failed, or left out though it was to be taken. */
interface CodeOnRecord {
  readonly code: string;
  readonly stands: "Passed" | "Awaited" | "Owed";
}

async function recordOf(db: Database | Trx, { student, ...of }: Registrant): Promise<CodeOnRecord[]> {
  const term = { session: sql`${of.session}::uuid`, semester: sql`${of.semester}` };
  const { rows } = await sql<CodeOnRecord>`
    with met as materialized (select m.code, bool_and(m.awaited) as awaited from ${metCodes(term)} m
      where m.student = ${student} group by m.code),
    owed as (
      select t.code from ${triedCodes()} t where t.student = ${student}
      union
      select missed.code from ${demandedCourses(among([student]))} missed
      where ${isEarlierTerm({ session: sql.ref("missed.session"), semester: sql.ref("missed.semester") }, term)}
      except select code from met)
    select code, case when awaited then 'Awaited' else 'Passed' end as stands from met
    union all select code, 'Owed' from owed`.execute(db);
  return rows;
}

/** What stands in the registration of the semester already, as its lines keep it. */
interface KeptLine {
  readonly line: string;
  readonly course: string;
  readonly code: string;
  readonly name: string;
  readonly credit: number;
  readonly moduletype: string;
}

async function keptLines(db: Database | Trx, { student, session, semester }: Registrant): Promise<KeptLine[]> {
  const { rows } = await sql<KeptLine>`
    select l._id as line, l.course, l.code, l.name, l.credit, l.moduletype from portal.course_registration r
    join portal.course_registration_line l on l.registration = r._id and l."droppedAt" is null
    where r.student = ${student} and r.session = ${session} and r.semester = ${semester}`.execute(db);
  return rows;
}

/** A course of the catalogue that one student may be offered. */
interface Candidate extends Omit<OfferedRow, "kind" | "withdrawn" | "passed" | "missing" | "awaited"> {
  readonly programme: string;
  readonly semester: number;
  readonly status: boolean;
  readonly general: boolean;
  readonly needs: string | null;
  /** Owed, and taught to everybody or in the programme of today. */
  readonly iscarried: boolean;
}

/** By code; the `seats` are those of the whole class. */
async function candidatesFor(
  db: Database | Trx,
  { programme, level, session, semester }: Registrant,
  owed: readonly string[],
  named: readonly string[],
  kept: readonly string[],
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with carried as materialized (select code from unnest(${[...owed]}::text[]) as owed(code)
      where exists (select from ${everyCourse()} own
        where own.session = ${session} and own.code = owed.code and (own.programme = ${programme} or own.general))),
    term as (
      select own._id from ${everyCourse()} own
      where own.programme = ${programme} and own.session = ${session} and own.level = ${level} and own.semester = ${semester}::smallint
        and own.status
      union select everybody._id from ${everyCourse()} everybody
      where everybody.general and everybody.session = ${session} and everybody.level = ${level}
        and everybody.semester = ${semester}::smallint and everybody.status
      union select again._id from carried join ${everyCourse()} again on again.session = ${session} and again.code = carried.code
        and again.semester = ${semester}::smallint and again.status
      union select other._id from ${everyCourse()} other
      where other._id = any(${[...named]}::uuid[]) and other.session = ${session} and other.semester = ${semester}::smallint
      union select unnest(${[...kept]}::uuid[]))
    select c._id, c.programme, c.class, c.version, c.code, c.name, c.credit, c.moduletype, c.level, c.semester, c.status, c.general,
      c.choice, c.choose, c.needs, c.excludes, k.seats, c.code in (select code from carried) as iscarried
    from term join ${everyCourse()} c on c._id = term._id join ${everyClass()} k on k._id = c.class
    order by c.code, c._id`.execute(db);
  return rows;
}

interface GroupCourse {
  readonly level: number;
  readonly semester: number;
  readonly choice: string | null;
  readonly code: string;
}

/** The courses of groups of electives that a student has passed and is offered no more. */
async function passedInGroups(
  db: Database | Trx,
  { programme, session }: Registrant,
  offered: readonly Candidate[],
  passed: ReadonlySet<string>,
): Promise<GroupCourse[]> {
  const stillOffered = new Set(offered.map(({ code }) => code));
  const done = [...passed].filter((code) => !stillOffered.has(code));
  if (done.length === 0 || offered.every(({ choice }) => choice === null)) return [];
  const { rows } = await sql<GroupCourse>`
    select distinct done.level, done.semester, done.choice, done.code from ${everyCourse()} done
    where done.session = ${session} and done.code = any(${done}::text[]) and done.choice is not null
      and (done.programme = ${programme} or done.general)`.execute(db);
  return rows;
}

/**
 * What a student may register in a semester, carry-overs first: the courses of programme and level, those for everybody, what
 * was failed, what was to be taken when an earlier registration arrived and was not, what stands in the registration already, and
 * of others those named in `more`, withdrawn ones too, but none that is passed. Nothing is carried over that the programme of today has not, and not everybody.
 * Of several courses of one code the own programme's is meant; what stands is shown as its line keeps it. Several short
 * questions: one that asks for all of this is planned anew each time, which takes four times as long as to answer it.
 */
export async function offeredTo(
  db: Database | Trx,
  of: Registrant,
  more: readonly string[] = [],
): Promise<OfferedRow[]> {
  const record = await recordOf(db, of);
  const codesThat = (stands: CodeOnRecord["stands"]) =>
    new Set(record.filter((one) => one.stands === stands).map(({ code }) => code));
  const [passed, awaited, owed] = [codesThat("Passed"), codesThat("Awaited"), codesThat("Owed")];
  const kept = new Map((await keptLines(db, of)).map((line) => [line.course, line]));
  const keptCodes = new Set([...kept.values()].map(({ code }) => code));
  const candidates = await candidatesFor(db, of, [...owed], more, [...kept.keys()]);
  const open = candidates.filter(({ code }) => !passed.has(code) || keptCodes.has(code));
  const meant = oneOfEachCode(open, (one) => [
    kept.has(one._id),
    one.status,
    one.programme === of.programme,
    one.general,
  ]);
  const seats = await seatsLeft(
    db,
    meant.flatMap((one) => (one.seats === null ? [] : [one.class])),
    [...kept.values()].map(({ line }) => line),
  );
  const groups = await passedInGroups(db, of, meant, passed);
  const offered = meant.map(({ _id, version, code, level, choice, choose, excludes, ...one }): OfferedRow => {
    const { name, credit, moduletype } = kept.get(_id) ?? one;
    const group = groups.filter(
      (done) => done.choice === choice && done.level === level && done.semester === one.semester,
    );
    const needed = codesIn(one.needs).toSorted();
    return {
      ...{ _id, class: one.class, version, code, name, credit, moduletype, level, choice, choose, excludes },
      kind: kindFor(of, level, one),
      withdrawn: !one.status,
      passed: group.length,
      missing: listOf(needed.filter((need) => !passed.has(need) && !awaited.has(need))),
      awaited: listOf(needed.filter((need) => awaited.has(need))),
      seats: seats.get(one.class) ?? null,
    };
  });
  return offered.toSorted((one, other) => lineKinds.indexOf(one.kind) - lineKinds.indexOf(other.kind));
}

function kindFor(of: Registrant, level: number, one: Pick<Candidate, "iscarried" | "general" | "programme">): LineKind {
  if (one.iscarried) return "Carry-over";
  if (level !== of.level) return "Borrowed";
  if (one.general) return "General";
  return one.programme === of.programme ? "Programme" : "Borrowed";
}

const listOf = (codes: readonly string[]): string | null => codes.join(", ") || null;

/** Of several of one code the one that is preferred by the first answer in which they differ. */
function oneOfEachCode(ofCode: readonly Candidate[], preferred: (one: Candidate) => readonly boolean[]): Candidate[] {
  const rank = (one: Candidate) => preferred(one).reduce((sum, is) => 2 * sum + Number(is), 0);
  const meant = new Map<string, Candidate>();
  for (const one of ofCode) {
    const known = meant.get(one.code);
    if (!known || rank(one) > rank(known)) meant.set(one.code, one);
  }
  return [...meant.values()];
}
