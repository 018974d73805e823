import { type RawBuilder, sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
import { sessionsInOrder, usualRunningSession } from "#calendar/session/session.server.ts";
import { departmentName, departmentsWithin } from "#college/department/department.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { everyClass, everyCourse } from "#registry/course/course.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { practiceMarks } from "#registry/past-mark/past-mark.server.ts";
import { everyAllocation } from "#teaching/course-allocation/course-allocation.server.ts";
import { everyRound } from "#teaching/practice-round/practice-round.server.ts";
import { isWritable, type SheetState } from "../score-sheet/score-sheet.rules.ts";
import { everyScore, everySheet, sheetSteps } from "../score-sheet/score-sheet.server.ts";
import type { readLateBoard } from "./score-deadline.contract.ts";

type Board = Replied<typeof readLateBoard>;

const today = sql`(now() at time zone 'Africa/Lagos')::date`;

/**
 * The classes of every semester of which a sheet is to be sent in, as a part of a larger query: rows of `_id, code, name, department,
 * session, semester, day`; `day` is when it is due, null where nobody has said. A course of a practice round has its mark from there.
 */
export const sheetsDue = (): RawBuilder<unknown> =>
  sql`(select k._id, k.code, named.name, k.department, k.session, named.semester, due.day
    from ${everyClass()} k
    join lateral (select c.name, c.semester from ${everyCourse()} c where c.class = k._id and c.status order by c._id limit 1) named on true
    left join lateral (select until.day from portal.score_deadline until
      where until.session = k.session and until.semester = named.semester
        and (until.department = k.department or until.department is null) order by until.department is null limit 1) due on true
    where exists (select from ${classMembers()} member where member.class = k._id)
      and not exists (select from ${everyRound()} round where round.session = k.session
        and k.code in (select trim(said) from unnest(string_to_array(round.courses, ',')) said))
      and not exists (select from ${practiceMarks()} judged where judged.session = k.session and judged.course = k.code))`;

type Kept = Omit<Board["classes"][number], "lecturers" | "steps"> & { readonly departmentid: string };

async function classesOf(
  db: Database,
  session: string,
  semester: number,
  departments: readonly string[],
): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select d._id, s._id as sheet, d.code, d.name, d.department as departmentid, ${departmentName(sql.ref("d.department"))} as department,
      coalesce(s.state, 'Open') as state, s."movedAt" as since,
      greatest(${today} - (s."movedAt" at time zone 'Africa/Lagos')::date, 0) as days, d.day as due,
      case when coalesce(s.state in ('Open', 'Returned'), true) then ${today} - d.day end as late,
      counted.students, counted.typed
    from ${sheetsDue()} d left join ${everySheet()} s on s.class = d._id
    cross join lateral (select count(*)::int as students,
        (count(*) filter (where t.code is not null or (t.ca is not null and t.examination is not null)))::int as typed
      from ${classMembers()} m left join ${everyScore()} t on t.class = d._id and t.student = m.student
      where m.class = d._id) counted
    where d.session = ${session} and d.semester = ${semester} and d.department = any(${[...departments]}::uuid[])
    order by late desc nulls last, d.code`.execute(db);
  return rows;
}

interface StepTaken {
  readonly class: string;
  readonly state: SheetState;
  readonly days: number;
}

/** How long each passed step took, in tenths of a day, by class: of every time it was taken. */
async function stepsOf(db: Database, session: string, semester: number): Promise<StepTaken[]> {
  const { rows } = await sql<StepTaken>`
    select s.class, taken.fromstate as state, round(extract(epoch from taken."createdAt" - taken.before) / 8640)::int as days
    from (select d.sheet, d.fromstate, d."createdAt", lag(d."createdAt") over (partition by d.sheet order by d."createdAt") as before
      from ${sheetSteps()} d) taken
    join ${everySheet()} s on s._id = taken.sheet
    where s.session = ${session} and s.semester = ${semester} and taken.before is not null and taken.fromstate like 'With %'`.execute(
    db,
  );
  return rows;
}

const averaged = (steps: readonly StepTaken[]): Board["classes"][number]["steps"] =>
  [...Map.groupBy(steps, ({ state }) => state)].map(([state, of]) => ({
    state,
    days: Math.round(of.reduce((all, { days }) => all + days, 0) / of.length),
    sheets: of.length,
  }));

interface Asked {
  readonly session?: string;
  readonly semester?: string;
  readonly department?: string;
}

/** The board of who is late, as far as a right reaches. */
export async function lateBoard(db: Database, { scope }: Pick<Officer, "scope">, asked: Asked): Promise<Board> {
  const [sessions, within, running] = await Promise.all([
    sessionsInOrder(db),
    departmentsWithin(db, scope),
    usualRunningSession(db),
  ]);
  const session = asked.session
    ? sessions.find(({ _id }) => _id === asked.session)
    : (sessions.find(({ _id }) => _id === running.session) ?? sessions[0]);
  if (!session)
    throw asked.session ? notFound() : refuse("no-session", "There is no session yet. Add one first, under Sessions");
  const semester = asked.semester === "1" || asked.semester === "2" ? Number(asked.semester) : (running.semester ?? 1);
  const department = asked.department ? within.find(({ _id }) => _id === asked.department) : null;
  if (department === undefined) throw notFound();
  const kept = await classesOf(
    db,
    session._id,
    semester,
    within.map(({ _id }) => _id),
  );
  const [taken, lecturers] = [
    await stepsOf(db, session._id, semester),
    await lecturersBy(
      db,
      kept.map(({ _id }) => _id),
    ),
  ];
  const stepsBy = Map.groupBy(taken, ({ class: of }) => of);
  const shown = kept.filter(({ departmentid }) => !department || departmentid === department._id);
  return {
    ...{ sessions, session, semester, department: department?._id ?? null },
    departments: within.flatMap(({ _id, name }) => {
      const own = kept.filter(({ departmentid }) => departmentid === _id);
      if (own.length === 0) return [];
      return {
        ...{ _id, name, classes: own.length },
        sent: own.filter(({ state }) => !isWritable(state)).length,
        approved: own.filter(({ state }) => state === "Approved").length,
        late: own.filter(({ late }) => (late ?? 0) > 0).length,
        steps: averaged(own.flatMap((one) => stepsBy.get(one._id) ?? [])),
      };
    }),
    classes: shown.map(({ departmentid: _, ...one }) => ({
      ...one,
      lecturers: lecturers.get(one._id) ?? [],
      steps: averaged(stepsBy.get(one._id) ?? []),
    })),
  };
}

/** Who teaches some classes, whoever is in charge first. */
async function lecturersBy(db: Database, classes: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ class: string; name: string }>`
    select a.class, m.name from ${everyAllocation()} a join ${everyMember()} m on m._id = a.staff
    where a.class = any(${[...classes]}::uuid[]) order by a.incharge desc, a._id`.execute(db);
  return new Map([...Map.groupBy(rows, (row) => row.class)].map(([of, all]) => [of, all.map(({ name }) => name)]));
}
