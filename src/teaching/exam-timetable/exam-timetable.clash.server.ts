import { type RawBuilder, sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { classMembers, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { classesReached } from "../course-allocation/course-allocation.server.ts";
import { everyRoom } from "../room/room.server.ts";
import {
  type Clash,
  clashesOf,
  isOverlapping,
  type Placed,
  type PlacedPerson,
  type PlacedRoom,
} from "../timetable/timetable.rules.ts";
import { factsOf, lectureClashes, peopleAmong, type Term } from "../timetable/timetable.server.ts";
import type { TriedExamination } from "./exam-timetable.contract.ts";

/** An examination as it is kept; its day is a date. */
export interface PlacedExamination extends Placed {
  readonly course: string;
  readonly name: string;
  readonly halls: readonly { readonly room: PlacedRoom; readonly people: readonly PlacedPerson[] }[];
  readonly reason: string | null;
  readonly version: number;
}

/** Some examinations by time, with all that a clash is judged by; `where` is on the examination called `x`. */
export async function placedExaminations(
  db: Database | Trx,
  where: RawBuilder<unknown>,
): Promise<readonly PlacedExamination[]> {
  const { rows } = await sql<Omit<PlacedExamination, "rooms" | "people">>`
    select x._id, x.course, x.class, x.code, c.name, x.date as day, x.start, x."end", x.reason, x.version,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'room', jsonb_build_object('_id', r._id, 'code', r.code, 'name', r.name, 'seats', coalesce(h.seats, r.examseats),
            'of', case when h.seats is not null then r.examseats end, 'isOpen', r.status),
          'people', ${peopleAmong(sql`select i.staff from portal.examination_invigilator i
            where i.examination = h.examination and i.room = h.room`)}) order by h.place), '[]')
        from portal.examination_hall h join ${everyRoom()} r on r._id = h.room where h.examination = x._id) as halls
    from portal.examination x join ${everyCourse()} c on c._id = x.course
    where ${where} order by x.date, x.start, x.code, x._id`.execute(db);
  return rows.map((row) => ({
    ...row,
    rooms: row.halls.map(({ room }) => room),
    people: row.halls.flatMap(({ room, people }) => people.map((person) => ({ ...person, room: room._id }))),
  }));
}

/** Refuses a class that a narrow right does not reach, with 403. */
export async function requireClassReached(db: Database | Trx, { scope }: Officer, of: string): Promise<void> {
  if (scope === "all") return;
  const { rows } = await sql`select where ${of}::uuid in (${classesReached(scope)})`.execute(db);
  if (rows.length === 0)
    throw new Refusal(
      "class-beyond-reach",
      403,
      "Another department has this class, so its examination is not yours to place. Ask the examinations office",
    );
}

/** Keeps the days of a semester's examinations as they are, and their timetable in or out, until a change is made. */
export const holdPeriod = (trx: Trx, { session, semester }: Term) =>
  sql`select from portal.exam_period p where p.session = ${session} and p.semester = ${semester} for share`.execute(
    trx,
  );

/** The days of a semester's examinations, where they are kept. */
export async function periodOf(db: Database | Trx, { session, semester }: Term) {
  const { rows } = await sql<{
    _id: string;
    start: string;
    end: string;
    papers: number;
    publishedAt: string | null;
  }>`select p._id, p.start, p."end", p.papers, p."publishedAt" from portal.exam_period p
    where p.session = ${session} and p.semester = ${semester}`.execute(db);
  return rows[0];
}

type Period = Awaited<ReturnType<typeof periodOf>>;

/** What is allowed for where the days are not kept yet. */
const USUAL_PAPERS = 2;

const outside = ({ day }: Placed, period: Period): Clash[] =>
  period && (day < period.start || day > period.end)
    ? [
        {
          kind: "outside",
          sentence: `The examinations are from ${asDay(period.start)} to ${asDay(period.end)}. Choose a day in them`,
          with: null,
        },
      ]
    : [];

const crowd = (count: number, papers: number): Clash[] =>
  count > 0
    ? [
        {
          kind: "crowded",
          sentence: `${asCount(count, "student has", "students have")} more than ${asCount(papers, "examination")} that day`,
          with: null,
        },
      ]
    : [];

const meeting = (one: Placed, others: readonly Placed[]) =>
  others.filter((other) => other._id !== one._id && isOverlapping(one, other));

/** What is wrong with each of some examinations of a semester, by `_id`, and how many are registered, by class. */
export async function clashesAmong(db: Database, term: Term, shown: readonly PlacedExamination[]) {
  const dates = [...new Set(shown.map(({ day }) => day))];
  const [period, near, crowded, taught] = await Promise.all([
    periodOf(db, term),
    placedExaminations(db, sql`x.date = any(${dates}::date[])`),
    crowdedAmong(db, term, shown, dates),
    lectureClashes(db, shown),
  ]);
  const pairs = shown.flatMap((one) => meeting(one, near).map((other) => [one.class, other.class] as const));
  const facts = await factsOf(
    db,
    pairs,
    shown.map((one) => one.class),
  );
  const papers = period?.papers ?? USUAL_PAPERS;
  const clashes = new Map(
    shown.map((one) => [
      one._id,
      [
        ...clashesOf(one, near, facts),
        ...outside(one, period),
        ...crowd(crowded.get(one._id) ?? 0, papers),
        ...(taught.get(one._id) ?? []),
      ],
    ]),
  );
  return { clashes, registered: facts.registered };
}

/** How many students of each of some examinations have more than is allowed for on its day: of their classes alone. */
async function crowdedAmong(
  db: Database,
  { session, semester }: Term,
  shown: readonly PlacedExamination[],
  dates: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (shown.length === 0) return new Map();
  const { rows } = await sql<{ _id: string; count: number }>`
    with mine as materialized (select distinct m.registration from ${classMembers()} m
      where m.class = any(${[...new Set(shown.map((one) => one.class))]}::uuid[])),
    sat as materialized (select x._id, x.date, t.registration from mine join ${takenCourses()} t on t.registration = mine.registration
      join portal.examination x on x.class = t.class and x.date = any(${[...dates]}::date[])),
    full_day as (select sat.date, sat.registration from sat group by sat.date, sat.registration
      having count(*) > coalesce((select p.papers from portal.exam_period p
        where p.session = ${session} and p.semester = ${semester}), ${USUAL_PAPERS}))
    select sat._id, count(*)::int as count from sat
    join full_day on full_day.date = sat.date and full_day.registration = sat.registration group by sat._id`.execute(
    db,
  );
  return new Map(rows.map(({ _id, count }) => [_id, count]));
}

type Students = TriedExamination["meeting"];

/**
 * Who of a class has another examination at its time, and who would have more than is allowed for that day. Reads the class and
 * the examinations of the day alone, not the semester.
 */
async function studentsAgainst(
  db: Database | Trx,
  one: Placed,
  papers: number,
): Promise<{ readonly meeting: Students; readonly crowded: Students }> {
  const { rows } = await sql<{ meets: number; full: number; meeting: Students["list"]; crowded: Students["list"] }>`
    with against as materialized (
      select m.student, m.name, m.matric, count(*) as aday, bool_or(x.start < ${one.end} and x."end" > ${one.start}) as meets
      from ${classMembers()} m join ${takenCourses()} t on t.registration = m.registration
      join portal.examination x on x.class = t.class and x.date = ${one.day}::date and x._id <> ${one._id}
      where m.class = ${one.class} group by m.student, m.name, m.matric),
    known as (select a.name, a.matric, a.meets, a.aday + 1 > ${papers} as crowded
      from against a where a.meets or a.aday + 1 > ${papers})
    select count(*) filter (where k.meets)::int as meets, count(*) filter (where k.crowded)::int as full,
      coalesce(to_jsonb((array_agg(jsonb_build_object('name', k.name, 'matric', k.matric) order by k.matric, k.name)
        filter (where k.meets))[1:6]), '[]') as meeting,
      coalesce(to_jsonb((array_agg(jsonb_build_object('name', k.name, 'matric', k.matric) order by k.matric, k.name)
        filter (where k.crowded))[1:6]), '[]') as crowded
    from known k`.execute(db);
  const [found] = rows;
  return {
    meeting: { count: found?.meets ?? 0, list: found?.meeting ?? [] },
    crowded: { count: found?.full ?? 0, list: found?.crowded ?? [] },
  };
}

/** What an examination would clash with: refuses nothing by itself. Reads what is on its day. */
export async function clashesOfOne(db: Database | Trx, one: Placed, term: Term) {
  const near = await placedExaminations(db, sql`x.date = ${one.day}::date`);
  const period = await periodOf(db, term);
  const papers = period?.papers ?? USUAL_PAPERS;
  const facts = await factsOf(
    db,
    meeting(one, near).map((other) => [one.class, other.class] as const),
    [one.class],
  );
  const students = await studentsAgainst(db, one, papers);
  const taught = await lectureClashes(db, [one]);
  const clashes = [
    ...outside(one, period),
    ...clashesOf(one, near, facts),
    ...crowd(students.crowded.count, papers),
    ...(taught.get(one._id) ?? []),
  ];
  return { clashes, students, facts, near };
}
