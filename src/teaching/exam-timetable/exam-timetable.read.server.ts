import { type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import { everyMember } from "#access/staff/staff.server.ts";
import { runningSemester, sessionName } from "#calendar/session/session.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import { onDay } from "#console/record/record.fields.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { notFound, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { classesReached } from "../course-allocation/course-allocation.server.ts";
import { everyRoom } from "../room/room.server.ts";
import { freeRooms, givenOf, type Placed, type PlacedRoom, spelledTime } from "../timetable/timetable.rules.ts";
import {
  askedTerm,
  classesOf,
  idIn,
  levelIn,
  peopleAmong,
  roomsTaught,
  type Term,
  whoseOf,
} from "../timetable/timetable.server.ts";
import {
  clashesAmong,
  clashesOfOne,
  type PlacedExamination,
  periodOf,
  placedExaminations,
  requireClassReached,
} from "./exam-timetable.clash.server.ts";
import type { ExamTimetable, ShownExamination, TriedExamination } from "./exam-timetable.contract.ts";

const nothing: ExamTimetable = {
  period: null,
  days: [],
  date: null,
  whose: null,
  examinations: [],
  unscheduled: { total: 0, list: [] },
};

/** The examinations of a day, a programme and level, a hall or an invigilator, each with what clashes; and the classes without one. */
export async function examTimetableOf(db: Database, query: Record<string, unknown>): Promise<ExamTimetable> {
  const term = await askedTerm(db, query);
  if (!term) return nothing;
  const [period, days] = await Promise.all([periodShown(db, term), daysOf(db, term)]);
  if (!period) return nothing;
  const [programme, level] = [idIn(query.programme), levelIn(query.level)];
  const classes = programme ? [...(await classesOf(db, programme, level, term))] : null;
  const chosen = chosenOf(query, days, classes);
  const { room, invigilator: staff, isLeft } = chosen;
  const [whose, shown, unscheduled] = await Promise.all([
    isLeft ? "Whose invigilator has left" : whoseOf(db, { room, staff, programme, level }, ["Hall", "Invigilator"]),
    placedExaminations(db, sql`x.session = ${term.session} and x.semester = ${term.semester} and ${isChosen(chosen)}`),
    unscheduledOf(db, term, classes),
  ]);
  const takers = chosen.isWhole ? await takersOf(db, shown) : new Map<string, string>();
  const { clashes, registered } = chosen.isWhole
    ? { clashes: new Map<string, never[]>(), registered: new Map<string, number>() }
    : await clashesAmong(db, term, shown);
  return {
    period,
    days,
    date: chosen.date,
    whose,
    examinations: shown.map((one) => ({
      ...shownAs(one, registered.get(one.class) ?? 0, clashes.get(one._id) ?? []),
      takers: takers.get(one.class) ?? null,
    })),
    unscheduled,
  };
}

async function periodShown(db: Database, { session, semester }: Term): Promise<ExamTimetable["period"]> {
  const [{ rows }, found] = await Promise.all([
    sql<{ name: string | null }>`select ${sessionName(sql`${session}::uuid`)} as name`.execute(db),
    periodOf(db, { session, semester }),
  ]);
  const name = rows[0]?.name;
  if (!name) return null;
  const { _id = null, start = null, end = null, publishedAt = null } = found ?? {};
  return { _id, session: { _id: session, name }, semester, start, end, publishedAt };
}

async function daysOf(db: Database, { session, semester }: Term): Promise<ExamTimetable["days"]> {
  const { rows } = await sql<{ date: string; count: number }>`
    select x.date, count(*)::int as count from portal.examination x
    where x.session = ${session} and x.semester = ${semester} group by x.date order by x.date`.execute(db);
  return rows;
}

interface Chosen {
  readonly isWhole: boolean;
  /** Those that name an invigilator who has left the college. */
  readonly isLeft: boolean;
  readonly room: string | undefined;
  readonly invigilator: string | undefined;
  readonly classes: readonly string[] | null;
  /** The day in view where nothing else is chosen: the one that is named, else the next one that has examinations. */
  readonly date: string | null;
}

function chosenOf(
  query: Record<string, unknown>,
  days: ExamTimetable["days"],
  classes: readonly string[] | null,
): Chosen {
  const [room, invigilator, isWhole] = [idIn(query.room), idIn(query.invigilator), query.whole === "1"];
  const isLeft = query.left === "1";
  const chosen = { isWhole, isLeft, room, invigilator, classes };
  if (isWhole || isLeft || room || invigilator || classes) return { ...chosen, date: null };
  const today = lagosToday();
  const named = days.find((day) => day.date === query.date);
  const next = days.find((day) => day.date >= today) ?? days[0];
  return { ...chosen, date: (named ?? next)?.date ?? null };
}

/** The condition on the examination called `x`. */
const isChosen = ({ isLeft, room, invigilator, classes, date }: Chosen): RawBuilder<unknown> => sql`
  (${room ?? null}::uuid is null or exists (select from portal.examination_hall h
    where h.examination = x._id and h.room = ${room ?? null}::uuid))
  and (${invigilator ?? null}::uuid is null or exists (select from portal.examination_invigilator i
    where i.examination = x._id and i.staff = ${invigilator ?? null}::uuid))
  and (${classes !== null}::boolean is false or x.class = any(${[...(classes ?? [])]}::uuid[]))
  and (not ${isLeft}::boolean or ${namesLeaver})
  and (${date}::date is null or x.date = ${date}::date)`;

/** Whether the examination called `x` is still to be, and names an invigilator who has left. */
const namesLeaver = sql`(x.date >= (now() at time zone 'Africa/Lagos')::date and exists (
  select from portal.examination_invigilator i join ${everyMember()} m on m._id = i.staff and not m.ishere
  where i.examination = x._id))`;

/** The same of the semester that runs, as far as a right reaches, to be counted. */
export const examinationsLeft = ({ scope }: Pick<Officer, "scope">): RawBuilder<unknown> =>
  sql`select from portal.examination x
    join ${runningSemester()} now on (now.session, now.semester) = (x.session, x.semester)
    where ${namesLeaver} and ${scope === "all" ? sql`true` : sql`x.class in (${classesReached(scope)})`}`;

/** How many are named; there is a filter for more. */
const MOST_UNSCHEDULED = 40;

/** The classes of a semester that have no examination yet: of those that are asked for. */
async function unscheduledOf(
  db: Database,
  { session, semester }: Term,
  classes: readonly string[] | null,
): Promise<ExamTimetable["unscheduled"]> {
  const asked = classes ? sql`c.class = any(${[...classes]}::uuid[])` : sql`true`;
  const { rows } = await sql<ExamTimetable["unscheduled"]["list"][number] & { total: number }>`
    with missing as (
      select distinct on (c.class) c.class, c._id as course, c.code, c.name from ${everyCourse()} c
      where c.session = ${session} and c.semester = ${semester} and c.status and ${asked}
        and not exists (select from portal.examination x where x.class = c.class)
      order by c.class, c._id),
    named as (select m.class, m.course, m.code, m.name, count(*) over ()::int as total from missing m
      order by m.code, m.class limit ${MOST_UNSCHEDULED})
    select n.course, n.code, n.name, n.total,
      (select count(*)::int from ${classMembers()} m where m.class = n.class) as registered
    from named n order by n.code, n.class`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    list: rows.map(({ course, code, name, registered }) => ({ course, code, name, registered })),
  };
}

export const roomShown = ({ _id, code, name, seats, of = null }: PlacedRoom) => ({ _id, code, name, seats, of });

const shownAs = (
  { _id, course, code, name, day, start, end, halls, reason, version }: PlacedExamination,
  registered: number,
  clashes: ShownExamination["clashes"],
): Omit<ShownExamination, "takers"> => ({
  ...{ _id, course, code, name, date: day, start, end, reason, registered, version, clashes },
  halls: halls.map(({ room, people }) => ({
    room: roomShown(room),
    people: people.map((person) => ({ _id: person._id, name: person.name })),
  })),
});

/** So many programmes are named; of more it is said how many. */
const MOST_NAMED = 6;

/** For whom each class is, by its `_id`: `100 level: NCE-CRS-ENG, NCE-CRS-GEO`. */
async function takersOf(
  db: Database,
  examinations: readonly PlacedExamination[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ class: string; takers: string }>`
    select l.class, string_agg(l.level || ' level: ' || l.programmes, '; ' order by l.level) as takers
    from (select c.class, c.level, case when bool_or(c.general) then 'all programmes'
          when count(distinct p.code) > ${MOST_NAMED} then count(distinct p.code) || ' programmes'
          else string_agg(distinct p.code, ', ' order by p.code) end as programmes
        from ${everyCourse()} c left join (${programmeTitles()}) p on p._id = c.programme
        where c.class = any(${examinations.map((one) => one.class)}::uuid[]) and c.status group by c.class, c.level) l
    group by l.class`.execute(db);
  return new Map(rows.map((row) => [row.class, row.takers]));
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5][05]$/.test(text);

/** `id:word` parted by commas, in their order. */
const pairsIn = (held: unknown): ReadonlyMap<string, string> =>
  new Map(
    String(held ?? "")
      .split(",")
      .map((pair) => pair.split(":"))
      .flatMap(([id = "", word = ""]) => (isId(id) ? [[id, word] as const] : [])),
  );

const countIn = (word: string | undefined): number | undefined =>
  /^[1-9]\d{0,4}$/.test(word ?? "") ? Number(word) : undefined;

/** What would clash, while it is typed, with the names of the students and the halls that are free. */
export async function tryOne(db: Database, who: Officer, query: Record<string, unknown>): Promise<TriedExamination> {
  const course = idIn(query.course);
  const [day, start, end] = [String(query.date), spelledTime(String(query.start)), spelledTime(String(query.end))];
  if (!course) throw refuseFields("field-required", { course: "Course is required" });
  const date = v.safeParse(onDay("Date"), day);
  if (!date.success) throw refuseFields("day-impossible", { date: date.issues[0].message });
  if (!isTime(start) || !isTime(end) || start >= end)
    throw refuseFields("slot-impossible", { end: "To must be later than From" });
  const watching = pairsIn(query.people);
  const [{ rows }, all, taught, { rows: found }] = await Promise.all([
    sql<Term & { class: string; code: string }>`
      select c.class, c.code, c.session, c.semester from ${everyCourse()} c where c._id = ${course}`.execute(db),
    examRooms(db),
    roomsTaught(db, { day, start, end }),
    sql<Pick<Placed, "people">>`
      select ${peopleAmong(sql`select unnest(${[...watching.keys()]}::uuid[])`)} as people`.execute(db),
  ]);
  const [of] = rows;
  if (!of) throw notFound();
  await requireClassReached(db, who, of.class);
  const wanted = pairsIn(query.rooms);
  const one: Placed = {
    ...{ _id: idIn(query.examination) ?? NOBODY, class: of.class, code: of.code, day, start, end },
    rooms: all.filter(({ _id }) => wanted.has(_id)).map((room) => givenOf(room, countIn(wanted.get(room._id)))),
    people: (found[0]?.people ?? []).map((person) => ({ ...person, room: watching.get(person._id) ?? "" })),
  };
  const { clashes, students, facts, near } = await clashesOfOne(db, one, of);
  const registered = facts.registered.get(of.class) ?? 0;
  const seats = one.rooms.reduce((sum, room) => sum + room.seats, 0);
  // Without a hall yet, one that seats all; with some, the smallest for those who have no seat, and one more to change for.
  const open = freeRooms(one, near, all, { ...facts, registered: new Map() }).filter(
    ({ _id }) => !wanted.has(_id) && !taught.has(_id),
  );
  const missing = Math.max(0, registered - seats);
  const large = open.filter((room) => room.seats >= missing);
  const rooms = [...large, ...open.filter((room) => room.seats < missing).reverse()].slice(0, 8).map(roomShown);
  return { clashes: [...clashes], missing: missingIn(one), registered, seats, ...students, rooms };
}

function missingIn({ rooms, people }: Placed): string[] {
  if (rooms.length === 0) return ["No hall is chosen yet"];
  const unwatched = rooms.filter(({ _id }) => !people.some(({ room }) => room === _id)).map(({ code }) => code);
  return unwatched.length === 0 ? [] : [`No invigilator yet in ${unwatched.join(", ")}`];
}

async function examRooms(db: Database): Promise<PlacedRoom[]> {
  const { rows } = await sql<PlacedRoom>`
    select r._id, r.code, r.name, r.examseats as seats, r.status as "isOpen" from ${everyRoom()} r order by r.code`.execute(
    db,
  );
  return rows;
}
