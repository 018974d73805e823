import { type RawBuilder, sql } from "kysely";
import { everyMember } from "#access/staff/staff.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { classMembers, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { everyAllocation } from "../course-allocation/course-allocation.server.ts";
import { everyRoom } from "../room/room.server.ts";
import { type ClassFacts, type Placed, type PlacedPerson, type PlacedRoom, pairOf } from "./timetable.rules.ts";

/** A semester of a session. */
export interface Term {
  readonly session: string;
  readonly semester: number;
}

/** A class of the week as it is kept, with all that a clash is judged by. */
export interface PlacedEntry extends Placed {
  readonly course: string;
  readonly name: string;
  readonly lecturer: string | null;
  readonly reason: string | null;
  readonly version: number;
}

/** Members of staff as a clash knows them, in the order of their names: of a query of `_id`s, as JSON. */
export const peopleAmong = (staff: RawBuilder<unknown>): RawBuilder<PlacedPerson[]> => sql<PlacedPerson[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('_id', m._id, 'name', m.name, 'isHere', m.ishere) order by m.name), '[]')
  from (${staff}) who(staff) join ${everyMember()} m on m._id = who.staff)`;

/** Who teaches an entry, as a part of a larger query on the entry called so: the one that is named, else all who are allocated. */
export const teachingStaff = (entry: "e"): RawBuilder<unknown> => sql`
  select ${sql.ref(`${entry}.lecturer`)} where ${sql.ref(`${entry}.lecturer`)} is not null
  union all select a.staff from ${everyAllocation()} a
    where a.class = ${sql.ref(`${entry}.class`)} and ${sql.ref(`${entry}.lecturer`)} is null`;

/** Every class of a semester's week. */
export async function placedEntries(db: Database | Trx, { session, semester }: Term): Promise<PlacedEntry[]> {
  const { rows } = await sql<PlacedEntry>`
    select e._id, e.course, e.class, e.code, c.name, e.day, e.start, e."end", e.lecturer, e.reason, e.version,
      jsonb_build_array(jsonb_build_object('_id', r._id, 'code', r.code, 'name', r.name, 'seats', r.capacity, 'isOpen', r.status)) as rooms,
      ${peopleAmong(teachingStaff("e"))} as people
    from portal.timetable_entry e join ${everyRoom()} r on r._id = e.room join ${everyCourse()} c on c._id = e.course
    where e.session = ${session} and e.semester = ${semester} order by e.start, e.code, e._id`.execute(db);
  return rows;
}

/** Who is allocated to a class, as a clash knows them. */
export async function allocatedTo(db: Database | Trx, of: string): Promise<PlacedPerson[]> {
  const { rows } = await sql<{ people: PlacedPerson[] }>`
    select ${peopleAmong(sql`select a.staff from ${everyAllocation()} a where a.class = ${of}`)} as people`.execute(db);
  return rows[0]?.people ?? [];
}

/** Some members of staff, as a clash knows them. */
export async function peopleOf(db: Database | Trx, ids: readonly string[]): Promise<PlacedPerson[]> {
  const { rows } = await sql<{ people: PlacedPerson[] }>`
    select ${peopleAmong(sql`select unnest(${[...ids]}::uuid[])`)} as people`.execute(db);
  return rows[0]?.people ?? [];
}

/** Every room by its code, with its seats for teaching. */
export async function placedRooms(db: Database | Trx): Promise<PlacedRoom[]> {
  const { rows } = await sql<PlacedRoom>`
    select r._id, r.code, r.name, r.capacity as seats, r.status as "isOpen" from ${everyRoom()} r order by r.code`.execute(
    db,
  );
  return rows;
}

/** Two classes, of which the first is the one that is judged. */
type Pair = readonly [one: string, other: string];

/**
 * What is known of some classes and of those that they meet: only these pairs are compared, so that a view of a week reads the
 * registrations of its own classes and of those at the same times.
 */
export async function factsOf(
  db: Database | Trx,
  pairs: readonly Pair[],
  classes: readonly string[],
): Promise<ClassFacts> {
  const wanted = [
    ...new Map(pairs.filter(([one, other]) => one !== other).map((pair) => [pairOf(...pair), pair])).values(),
  ];
  const ones = wanted.map(([one]) => one);
  const others = wanted.map(([, other]) => other);
  const [registered, shared, cohorts] = await Promise.all([
    countRegistered(db, [...new Set(classes)]),
    countShared(db, ones, others),
    findCohorts(db, ones, others),
  ]);
  return { registered, shared, cohorts };
}

async function countRegistered(db: Database | Trx, classes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (classes.length === 0) return new Map();
  const { rows } = await sql<{ class: string; count: number }>`
    select m.class, count(*)::int as count from ${classMembers()} m
    where m.class = any(${[...classes]}::uuid[]) group by m.class`.execute(db);
  return new Map(rows.map((row) => [row.class, row.count]));
}

async function countShared(db: Database | Trx, ones: readonly string[], others: readonly string[]) {
  if (ones.length === 0) return new Map<string, number>();
  const { rows } = await sql<{ one: string; other: string; count: number }>`
    with mine as materialized (
      select m.class, m.registration from ${classMembers()} m where m.class = any(${[...new Set(ones)]}::uuid[])),
    counted as materialized (
      select mine.class as one, theirs.class as other, count(*)::int as count
      from mine join ${takenCourses()} theirs on theirs.registration = mine.registration group by mine.class, theirs.class)
    select pairs.one, pairs.other, counted.count
    from unnest(${[...ones]}::uuid[], ${[...others]}::uuid[]) as pairs(one, other)
    join counted on counted.one = pairs.one and counted.other = pairs.other`.execute(db);
  return new Map(rows.map(({ one, other, count }) => [pairOf(one, other), count]));
}

/** Taken by everybody of its programme and level: neither elective nor one of a group. */
const compulsory = (of: string) => sql`${sql.ref(`${of}.status`)} and ${sql.ref(`${of}.choice`)} is null
  and lower(${sql.ref(`${of}.moduletype`)}) not like 'elective%'`;

async function findCohorts(db: Database | Trx, ones: readonly string[], others: readonly string[]) {
  if (ones.length === 0) return new Map<string, string>();
  const { rows } = await sql<{ one: string; other: string; cohort: string }>`
    select pairs.one, pairs.other, min(case when a.general and b.general then a.level || ' level'
        else p.code || ' ' || a.level end) as cohort
    from unnest(${[...ones]}::uuid[], ${[...others]}::uuid[]) as pairs(one, other)
    join ${everyCourse()} a on a.class = pairs.one and ${compulsory("a")}
    join ${everyCourse()} b on b.class = pairs.other and ${compulsory("b")}
      and b.level = a.level and b.semester = a.semester and b.session = a.session and (a.programme = b.programme or a.general or b.general)
    join (${programmeTitles()}) p on p._id = case when a.general then b.programme else a.programme end
    group by pairs.one, pairs.other`.execute(db);
  return new Map(rows.map(({ one, other, cohort }) => [pairOf(one, other), cohort]));
}
