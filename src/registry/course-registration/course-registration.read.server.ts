import { type RawBuilder, sql } from "kysely";
import type * as v from "valibot";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { isEarlierTerm, runningSemester, type TermNamed } from "#calendar/session/session.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import type { Among } from "#platform/database/among.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { compulsoryTypes } from "../course/course.rules.ts";
import { coursesFor, everyClass, everyCourse, everyCourseVersion } from "../course/course.server.ts";
import { passedCodes, triedCodes } from "../course-result/course-result.server.ts";
import { statusesStopping } from "../student/student.rules.ts";
import { everyStudent } from "../student/student.server.ts";
import type { registrationShown } from "./course-registration.contract.ts";
import { DAYS_SEATS_WAIT, type LineKind, type RegistrationState } from "./course-registration.rules.ts";

/** Every registration of courses, as a part of a larger query. */
export const everyRegistration = (): RawBuilder<unknown> =>
  sql`(select _id, student, session, semester, programme, level, state, units, late, "arrivedAt", "decidedAt", version
    from portal.course_registration)`;

/**
 * Who takes which class now: lines that count, as a part of a larger query: rows of `line, registration, student, programme,
 * level, session, semester, class, course, code, name, credit, moduletype, kind, approvedAt`.
 */
export const takenCourses = (): RawBuilder<unknown> =>
  sql`(select taken._id as line, taken.registration, own.student, own.programme, own.level, own.session, own.semester, taken.class,
      taken.course, taken.code, taken.name, taken.credit, taken.moduletype, taken.kind, taken."approvedAt"
    from portal.course_registration_line taken left join portal.course_registration own on own._id = taken.registration
    where ${counts("taken")})`;

/** Whether a line counts: approved, and not dropped since. */
const counts = (line: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${line}.droppedAt`)} is null and ${sql.ref(`${line}.approvedAt`)} is not null)`;

/** Keeps the registrations of some students in a semester as they are until the end of the transaction: nothing is dropped meanwhile. */
export async function keepRegistrations(
  trx: Trx,
  students: readonly string[],
  { session, semester }: { readonly session: string; readonly semester: number },
): Promise<void> {
  await sql`select from portal.course_registration where student = any(${[...students]}::uuid[]) and session = ${session}
    and semester = ${semester} order by _id for share`.execute(trx);
}

/** Who is in a class now: whose line counts and whose status stops nothing; as a part of a larger query. */
export const classMembers = (): RawBuilder<unknown> =>
  sql`(select taker.student, taker.class, taker.registration, taker.programme, taker.level, taker."approvedAt", person.name,
      person.matric, person.applicant, person.status
    from ${takenCourses()} taker join ${everyStudent()} person on person._id = taker.student
    where person.status <> all(${statusesStopping("sitting")}::text[]))`;

/**
 * When a line of a registration for a class was approved first, one that was dropped since too; as a part of a larger query: one
 * row of `at`.
 */
export const firstApproval = (registration: RawBuilder<unknown>, of: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select min(was."approvedAt") as at from portal.course_registration_line was
    where was.registration = ${registration} and was.class = ${of})`;

/** Every line that stands, approved or waiting, as a part of a larger query: rows as of `takenCourses`. */
export const registeredLines = (): RawBuilder<unknown> =>
  sql`(select standing._id as line, standing.registration, whose.student, whose.programme, whose.level, whose.session, whose.semester,
      standing.class, standing.course, standing.code, standing.name, standing.credit, standing.moduletype, standing.kind,
      standing."approvedAt"
    from portal.course_registration_line standing join portal.course_registration whose on whose._id = standing.registration
    where standing."droppedAt" is null)`;

/**
 * The codes that open what asks for them before a semester: passed, or taken in an earlier one with a result that is awaited still,
 * as a part of a larger query: rows of `student, code, awaited`.
 */
export const metCodes = (before: TermNamed): RawBuilder<unknown> => {
  const sat = { session: sql.ref("sat.session"), semester: sql.ref("sat.semester") };
  return sql`(select done.student, done.code, false as awaited from ${passedCodes()} done
    union all
    select sat.student, sat.code, true from ${takenCourses()} sat
    where ${isEarlierTerm(sat, before)} and not exists (select from ${triedCodes()} marked
      where marked.student = sat.student and marked.code = sat.code
        and not ${isEarlierTerm({ session: sql.ref("marked.session"), semester: sql.ref("marked.semester") }, sat)}))`;
};

const isCompulsory = (moduletype: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`lower(${moduletype}) = any(${[...compulsoryTypes]}::text[])`;

const isOfPlace = (course: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${course}.session`)}, ${sql.ref(`${course}.level`)}, ${sql.ref(`${course}.semester`)})
    = (p.session, p.level, p.semester)`;

/** What the catalogue of today has as compulsory in the semesters that some students registered in, and when they did. */
const listedCourses = (students: Among): RawBuilder<unknown> =>
  sql`(with asked as materialized (select r.student, r.session, r.semester, r.programme, r.level, r."arrivedAt"
      from portal.course_registration r where ${students(sql.ref("r.student"))}),
    places as materialized (select distinct a.session, a.semester, a.programme, a.level from asked a),
    must as materialized (select p.*, c._id as course, c.code, c.name, c.credit
      from places p cross join lateral ${coursesFor(sql.ref("p.programme"), isOfPlace)} c
      where c.status and c.choice is null and ${isCompulsory(sql.ref("c.moduletype"))})
    select asked.student, asked.session, asked.semester, asked."arrivedAt", must.course, must.code, must.name, must.credit
    from asked join must on (must.session, must.semester, must.programme, must.level)
      = (asked.session, asked.semester, asked.programme, asked.level))`;

/** Whether it was compulsory when the registration arrived. */
const wasCompulsory = (listed: string): RawBuilder<boolean> =>
  isCompulsory(sql`(select stood.moduletype from ${everyCourseVersion()} stood where stood.course = ${sql.ref(`${listed}.course`)}
    and stood."createdAt" <= ${sql.ref(`${listed}.arrivedAt`)} order by stood.version desc limit 1)`);

/**
 * Compulsory courses of semesters that some students registered in, those among them that they did take: by the catalogue, if it had
 * them so when the registration arrived. Decision 0082. As a part of a larger query: rows of `student, session, semester, code, name,
 * credit`.
 */
export const demandedCourses = (students: Among): RawBuilder<unknown> =>
  sql`(select l.student, l.session, l.semester, l.code, l.name, l.credit from ${listedCourses(students)} l
    where ${wasCompulsory("l")})`;

/**
 * The same without those that they did take, in whichever semester. What a course was is asked of the others alone. The lines of each
 * registration are looked up by themselves (`offset 0`): by no plan are all of the college's read.
 */
export const untakenCourses = (students: Among): RawBuilder<unknown> =>
  sql`(with taken as materialized (select own.student, took.code from ${everyRegistration()} own
      cross join lateral (select line.code from portal.course_registration_line line
        where line.registration = own._id and ${counts("line")} offset 0) took
      where ${students(sql.ref("own.student"))}),
    untaken as materialized (select l.* from ${listedCourses(students)} l
      where not exists (select from taken t where t.student = l.student and t.code = l.code))
    select u.student, u.session, u.semester, u.code, u.name, u.credit from untaken u where ${wasCompulsory("u")})`;

export interface StoredRegistration {
  readonly _id: string;
  readonly state: RegistrationState;
  readonly units: number;
  readonly hodapproval: boolean;
  readonly late: boolean;
  readonly note: string | null;
  readonly reason: string | null;
  readonly registeredby: string | null;
  readonly why: string | null;
  readonly arrivedAt: string;
  readonly decidedAt: string | null;
  readonly version: number;
}

/** A student's registration of a semester; undefined where there is none. */
export async function storedRegistration(
  db: Database | Trx,
  student: string,
  { session, semester }: { readonly session: string; readonly semester: number },
): Promise<StoredRegistration | undefined> {
  const { rows } = await sql<StoredRegistration>`
    select _id, state, units, hodapproval, late, note, reason, registeredby, why, "arrivedAt", "decidedAt", version
    from portal.course_registration where student = ${student} and session = ${session} and semester = ${semester}`.execute(
    db,
  );
  return rows[0];
}

export interface StandingLine {
  readonly _id: string;
  readonly course: string;
  readonly class: string;
  readonly code: string;
  readonly name: string;
  readonly credit: number;
  readonly moduletype: string;
  readonly kind: LineKind;
  readonly approvedAt: string | null;
  /** Its course is offered no more. */
  readonly withdrawn: boolean;
}

/** The lines of a registration that were not dropped, by their code. */
export async function linesOf(db: Database | Trx, registration: string): Promise<StandingLine[]> {
  const { rows } = await sql<StandingLine>`
    select l._id, l.course, l.class, l.code, l.name, l.credit, l.moduletype, l.kind, l."approvedAt", not c.status as withdrawn
    from portal.course_registration_line l join ${everyCourse()} c on c._id = l.course
    where l.registration = ${registration} and l."droppedAt" is null order by l.code`.execute(db);
  return rows;
}

/** As the student and the office read it. */
export async function shownRegistration(
  db: Database,
  { hodapproval: _, ...registration }: StoredRegistration,
): Promise<v.InferOutput<typeof registrationShown>> {
  const { registeredby } = registration;
  const names = registeredby ? await namesOfStaff(db, [registeredby]) : new Map<string, string>();
  const lines = await linesOf(db, registration._id);
  return {
    ...registration,
    registeredby: registeredby ? (names.get(registeredby) ?? null) : null,
    lines: lines.map(({ _id, class: _class, ...line }) => line),
  };
}

/**
 * By programme, which of the courses that a student has registered this semester are not taught in it: of no use to who changes
 * to it. Programmes in which all of them are taught are left out.
 */
export async function coursesLeftBy(db: Database, student: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ programme: string; codes: string[] }>`
    select p._id as programme, array_agg(l.code order by l.code) as codes
    from ${runningSemester()} term
    join portal.course_registration r on r.student = ${student} and r.session = term.session and r.semester = term.semester
    join portal.course_registration_line l on l.registration = r._id and l."droppedAt" is null
    cross join (${programmeTitles()}) p
    where not exists (select from ${everyCourse()} c where c.session = term.session and c.code = l.code
      and (c.programme = p._id or c.general))
    group by p._id`.execute(db);
  return new Map(rows.map(({ programme, codes }) => [programme, codes]));
}

/**
 * The lines that hold a seat of a class, as a part of a larger query: rows of `line, registration, class`. One that was
 * returned before it was approved holds it for some days, one of who may not register holds none.
 */
export const heldSeats = (): RawBuilder<unknown> =>
  sql`(select seated._id as line, seated.registration, seated.class
    from portal.course_registration_line seated join portal.course_registration whole on whole._id = seated.registration
    join ${everyStudent()} sits on sits._id = whole.student
    where seated."droppedAt" is null and not sits.status = any(${statusesStopping("registration")}::text[])
      and (seated."approvedAt" is not null or whole.state <> 'Returned'
        or whole."decidedAt" > now() - make_interval(days => ${DAYS_SEATS_WAIT})))`;

/**
 * The places that are left of classes with a limit, by class; whoever holds one with a line of `own` has it. The lines of a class
 * are counted in its index; whose line holds no seat any more is looked up where they fill the class alone. Decision 0083.
 */
export async function seatsLeft(
  db: Database | Trx,
  limited: readonly string[],
  own: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (limited.length === 0) return new Map();
  const { rows } = await sql<{ _id: string; left: number }>`
    select k._id, case when k.seats > l.lines then k.seats - l.lines
      else (select greatest(k.seats - count(*) filter (where not seat.isown), count(*) filter (where seat.isown))::int
        from (select held.line = any(${[...own]}::uuid[]) as isown from ${heldSeats()} held where held.class = k._id) seat)
      end as left
    from ${everyClass()} k
    cross join lateral (select count(*)::int as lines from portal.course_registration_line sits
      where sits.class = k._id and sits."droppedAt" is null) l
    where k._id = any(${[...limited]}::uuid[]) and k.seats is not null`.execute(db);
  return new Map(rows.map(({ _id, left }) => [_id, left]));
}

/** How many students stand in each of some classes, whether a head has approved it yet or not. */
export async function studentsInClasses(
  db: Database | Trx,
  classes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ class: string; registered: number }>`
    select l.class, count(*)::int as registered from portal.course_registration_line l
    where l.class = any(${[...classes]}::uuid[]) and l."droppedAt" is null group by l.class`.execute(db);
  return new Map(rows.map((row) => [row.class, row.registered]));
}
