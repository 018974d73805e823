import { type RawBuilder, sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
import {
  runningSemester,
  runningSessionId,
  sessionName,
  usualRunningSession,
} from "#calendar/session/session.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import { wordsOf } from "#console/list/list.server.ts";
import type { Choice } from "#console/record/record.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { notFound, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { coursesFound, everyCourse } from "#registry/course/course.server.ts";
import { classesReached } from "../course-allocation/course-allocation.server.ts";
import { everyRoom } from "../room/room.server.ts";
import {
  allocatedTo,
  factsOf,
  type PlacedEntry,
  peopleOf,
  placedEntries,
  placedRooms,
  type Term,
} from "./timetable.clash.server.ts";
import type { ShownEntry, Timetable, Tried } from "./timetable.contract.ts";
import {
  type Clash,
  clashesOf,
  days,
  freeRooms,
  freeSlots,
  isOverlapping,
  type Placed,
  type PlacedRoom,
  spelledTime,
} from "./timetable.rules.ts";

/** When a semester teaches and whether its timetables are out, as a part of a larger query. */
export const everyTeachingSemester = (): RawBuilder<unknown> =>
  sql`(select _id, session, semester, start, "end", "publishedAt" from portal.teaching_semester)`;

/** What a query holds, where it can be an identifier at all. */
export const idIn = (held: unknown): string | undefined => (typeof held === "string" && isId(held) ? held : undefined);

/** The term that a query names, or the one that runs; undefined where none does. */
export async function askedTerm(db: Database, query: Record<string, unknown>): Promise<Term | undefined> {
  const running = await usualRunningSession(db);
  const session = idIn(query.session) ?? running.session;
  const semester = ["1", "2"].includes(String(query.semester)) ? Number(query.semester) : running.semester;
  return session && semester ? { session, semester } : undefined;
}

export async function semesterOf(db: Database | Trx, { session, semester }: Term): Promise<Timetable["semester"]> {
  const { rows } = await sql<Omit<NonNullable<Timetable["semester"]>, "session"> & { name: string | null }>`
    select t._id, t.start, t."end", t."publishedAt", wanted.semester, ${sessionName(sql.ref("wanted.session"))} as name
    from (select ${session}::uuid as session, ${semester}::int as semester) wanted
    left join ${everyTeachingSemester()} t on t.session = wanted.session and t.semester = wanted.semester`.execute(db);
  const [found] = rows;
  if (!found?.name) return null;
  const { name, ...rest } = found;
  return { ...rest, session: { _id: session, name } };
}

/** The week of a programme and level, a room or a lecturer, each class with what clashes. */
export async function weekOf(db: Database, query: Record<string, unknown>): Promise<Timetable> {
  const term = await askedTerm(db, query);
  if (!term) return { semester: null, whose: null, entries: [] };
  const asked = askedOf(query);
  const [semester, whose, all] = await Promise.all([
    semesterOf(db, term),
    asked.isLeft ? "Classes whose lecturer has left" : whoseOf(db, asked, ["Room", "Lecturer"]),
    placedEntries(db, term),
  ]);
  const chosen = await chosenOf(db, asked, term, all);
  const met = chosen.flatMap((one) => meeting(one, all).map((other) => [one.class, other.class] as const));
  const facts = await factsOf(
    db,
    met,
    chosen.map((one) => one.class),
  );
  return {
    semester,
    whose,
    entries: chosen.map((one) => shownAs(one, facts.registered.get(one.class) ?? 0, clashesOf(one, all, facts))),
  };
}

const meeting = (one: Placed, others: readonly Placed[]) =>
  others.filter((other) => other._id !== one._id && isOverlapping(one, other));

const shownAs = (
  { _id, course, code, name, day, start, end, rooms, lecturer, people, reason, version }: PlacedEntry,
  registered: number,
  clashes: Clash[],
): ShownEntry => ({
  ...{ _id, course, code, name, day, start, end, lecturer, reason, version, registered, clashes },
  room: roomShown(rooms[0]),
  people: people.map((person) => person.name),
});

const roomShown = (room: PlacedRoom | undefined) => ({
  _id: room?._id ?? "",
  code: room?.code ?? "",
  seats: room?.seats ?? 0,
});

interface Asked extends Whose {
  readonly isLeft: boolean;
}

/** One of them alone: a room, else a lecturer, else a programme. */
function askedOf({ left, ...query }: Record<string, unknown>): Asked {
  const [room, staff] = [idIn(query.room), idIn(query.lecturer)];
  const programme = room || staff ? undefined : idIn(query.programme);
  return { isLeft: Boolean(left), room, staff: room ? undefined : staff, programme, level: levelIn(query.level) };
}

async function chosenOf(db: Database, asked: Asked, term: Term, all: readonly PlacedEntry[]) {
  const { isLeft, room, staff, programme, level } = asked;
  if (isLeft) return all.filter(namesLeaver);
  if (room) return all.filter(({ rooms }) => rooms.some(({ _id }) => _id === room));
  if (staff) return all.filter(({ people }) => people.some(({ _id }) => _id === staff));
  if (!programme) return [];
  const classes = await classesOf(db, programme, level, term);
  return all.filter((one) => classes.has(one.class));
}

/** What a timetable is narrowed to. */
export interface Whose {
  readonly room: string | undefined;
  readonly staff: string | undefined;
  readonly programme: string | undefined;
  readonly level: number | undefined;
}

/** The level that a query names, where a programme can have it. */
export function levelIn(held: unknown): number | undefined {
  const level = Number(held);
  return Number.isInteger(level) && level > 0 && level < 1_000 ? level : undefined;
}

/** Whose timetable it is, in words: "NCE Biology, 200 level", "Room LT 1", "Lecturer Dr Hauwa Bello"; null for everybody's. */
export async function whoseOf(
  db: Database,
  { room, staff, programme, level }: Whose,
  [ofRoom, ofStaff]: readonly [string, string],
): Promise<string | null> {
  const { rows } = await sql<{ programme: string | null; room: string | null; staff: string | null }>`
    select (select p.title from (${programmeTitles()}) p where p._id = ${programme ?? null}::uuid) as programme,
      (select r.code from ${everyRoom()} r where r._id = ${room ?? null}::uuid) as room,
      (select m.name from ${everyMember()} m where m._id = ${staff ?? null}::uuid) as staff`.execute(db);
  const [found] = rows;
  const words = [
    found?.programme && (level ? `${found.programme}, ${level} level` : found.programme),
    found?.room && `${ofRoom} ${found.room}`,
    found?.staff && `${ofStaff} ${found.staff}`,
  ].filter(Boolean);
  return words.join("; ") || null;
}

/** Whether it names a lecturer who has left the college. */
const namesLeaver = ({ lecturer, people }: PlacedEntry) => lecturer !== null && people.some(({ isHere }) => !isHere);

/** The same of the semester that runs, as far as a right reaches, to be counted. */
export const entriesLeft = ({ scope }: Pick<Officer, "scope">): RawBuilder<unknown> =>
  sql`select from portal.timetable_entry e
    join ${runningSemester()} now on (now.session, now.semester) = (e.session, e.semester)
    join ${everyMember()} m on m._id = e.lecturer and not m.ishere
    where ${scope === "all" ? sql`true` : sql`e.class in (${classesReached(scope)})`}`;

/** The classes of a programme's level, general ones too; of all its levels where none is named. */
export async function classesOf(
  db: Database,
  programme: string,
  level: number | undefined,
  { session, semester }: Term,
) {
  const ofLevel = level ? sql`c.level = ${level}` : sql`true`;
  const { rows } = await sql<{ class: string }>`
    select distinct c.class from ${everyCourse()} c
    where c.session = ${session} and c.semester = ${semester} and c.status and ${ofLevel}
      and (c.programme = ${programme} or c.general)`.execute(db);
  return new Set(rows.map((row) => row.class));
}

const MOST_CHOICES = 50;

/** The classes that a right reaches, each by one of its courses; of another session than the one that runs it is said. */
export async function classesToChoose(
  db: Database,
  { scope }: Officer,
  { q, id }: Record<string, unknown>,
): Promise<Choice[]> {
  const words = typeof q === "string" ? wordsOf(q) : [];
  const course = idIn(id);
  const isFound = words.length === 0 ? sql`true` : sql`c._id in (${coursesFound(words)})`;
  const { rows } = await sql<Choice>`
    with found as (
      select distinct on (c.class) c._id, c.session, c.code || ' ' || c.name as called from ${everyCourse()} c
      where ${course ? sql`c._id = ${course}` : sql`c.status and ${isFound}`}
        and ${scope === "all" ? sql`true` : sql`c.class in (${classesReached(scope)})`}
      order by c.class, c._id)
    select f._id, concat_ws(', ', f.called, case when f.session is distinct from ${runningSessionId()}
        then ${sessionName(sql.ref("f.session"))} end) as label
    from found f order by f.session is distinct from ${runningSessionId()}, label, f._id limit ${MOST_CHOICES}`.execute(
    db,
  );
  return rows;
}

interface Wish {
  readonly entry: string;
  readonly course: string;
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly room: string | null;
  readonly lecturer: string | null;
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** A wish as a class that is placed already, among the others of its semester. */
async function placedWish(db: Database | Trx, wish: Wish) {
  const { rows } = await sql<{ class: string; code: string; session: string; semester: number }>`
    select c.class, c.code, c.session, c.semester from ${everyCourse()} c where c._id = ${wish.course}`.execute(db);
  const [course] = rows;
  if (!course) return undefined;
  const [all, rooms, people] = await Promise.all([
    placedEntries(db, course),
    placedRooms(db),
    wish.lecturer ? peopleOf(db, [wish.lecturer]) : allocatedTo(db, course.class),
  ]);
  const one: Placed = {
    _id: wish.entry,
    class: course.class,
    code: course.code,
    day: wish.day,
    start: wish.start,
    end: wish.end,
    rooms: rooms.filter(({ _id }) => _id === wish.room),
    people,
  };
  return { one, all, rooms };
}

/** What a class would clash with. Refuses nothing by itself. */
export async function clashesOfWish(db: Database | Trx, wish: Wish): Promise<Clash[]> {
  const placed = await placedWish(db, wish);
  if (!placed) return [];
  const { one, all } = placed;
  const pairs = meeting(one, all).map((other) => [one.class, other.class] as const);
  return clashesOf(one, all, await factsOf(db, pairs, [one.class]));
}

/** The same while it is typed, with the slots and rooms that are free. */
export async function tryWish(db: Database, query: Record<string, unknown>): Promise<Tried> {
  const asked = (name: string) => idIn(query[name]) ?? null;
  const course = asked("course");
  const slot = { day: String(query.day), start: spelledTime(String(query.start)), end: spelledTime(String(query.end)) };
  if (!course) throw refuseFields("field-required", { course: "Course is required" });
  if (!days.some((day) => day === slot.day) || !isTime(slot.start) || !isTime(slot.end) || slot.start >= slot.end)
    throw refuseFields("slot-impossible", { end: "To must be later than From" });
  const wish = { entry: asked("entry") ?? NOBODY, course, ...slot, room: asked("room"), lecturer: asked("lecturer") };
  const placed = await placedWish(db, wish);
  if (!placed) throw notFound();
  const { one, all, rooms } = placed;
  const others = [...new Set(all.map((other) => other.class))];
  const facts = await factsOf(
    db,
    others.map((other) => [one.class, other] as const),
    [one.class],
  );
  return {
    clashes: clashesOf(one, all, facts),
    missing: [
      ...(one.rooms.length === 0 ? ["No room is chosen yet"] : []),
      ...(one.people.length === 0 ? ["Nobody is allocated to teach it yet"] : []),
    ],
    registered: facts.registered.get(one.class) ?? 0,
    slots: freeSlots(one, all, rooms, facts).map((found) => ({ ...found.slot, room: roomShown(found.room) })),
    rooms: freeRooms(one, all, rooms, facts).slice(0, 8).map(roomShown),
  };
}

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5][05]$/.test(text);
