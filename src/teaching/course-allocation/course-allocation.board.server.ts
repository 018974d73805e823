import { type RawBuilder, sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { runningSemester, sessionsInOrder, usualRunningSession } from "#calendar/session/session.server.ts";
import { departmentsWithin } from "#college/department/department.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { beyondReach } from "#console/record/record.server.ts";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { paperTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { everyClass, everyCourse } from "#registry/course/course.server.ts";
import { takenCourses } from "#registry/course-registration/course-registration.server.ts";
import type { Board, BoardClass } from "./course-allocation.board.contract.ts";

/** Who teaches which class, as a part of a larger query. */
export const everyAllocation = (): RawBuilder<unknown> =>
  sql`(select _id, class, session, course, staff, incharge, version, "createdAt" from portal.course_allocation)`;

/** Why somebody whose status is not Active does not teach; null for who does. */
export const awayWords = ({ status, since }: { readonly status: string; readonly since: string }): string | null => {
  if (status === "Active") return null;
  const day = asDay(since);
  return status === "On leave" ? `on leave since ${day}` : `${status.toLowerCase()} on ${day}`;
};

/** The allocations of who works, as a part of a larger query: rows of `class, staff, session`. */
export const workingAllocations = (): RawBuilder<unknown> =>
  sql`(select held.class, held.staff, held.session from ${everyAllocation()} held
    join ${everyMember()} person on person._id = held.staff and person.status = 'Active')`;

/** The classes of the semester that runs, as far as a right reaches, to be counted. */
const classesNow = (scope: Scope): RawBuilder<unknown> =>
  sql`select from ${everyClass()} k join ${runningSemester()} now on now.session = k.session
    where ${scope === "all" ? sql`true` : sql`k.department = any(${[...scope.departments]}::uuid[])`}
    and exists (select from ${everyCourse()} c where c.class = k._id and c.status and c.semester = now.semester)`;

/** Those which nobody who works teaches. */
export const classesWithoutLecturer = (scope: Scope): RawBuilder<unknown> =>
  sql`${classesNow(scope)} and not exists (select from ${workingAllocations()} w where w.class = k._id)`;

/** Those which somebody who works teaches, with somebody who has left the college. */
export const classesWithLeaver = (scope: Scope): RawBuilder<unknown> =>
  sql`${classesNow(scope)} and exists (select from ${workingAllocations()} w where w.class = k._id)
    and exists (select from ${everyAllocation()} held join ${everyMember()} gone on gone._id = held.staff
      where held.class = k._id and not gone.ishere)`;

interface Asked {
  readonly session?: string;
  readonly semester?: string;
  readonly department?: string;
}

/** What a call asks for: the session and semester that run, and the first department within reach, unless it says others. */
export async function boardAsked(db: Database, { scope }: Pick<Officer, "scope">, asked: Asked) {
  const [sessions, departments, running] = await Promise.all([
    sessionsInOrder(db),
    departmentsWithin(db, scope),
    usualRunningSession(db),
  ]);
  const session =
    sessions.find(({ _id }) => _id === (asked.session || running.session)) ?? (asked.session ? null : sessions[0]);
  if (session === null) throw notFound();
  if (!session) throw refuse("no-session", "There is no session yet. Add one first, under Sessions");
  const wanted = asked.department ?? "";
  const department = wanted === "" ? (departments[0] ?? null) : departments.find(({ _id }) => _id === wanted);
  if (department === undefined) throw beyondReach();
  const semester = asked.semester === "1" || asked.semester === "2" ? Number(asked.semester) : (running.semester ?? 1);
  return { sessions, departments, session, semester, department };
}

export const printedList = paperTemplate({
  key: "allocation-list",
  name: "Allocation of courses, for Quality Assurance",
  when: "A department prints its allocation of a semester",
  reader: "staff",
  values: { ...usual("term"), department: value("the department", "Department of Biology") },
  words: {
    heading: "Allocation of courses, {department}: {term}",
    signatories: "Head of department\nQuality Assurance",
  },
});

export async function readBoardOf(db: Database, who: Officer, query: Asked): Promise<Board> {
  const asked = await boardAsked(db, who, query);
  const { session, semester, department } = asked;
  const [least, classes, loads] = await Promise.all([
    readSetting(db, "leastLoad"),
    department ? classesOf(db, session._id, semester, department._id) : [],
    department ? loadsOf(db, session._id, semester, department._id) : [],
  ]);
  const words = await paperWords(db, printedList, {
    department: department?.name ?? "",
    term: `${semesterWords(semester)} of ${session.name}`,
  });
  return { ...asked, least, classes, loads, words };
}

interface Lecturing {
  readonly _id: string;
  readonly version: number;
  readonly class: string;
  readonly staff: string;
  readonly name: string;
  readonly incharge: boolean;
  readonly status: string;
  readonly since: string;
}

async function classesOf(db: Database, session: string, semester: number, department: string): Promise<BoardClass[]> {
  const { rows } = await sql<Omit<BoardClass, "lecturers" | "open">>`
    select k._id, (array_agg(c._id order by c._id))[1] as course, k.code, min(c.name) as name, max(c.credit)::int as credit,
      min(c.level)::int as level, array_agg(distinct p.code) as programmes,
      (select count(*)::int from ${takenCourses()} taken where taken.class = k._id) as registered
    from ${everyClass()} k join ${everyCourse()} c on c.class = k._id and c.status and c.semester = ${semester}
    join (${programmeTitles()}) p on p._id = c.programme
    where k.session = ${session} and k.department = ${department}
    group by k._id, k.code order by min(c.level), k.code`.execute(db);
  const lecturers = await lecturersOf(
    db,
    rows.map(({ _id }) => _id),
  );
  const shown = rows.map((row) => {
    const taught = lecturers.get(row._id) ?? [];
    return {
      ...row,
      lecturers: taught.map(({ class: _, status, since, ...one }) => ({ ...one, away: awayWords({ status, since }) })),
      open: !taught.some(({ status }) => status === "Active"),
    };
  });
  // Without a lecturer, then with one who is away, then the rest.
  const rank = ({ open, lecturers: those }: BoardClass) => (open ? 0 : those.some(({ away }) => away !== null) ? 1 : 2);
  return shown.sort((one, other) => rank(one) - rank(other));
}

/** The lecturers of some classes by class, whoever is in charge first. */
export async function lecturersOf(
  db: Database,
  classes: readonly string[],
): Promise<ReadonlyMap<string, readonly Lecturing[]>> {
  const { rows } = await sql<Lecturing>`
    select a._id, a.version, a.class, a.staff, m.name, a.incharge, m.status, m.since
    from ${everyAllocation()} a join ${everyMember()} m on m._id = a.staff
    where a.class = any(${[...classes]}::uuid[]) order by a.incharge desc, a."createdAt", a._id`.execute(db);
  return Map.groupBy(rows, (row) => row.class);
}

/** The share of each class in units that a lecturer has in a semester, as a part of a larger query: rows of `staff, units, class`. */
export const shares = (session: string, semester: number): RawBuilder<unknown> =>
  sql`(select w.staff, w.class, units.credit::numeric / count(*) over (partition by w.class) as units
    from ${workingAllocations()} w join (select c.class, max(c.credit) as credit from ${everyCourse()} c
      where c.session = ${session} and c.semester = ${semester} and c.status group by c.class) units on units.class = w.class
    where w.session = ${session})`;

/** What each lecturer of a department has in a semester, and each of others who teaches one of its classes; the least first. */
async function loadsOf(db: Database, session: string, semester: number, department: string): Promise<Board["loads"]> {
  const { rows } = await sql<Board["loads"][number]>`
    select m._id, m.name, case when m.department = ${department} then null else m.departmentname end as department,
      round(coalesce(sum(s.units), 0), 2)::float8 as units, count(s.class)::int as classes
    from ${everyMember()} m left join ${shares(session, semester)} s on s.staff = m._id
    where m.status = 'Active' and (m.department = ${department} or m._id in (
      select w.staff from ${workingAllocations()} w join ${everyClass()} k on k._id = w.class
      where k.department = ${department} and k.session = ${session}))
    group by m._id, m.name, m.lastname, m.department, m.departmentname
    order by (m.department = ${department}) desc, coalesce(sum(s.units), 0), m.lastname, m._id`.execute(db);
  return rows;
}

/** The units that one lecturer has in a semester, shared classes by their part. */
export async function unitsOf(db: Database, staff: string, session: string, semester: number): Promise<number> {
  const { rows } = await sql<{ units: number }>`select round(coalesce(sum(s.units), 0), 2)::float8 as units
    from ${shares(session, semester)} s where s.staff = ${staff}`.execute(db);
  return rows[0]?.units ?? 0;
}
