import { type RawBuilder, sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
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
  const name = `${semester === 1 ? "First" : "Second"} semester ${found.session.name}`;
  return { session, semester, name, start, end, isOut: publishedAt !== null };
}

/** A class of the week as those who are in it read it. */
export interface WeekClass {
  readonly _id: string;
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
    select e._id, e.code, c.name, e.day, e.start, e."end", r.code as room, r.name as place,
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
  readonly rooms: readonly string[];
  readonly people: readonly string[];
}

/** Lectures that are in some rooms, or with some people, at a time of a date on which is taught. */
export async function lectureClashes(db: Database | Trx, { day, start, end, rooms, people }: Place): Promise<Clash[]> {
  const { rows } = await sql<{ room: string | null; person: string | null; at: string }>`
    select case when r._id = any(${[...rooms]}::uuid[]) then r.code end as room, m.name as person,
      e.code || ' (' || e.start || ' to ' || e."end" || ')' as at
    from portal.teaching_semester t
    join portal.timetable_entry e on e.session = t.session and e.semester = t.semester
      and e.day = to_char(${day}::date, 'FMDay') and e.start < ${end} and e."end" > ${start}
    join ${everyRoom()} r on r._id = e.room
    left join portal.timetable_lecturer l on l.entry = e._id and l.staff = any(${[...people]}::uuid[])
    left join ${everyMember()} m on m._id = l.staff
    where ${day}::date between t.start and t."end" and t."publishedAt" is not null
      and (r._id = any(${[...rooms]}::uuid[]) or m._id is not null)
    order by e.start, e.code`.execute(db);
  const clash = (sentence: string): Clash => ({ kind: "lecture", sentence, with: null });
  return rows.flatMap(({ room, person, at }) => [
    ...(room ? [clash(`${at} is taught in ${room} then`)] : []),
    ...(person ? [clash(`${person} teaches ${at} then`)] : []),
  ]);
}
