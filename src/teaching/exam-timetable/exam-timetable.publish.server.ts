import { createHash } from "node:crypto";
import { sql } from "kysely";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { roomClashes } from "../timetable/timetable.rules.ts";
import { lectureClashes, type Term } from "../timetable/timetable.server.ts";
import { type PlacedExamination, placedExaminations } from "./exam-timetable.clash.server.ts";
import type { JudgedTimetable } from "./exam-timetable.contract.ts";
import { tellNext } from "./exam-timetable.tell.server.ts";

interface Period extends Term {
  readonly start: string;
  readonly end: string;
  readonly papers: number;
}

interface Judgement {
  readonly all: readonly PlacedExamination[];
  /** What has to be mended before it goes out. */
  readonly stops: readonly (readonly [
    code: "room-closed" | "invigilator-left" | "date-outside-examinations" | "hall-taken",
    string,
  ])[];
  /** What it may go out with, if somebody says why. */
  readonly asks: readonly Asked[];
}

/** So many of a kind, and which. */
interface Asked {
  readonly count: string;
  readonly which: readonly string[];
}

/** What is wrong with a whole timetable now, whatever was known when its examinations were placed. */
async function judgeAll(db: Database | Trx, period: Period): Promise<Judgement> {
  const { session, semester } = period;
  const all = await placedExaminations(db, sql`x.session = ${session} and x.semester = ${semester}`);
  const sat = await satBy(db, period);
  const taught = await lectureClashes(db, all);
  const seatsShort = all.filter(({ _id, rooms }) => (sat.registered.get(_id) ?? 0) > seatsIn(rooms));
  const lectures = all.flatMap(({ _id, code }) =>
    (taught.get(_id) ?? []).map(({ sentence }) => `${code}: ${sentence}`),
  );
  const unwatched = all.filter(({ halls }) => halls.some(({ people }) => people.length === 0));
  return {
    all,
    stops: [...all.flatMap((one) => stopsOf(one, period)), ...hallsTooSmall(all)],
    asks: [
      ...(sat.students > 0
        ? [{ count: `${asCount(sat.students, "student has", "students have")} two at one time`, which: sat.pairs }]
        : []),
      ...(sat.crowded > 0
        ? [
            {
              count: `${asCount(sat.crowded, "student has", "students have")} more than ${asCount(period.papers, "examination")} on one day`,
              which: [],
            },
          ]
        : []),
      ...named(seatsShort, "has too few seats", "have too few seats", ({ _id, code, rooms }) => {
        return `${code} (${sat.registered.get(_id)} sit, ${asCount(seatsIn(rooms), "seat")})`;
      }),
      ...named(
        unwatched,
        "has a hall without an invigilator",
        "have a hall without an invigilator",
        ({ code }) => code,
      ),
      ...(lectures.length > 0
        ? [
            {
              count: asCount(lectures.length, "lecture meets an examination", "lectures meet examinations"),
              which: lectures,
            },
          ]
        : []),
    ],
  };
}

const seatsIn = (rooms: PlacedExamination["rooms"]) => rooms.reduce((sum, { seats }) => sum + seats, 0);

/** So many of a kind are named. */
const FIRST = 8;

const firstOf = (list: readonly string[]) =>
  list.length > FIRST ? `${list.slice(0, FIRST).join(", ")} and ${list.length - FIRST} more` : list.join(", ");

const named = (
  list: readonly PlacedExamination[],
  one: string,
  many: string,
  say: (of: PlacedExamination) => string,
): Asked[] =>
  list.length === 0
    ? []
    : [{ count: asCount(list.length, `examination ${one}`, `examinations ${many}`), which: list.map(say) }];

const sentencesOf = (asks: readonly Asked[]): string[] =>
  asks.map(({ count, which }) => (which.length === 0 ? count : `${count}: ${firstOf(which)}`));

/** Stands for all that asks for a reason, what is not named too: a reason is given for what was seen. */
const digestOf = (asks: readonly Asked[]): string => createHash("sha256").update(JSON.stringify(asks)).digest("hex");

/** A hall that is closed, somebody who has left, and a day outside. */
function stopsOf({ code, day, rooms, people }: PlacedExamination, { start, end }: Period): Judgement["stops"] {
  const closed = rooms.find(({ isOpen }) => !isOpen);
  const left = people.find(({ isHere }) => !isHere);
  return [
    ...(closed
      ? [["room-closed", `${code} is in ${closed.code}, which is not in use any more. Move it`] as const]
      : []),
    ...(left
      ? [["invigilator-left", `${left.name}, an invigilator of ${code}, has left. Choose somebody else`] as const]
      : []),
    ...(day < start || day > end
      ? [
          [
            "date-outside-examinations",
            `${code} is on ${asDay(day)}, outside the days of examinations. Move it or change the days`,
          ] as const,
        ]
      : []),
  ];
}

/** Seats of a shared hall that are not there any more; `all` stand in the order in which they begin, and the last one hears it. */
const hallsTooSmall = (all: readonly PlacedExamination[]): Judgement["stops"] =>
  all.flatMap((one, at) =>
    roomClashes(one, all.slice(0, at)).map(
      ({ sentence }) =>
        ["hall-taken", `${one.code} on ${asDay(one.day)}: ${sentence}. Give it fewer or move it`] as const,
    ),
  );

interface Sat {
  /** How many sit each examination, by its `_id`. */
  readonly registered: ReadonlyMap<string, number>;
  /** How many have two at one time. */
  readonly students: number;
  /** Which two, most of whom first, each with how many. */
  readonly pairs: readonly string[];
  /** How many have more on a day than is allowed for. */
  readonly crowded: number;
}

/** Who sits what of a semester, by one look at all of them: a college has some hundred thousand lines. */
async function satBy(db: Database | Trx, { session, semester, papers }: Period): Promise<Sat> {
  const { rows } = await sql<{
    registered: Record<string, number> | null;
    students: number;
    pairs: string[];
    crowded: number;
  }>`
    with sat as materialized (
      select x._id, x.class, x.code, x.date, x.minutes, m.student
      from portal.examination x join ${classMembers()} m on m.class = x.class
      where x.session = ${session} and x.semester = ${semester}),
    twice as materialized (
      select one.student, least(one.code, other.code) as first, greatest(one.code, other.code) as second
      from sat one join sat other on other.student = one.student and other.date = one.date and other._id > one._id
        and other.minutes && one.minutes and other.class <> one.class),
    pair as (select first || ' and ' || second || ' (' || count(distinct student) || ')' as said, count(distinct student) as count
      from twice group by first, second)
    select (select jsonb_object_agg(each._id, each.count) from (select _id, count(*) as count from sat group by _id) each) as registered,
      (select count(distinct student)::int from twice) as students,
      array(select said from pair order by count desc, said) as pairs,
      (select count(distinct student)::int from (
        select student from sat group by student, date having count(*) > ${papers}) full_day) as crowded`.execute(db);
  const [found] = rows;
  return {
    registered: new Map(Object.entries(found?.registered ?? {})),
    students: found?.students ?? 0,
    pairs: found?.pairs ?? [],
    crowded: found?.crowded ?? 0,
  };
}

/** What stands in the way of putting a timetable out, as it is now. */
export async function judgedTimetable(db: Database, id: string): Promise<JudgedTimetable> {
  const period = isId(id)
    ? await db
        .selectFrom("exam_period")
        .select(["session", "semester", "start", "end", "papers"])
        .where("_id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!period) throw notFound();
  const { all, stops, asks } = await judgeAll(db, period);
  return {
    examinations: all.length,
    stops: stops.map(([, sentence]) => sentence),
    asks: sentencesOf(asks),
    seen: digestOf(asks),
  };
}

/**
 * Puts a timetable out. Refuses while something in it has to be mended, where what asks for a reason is not what was seen, and without
 * a reason while it sends students to two halls at once or to too few seats, or leaves a hall unwatched.
 */
export async function publish(
  { trx, note }: Work,
  id: string,
  { reason, seen }: { readonly reason?: string | undefined; readonly seen: string },
  who: { readonly staff: string },
): Promise<void> {
  const found = await trx
    .selectFrom("exam_period")
    .select(["session", "semester", "start", "end", "papers", "publishedAt"])
    .where("_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  if (found.publishedAt)
    throw refuse("timetable-out", "This timetable is out already. Changes are told as they are made");
  const { all, stops, asks } = await judgeAll(trx, found);
  if (all.length === 0)
    throw refuse("timetable-empty", "No examination stands in this timetable yet. Put the examinations in first");
  const [stop] = stops;
  if (stop) throw refuse(stop[0], `${stop[1]}, then publish the timetable`);
  if (digestOf(asks) !== seen)
    throw stale(
      "changed-meanwhile",
      "What stands in this timetable has changed since you looked, so it was not published. Look at it as it is now, then publish it",
    );
  const sentences = sentencesOf(asks);
  if (asks.length > 0 && !reason)
    throw refuseFields("clash-needs-reason", {
      reason: `${sentences.join(". ")}. Mend it, or say why the timetable is published all the same`,
    });
  await sql`update portal.exam_period set "publishedAt" = now(), publishedby = ${who.staff}, version = version + 1,
    "updatedAt" = now() where _id = ${id}`.execute(trx);
  await tellNext(trx, { period: id, who: "students", after: null });
  note({
    deed: "exam_period.publish",
    subject: `exam_period:${id}`,
    after: { examinations: all.length, ...(asks.length > 0 && { with: sentences }) },
    ...(asks.length > 0 && reason && { reason }),
  });
}
