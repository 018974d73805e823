import { type RawBuilder, sql } from "kysely";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { everyRoom } from "../room/room.server.ts";
import { peopleAmong, type Term, teachingStaff } from "./timetable.clash.server.ts";
import { semesterOf } from "./timetable.read.server.ts";
import { days, type PlacedPerson } from "./timetable.rules.ts";

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
  readonly before: string | null;
  readonly after: string | null;
  readonly createdAt: string;
}

/** Whose classes: those of a query of `class`, and those that somebody teaches. */
interface InWeek {
  readonly classes: RawBuilder<unknown>;
  readonly staff: string | null;
}

/** The week of whoever is in some classes, and what of it has changed in a fortnight. */
export async function classesOfWeek(db: Database, { session, semester }: Term, { classes, staff }: InWeek) {
  const { rows } = await sql<Omit<WeekClass, "people"> & { people: PlacedPerson[]; class: string }>`
    select e._id, e.class, e.code, c.name, e.day, e.start, e."end", r.code as room, r.name as place,
      e."updatedAt" as "changedAt", e.version, ${peopleAmong(teachingStaff("e"))} as people
    from portal.timetable_entry e join ${everyRoom()} r on r._id = e.room join ${everyCourse()} c on c._id = e.course
    where e.session = ${session} and e.semester = ${semester}
      and (e.class in (${classes}) or ${staff}::uuid in (${teachingStaff("e")}))
    order by array_position(${[...days]}::text[], e.day), e.start, e.code`.execute(db);
  const own = [...new Set(rows.map((row) => row.class))];
  const { rows: changes } = await sql<WeekChange>`
    select t.code, t.before, t.after, t."createdAt" from portal.timetable_change t
    where t.class = any(${own}::uuid[]) and t."createdAt" > now() - interval '14 days'
    order by t."createdAt" desc limit 10`.execute(db);
  return {
    classes: rows.map(({ people, class: _class, ...row }) => ({
      ...row,
      people: people.filter(({ isHere }) => isHere).map(({ name }) => name),
    })),
    changes,
  };
}
