import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { everyMember, namesOfStaff } from "#access/staff/staff.server.ts";
import { windowsFor } from "#calendar/registration-window/registration-window.rules.ts";
import { windowsOf } from "#calendar/registration-window/registration-window.server.ts";
import { sessionName, sessionsById, usualRunningSession } from "#calendar/session/session.server.ts";
import { departmentName } from "#college/department/department.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyClass, everyCourse } from "#registry/course/course.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { everyAllocation } from "../course-allocation/course-allocation.server.ts";
import { everyTeachingSemester } from "../timetable/timetable.server.ts";
import type { ClassLectures, readCoverage, readMyClasses } from "./lecture.contract.ts";
import { hoursDue, isQuiet, type TakenWay, type TermSoFar } from "./lecture.rules.ts";
import { heldSums } from "./lecture.sums.server.ts";

type Asker = Pick<Officer, "scope" | "staff">;

/** Whether a member of staff teaches a class now. */
export const teaches = (of: RawBuilder<unknown>, member: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${everyAllocation()} given where given.class = ${of} and given.staff = ${member}::uuid)`;

const reached = ({ scope, staff }: Asker): RawBuilder<unknown> =>
  scope === "all"
    ? sql`true`
    : sql`(k.department = any(${[...scope.departments]}::uuid[]) or ${teaches(sql.ref("k._id"), staff)})`;

export interface TaughtClass {
  readonly _id: string;
  readonly course: string;
  readonly code: string;
  readonly name: string;
  readonly session: string;
  readonly sessionid: string;
  readonly semester: number;
  readonly credit: number;
  readonly department: string;
  readonly departmentname: string;
  readonly lecturers: readonly string[];
  readonly teaches: boolean;
  readonly hours: number;
  readonly lectures: number;
  readonly last: string | null;
  readonly students: number;
}

/** How many are in each class `k`, looked up class by class: for a few of them. */
const countedEach = (): RawBuilder<unknown> => sql`left join lateral (
  select count(distinct n.student)::int as students from ${classMembers()} n where n.class = k._id) m on true`;

/** The same by one look at everybody: for a whole semester. */
const countedAtOnce = (): RawBuilder<unknown> => sql`left join (
  select n.class, count(distinct n.student)::int as students from ${classMembers()} n group by n.class) m on m.class = k._id`;

/** Classes with what was held of them, and those lecturers who are here; `of` narrows the classes, called `k`. A class is called as its first course. */
const classes = (of: RawBuilder<unknown>, who: Asker, counted = countedEach()) => sql<TaughtClass>`
  select k._id, c.course, k.code, c.name, k.session as sessionid, coalesce(${sessionName(sql.ref("k.session"))}, '') as session,
    c.semester, c.credit, k.department, coalesce(${departmentName(sql.ref("k.department"))}, '') as departmentname,
    array(select given.staff from ${everyAllocation()} given join ${everyMember()} member on member._id = given.staff
      where given.class = k._id and member.ishere order by given.incharge desc, given.staff) as lecturers,
    ${teaches(sql.ref("k._id"), who.staff)} as teaches,
    coalesce(been.hours, 0) as hours, coalesce(been.lectures, 0) as lectures, been.last, coalesce(m.students, 0) as students
  from ${everyClass()} k
  join lateral (select (array_agg(o._id order by o.code, o._id))[1] as course, (array_agg(o.name order by o.code, o._id))[1] as name,
      min(o.semester)::int as semester, max(o.credit)::int as credit from ${everyCourse()} o where o.class = k._id) c
    on c.course is not null
  left join lateral (select held.* from ${heldSums()} held where held.class = k._id) been on true
  ${counted}
  where ${reached(who)} and ${of}`;

/** One class as far as the asker's right reaches, or that the asker teaches. 404 for another's. */
export async function reachedClass(db: Database | Trx, who: Asker, id: string): Promise<TaughtClass> {
  const { rows } = isId(id) ? await classes(sql`k._id = ${id}`, who).execute(db) : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** Whether the asker may write down what is taught in a class: who teaches it, and the head or dean of its department. */
export const mayTeach = ({ scope }: Asker, of: Pick<TaughtClass, "teaches" | "department">): boolean =>
  of.teaches || (scope !== "all" && scope.departments.includes(of.department));

/** What a class is called on the wire. */
export async function factsOf(db: Database | Trx, of: readonly TaughtClass[]) {
  const names = await namesOfStaff(
    db,
    of.flatMap(({ lecturers }) => lecturers),
  );
  const named = (member: string) => names.get(member) ?? "A member of staff";
  return of.map(({ _id, course, code, name, session, semester, lecturers }) => ({
    ...{ _id, course, code, name, session, semester },
    lecturers: lecturers.map(named),
  }));
}

async function measuredOf(db: Database, of: readonly TaughtClass[]) {
  const unit = await readSetting(db, "contactHours");
  const facts = await factsOf(db, of);
  return of.map(({ credit, hours, lectures, last }, at) => ({
    ...(facts[at] as (typeof facts)[number]),
    ...{ planned: credit * unit, hours, lectures, last },
  }));
}

interface StoredLecture {
  readonly _id: string;
  readonly date: string;
  readonly name: string;
  readonly hours: number;
  readonly topic: string | null;
  readonly taken: TakenWay | null;
  readonly present: number;
  readonly version: number;
  readonly code: string | null;
  readonly until: string | null;
}

export async function classLectures(db: Database, who: Asker, id: string): Promise<ClassLectures> {
  const found = await reachedClass(db, who, id);
  const [[measured], { rows }, { rows: days }] = await Promise.all([
    measuredOf(db, [found]),
    sql<StoredLecture>`
      select t._id, t.date, t.name, t.hours, t.topic, t.taken, t.version,
        (select count(*)::int from portal.attendance a where a.contact = t._id and a.present) as present,
        case when t."codeUntil" > now() then t.code end as code, case when t."codeUntil" > now() then t."codeUntil" end as until
      from portal.contact t where t.class = ${id} order by t.date desc, t."createdAt" desc`.execute(db),
    sql<{ today: string }>`select (now() at time zone 'Africa/Lagos')::date as today`.execute(db),
  ]);
  if (!measured) throw notFound();
  const isTaught = mayTeach(who, found);
  return {
    ...measured,
    students: found.students,
    today: days[0]?.today ?? "",
    teaches: isTaught,
    list: rows.map(({ code, until, ...lecture }) => ({
      ...lecture,
      code: isTaught && code !== null && until !== null ? { code, until } : null,
    })),
  };
}

export async function myClasses(db: Database, who: Asker): Promise<Replied<typeof readMyClasses>> {
  const { session } = await usualRunningSession(db);
  if (!session) return [];
  const mine = sql`k.session = ${session} and ${teaches(sql.ref("k._id"), who.staff)} order by k.code`;
  const { rows } = await classes(mine, who).execute(db);
  return measuredOf(db, rows);
}

/** How much of a semester is over; its days are null where the timetable does not know them. */
async function termSoFar(db: Database, session: string, semester: number): Promise<TermSoFar> {
  // A second semester begins with its own registration, months after the first day of the session.
  const windows = await windowsOf(db, { session, semester });
  const ofAll = windowsFor(windows, { level: null, programme: null });
  const first = (ofAll.length > 0 ? ofAll : windows).map(({ start }) => start).toSorted()[0] ?? null;
  const { rows } = await sql<TermSoFar>`
    select coalesce(t.start, ${first}::date) as start, day.until - 14 as quietbefore,
      greatest(day.until - t.start + 1, 0) as over, t."end" - t.start + 1 as days
    from (select (now() at time zone 'Africa/Lagos')::date as today) now
    left join ${everyTeachingSemester()} t on t.session = ${session} and t.semester = ${semester}
    cross join lateral (select least(now.today, t."end") as until) day`.execute(db);
  return rows[0] ?? { start: first, quietbefore: "", over: null, days: null };
}

/** Every class of a semester that the right reaches; those with nothing held for two weeks first, the longest ago on top. */
export async function coverage(
  { portal: { db } }: FastifyInstance,
  who: Asker,
  query: unknown,
): Promise<Replied<typeof readCoverage>> {
  const asked = query as { readonly session?: unknown; readonly semester?: unknown };
  const running = await usualRunningSession(db);
  const wanted = typeof asked.session === "string" && asked.session !== "" ? asked.session : running.session;
  const [session] = (await sessionsById(db, wanted !== undefined && isId(wanted) ? [wanted] : [])).values();
  const semester = asked.semester === "1" || asked.semester === "2" ? Number(asked.semester) : (running.semester ?? 1);
  if (!session) return { session: null, semester, list: [] };
  const of = sql`k.session = ${session._id} and c.semester = ${semester}
    order by been.last nulls first, k.code`;
  const { rows } = await classes(of, who, countedAtOnce()).execute(db);
  const measured = await measuredOf(db, rows);
  const term = await termSoFar(db, session._id, semester);
  return {
    session: { _id: session._id, name: session.name },
    semester,
    list: measured
      .map((one, at) => {
        const { departmentname, students, last } = rows[at] as TaughtClass;
        const quiet = isQuiet({ last, students }, term);
        return { ...one, department: departmentname, students, due: hoursDue(one.planned, term), quiet };
      })
      .sort((one, other) => Number(other.quiet) - Number(one.quiet)),
  };
}
