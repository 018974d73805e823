import { type RawBuilder, sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
import { semesterTitle } from "#calendar/session/session.rules.ts";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { everyRoom } from "../room/room.server.ts";
import { peopleAmong, type Term, teachingStaff } from "./timetable.clash.server.ts";
import { semesterOf } from "./timetable.read.server.ts";
import { type Clash, days, type PlacedPerson, type Slot } from "./timetable.rules.ts";

/** The semester that runs, when it teaches and whether its timetable is out; null where none runs. */
export async function runningSemester(db: Database) {
  const { session, semester } = await usualRunningSession(db);
  if (!session || !semester) return null;
  const found = await semesterOf(db, { session, semester });
  if (!found) return null;
  const { start, end, publishedAt } = found;
  const name = `${semesterTitle(semester)} ${found.session.name}`;
  return { session, semester, name, start, end, isOut: publishedAt !== null };
}

/** A class of the week as those who are in it read it. */
export interface WeekClass {
  readonly _id: string;
  readonly class: string;
  readonly code: string;
  readonly name: string;
  readonly day: string;
  readonly start: string;
  readonly end: string;
  /** The room's code and name. */
  readonly room: string;
  readonly place: string;
  readonly people: string[];
  readonly changedAt: string;
  readonly version: number;
}

interface WeekChange {
  readonly code: string;
  readonly isExamination: boolean;
  readonly before: string | null;
  readonly after: string | null;
  readonly createdAt: string;
}

/** Whose classes: those of a query of `class`, and those that somebody teaches. */
interface InWeek {
  readonly classes: RawBuilder<unknown>;
  readonly staff: string | null;
}

/** The week of whoever is in some classes. */
export async function classesOfWeek(
  db: Database,
  { session, semester }: Term,
  { classes, staff }: InWeek,
): Promise<WeekClass[]> {
  const { rows } = await sql<Omit<WeekClass, "people"> & { people: PlacedPerson[] }>`
    select e._id, e.class, e.code, c.name, e.day, e.start, e."end", r.code as room, r.name as place,
      e."updatedAt" as "changedAt", e.version, ${peopleAmong(teachingStaff("e"))} as people
    from portal.timetable_entry e join ${everyRoom()} r on r._id = e.room join ${everyCourse()} c on c._id = e.course
    where e.session = ${session} and e.semester = ${semester}
      and (e.class in (${classes}) or ${staff}::uuid in (${teachingStaff("e")}))
    order by array_position(${[...days]}::text[], e.day), e.start, e.code`.execute(db);
  return rows.map(({ people, ...row }) => ({
    ...row,
    people: people.filter(({ isHere }) => isHere).map(({ name }) => name),
  }));
}

/** What has changed in a fortnight for whoever is in some classes: of their week and their examinations, and of what one invigilates. */
export async function changesOfWeek(db: Database, { classes, staff }: InWeek): Promise<WeekChange[]> {
  const { rows } = await sql<WeekChange>`
    select t.code, t.examination as "isExamination", t.before, t.after, t."createdAt" from portal.timetable_change t
    where t."createdAt" > now() - interval '14 days' and (t.staff = ${staff}::uuid or (t.staff is null and t.class in (${classes}))
      or (not t.examination and t.class in (select e.class from portal.timetable_lecturer l
        join portal.timetable_entry e on e._id = l.entry where l.staff = ${staff}::uuid)))
    order by t."createdAt" desc limit 10`.execute(db);
  return rows;
}

interface Place extends Slot {
  readonly _id: string;
  readonly rooms: readonly { readonly _id: string }[];
  readonly people: readonly { readonly _id: string }[];
}

/** The lectures of a published week at each `place`, which has a day and times, as a part of a larger query. */
const lecturesThen = sql`join portal.teaching_semester t on t."publishedAt" is not null and place.day between t.start and t."end"
    join portal.timetable_entry e on e.session = t.session and e.semester = t.semester and e.day = to_char(place.day, 'FMDay')
      and e.start < place."end" and e."end" > place.start`;

/** By `_id`, the lectures that are in its rooms, or with its people, at its time. */
export async function lectureClashes(
  db: Database | Trx,
  places: readonly Place[],
): Promise<ReadonlyMap<string, readonly Clash[]>> {
  if (places.length === 0) return new Map();
  const asked = places.map(({ _id, day, start, end, rooms, people }) => ({
    ...{ _id, day, start, end },
    rooms: rooms.map((room) => room._id),
    people: people.map((person) => person._id),
  }));
  const { rows } = await sql<{ _id: string; room: string | null; person: string | null; at: string }>`
    select place._id, case when r._id = any(place.rooms) then r.code end as room, m.name as person,
      e.code || ' (' || e.start || ' to ' || e."end" || ')' as at
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as place(_id uuid, day date, start text, "end" text, rooms uuid[], people uuid[])
    ${lecturesThen}
    join ${everyRoom()} r on r._id = e.room
    left join portal.timetable_lecturer l on l.entry = e._id and l.staff = any(place.people)
    left join ${everyMember()} m on m._id = l.staff
    where r._id = any(place.rooms) or m._id is not null
    order by e.start, e.code`.execute(db);
  const clash = (sentence: string): Clash => ({ kind: "lecture", sentence, with: null });
  const found = new Map<string, Clash[]>();
  for (const { _id, room, person, at } of rows) {
    const said = [
      ...(room ? [clash(`${at} is taught in ${room} then`)] : []),
      ...(person ? [clash(`${person} teaches ${at} then`)] : []),
    ];
    found.set(_id, [...(found.get(_id) ?? []), ...said]);
  }
  return found;
}

/** The rooms in which is taught at a time of a date. */
export async function roomsTaught(db: Database, { day, start, end }: Slot): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ room: string }>`
    select distinct e.room from (select ${day}::date as day, ${start} as start, ${end} as "end") place
    ${lecturesThen}`.execute(db);
  return new Set(rows.map(({ room }) => room));
}
