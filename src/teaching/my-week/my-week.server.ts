import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff, stillReaches } from "#access/permission/permission.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import { hashToken } from "#identity/session/session.server.ts";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { networkOf } from "#platform/http/network.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { perform, type Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";
import { takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { livingStatuses } from "#registry/student/student.rules.ts";
import { everyStudent, studentsOfAccount } from "#registry/student/student.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { type OwnExamination, ownExaminations } from "../exam-timetable/exam-timetable.server.ts";
import { changesOfWeek, classesOfWeek, runningSemester, type WeekClass } from "../timetable/timetable.server.ts";
import { type CalendarEvent, calendarOf, firstDate } from "./my-week.calendar.server.ts";
import {
  endStaffFeed,
  endStudentFeed,
  makeStaffFeed,
  makeStudentFeed,
  type OwnWeek,
  readCalendar,
  readStaffWeek,
  readStudentWeek,
} from "./my-week.contract.ts";

/** Whose week: a student's or a member of staff's. */
interface Person {
  readonly column: "student" | "staff";
  readonly id: string;
}

/** The classes that a person is in, as a part of a larger query: rows of `class`. Who has left the college is in none. */
const classesOf = ({ column, id }: Person): RawBuilder<unknown> =>
  column === "student"
    ? sql`select taken.class from ${takenCourses()} taken join ${everyStudent()} s on s._id = taken.student
        where taken.student = ${id} and s.status = any(${[...livingStatuses]}::text[])`
    : sql`select null::uuid where false`;

async function weekOf(db: Database, person: Person): Promise<OwnWeek> {
  const semester = await runningSemester(db);
  const [classes, examinations, changes, feed] = await Promise.all([
    semester?.isOut ? classesOfWeek(db, semester, inWeek(person)) : [],
    semester ? ownExaminations(db, semester, inWeek(person)) : [],
    semester ? changesOfWeek(db, inWeek(person)) : [],
    feedOf(db, person),
  ]);
  const day = lagosToday();
  return {
    semester: semester && { name: semester.name, start: semester.start, end: semester.end, isOut: semester.isOut },
    classes: classes.map(({ _id, class: of, code, name, day, start, end, room, place, people }) => ({
      ...{ _id, class: of, code, name, day, start, end, room, place, people },
    })),
    examinations: examinations
      .filter(({ date }) => date >= day)
      .map(({ _id, code, name, date, start, end, halls }) => ({ _id, code, name, date, start, end, halls })),
    changes,
    feed,
  };
}

const inWeek = (person: Person) => ({
  classes: classesOf(person),
  staff: person.column === "staff" ? person.id : null,
});

async function feedOf(db: Database, { column, id }: Person): Promise<string | null> {
  const found = await db.selectFrom("calendar_feed").select("createdAt").where(column, "=", id).executeTakeFirst();
  return found ? new Date(found.createdAt).toISOString() : null;
}

/** A new secret address; an earlier one ends with it. 256 random bits, kept as their hash. */
async function makeFeed(app: FastifyInstance, { trx, note }: Work, { column, id }: Person) {
  const token = randomBytes(32).toString("base64url");
  await sql`insert into portal.calendar_feed (_id, ${sql.id(column)}, token) values (${newId()}, ${id}, ${hashToken(token)})
    on conflict (${sql.id(column)}) do update set token = excluded.token, "createdAt" = now()`.execute(trx);
  note({ deed: "calendar_feed.make", subject: `${column}:${id}` });
  return {
    type: "success" as const,
    message: "Your calendar address is made. Copy it now: it is shown this once",
    address: `${app.portal.config.publicUrl}/api/calendar/${token}.ics`,
  };
}

async function endFeed({ trx, note }: Work, { column, id }: Person) {
  await trx.deleteFrom("calendar_feed").where(column, "=", id).execute();
  note({ deed: "calendar_feed.end", subject: `${column}:${id}` });
  return {
    type: "success" as const,
    message: "Your calendar address is ended: no phone reads your week by it any more",
  };
}

const tries: Limit = {
  name: "calendar",
  points: 120,
  seconds: 3_600,
  sentence: "This calendar was asked for too often. It can be read again within the hour",
};

const strangers: Limit = { ...tries, name: "calendar-unknown", points: 60 };

/** The person behind an address, and whether that person may open the own week still; undefined for anything else. */
async function personBehind(db: Database, token: Buffer): Promise<(Person & { readonly isHere: boolean }) | undefined> {
  const { rows } = await sql<{ student: string | null; staff: string | null }>`
    select f.student, f.staff from portal.calendar_feed f where f.token = ${token}`.execute(db);
  const [found] = rows;
  if (found?.student) return { column: "student", id: found.student, isHere: true };
  if (!found?.staff) return undefined;
  return { column: "staff", id: found.staff, isHere: (await stillReaches(db, found.staff, "my-week")) !== undefined };
}

const weekly = (start: string, end: string, one: WeekClass): CalendarEvent => ({
  _id: one._id,
  title: `${one.code} ${one.name}`,
  place: `${one.room}, ${one.place}`,
  date: firstDate(start, one.day),
  start: one.start,
  end: one.end,
  until: end,
  changedAt: one.changedAt,
  version: one.version,
});

const once = (of: OwnExamination, { column }: Person): CalendarEvent => ({
  _id: of._id,
  title: `${column === "staff" ? "Invigilate" : "Examination"}: ${of.code} ${of.name}`,
  place: of.halls.join("; "),
  date: of.date,
  start: of.start,
  end: of.end,
  until: null,
  changedAt: of.changedAt,
  version: of.version,
});

async function eventsOf(db: Database, person: Person & { readonly isHere: boolean }): Promise<CalendarEvent[]> {
  const term = await runningSemester(db);
  if (!person.isHere || !term) return [];
  const examinations = await ownExaminations(db, term, inWeek(person));
  const exams = examinations.map((one) => once(one, person));
  const { start, end, isOut } = term;
  if (!isOut || !start || !end) return exams;
  const classes = await classesOfWeek(db, term, inWeek(person));
  return [...classes.map((one) => weekly(start, end, one)).filter(({ date }) => date <= end), ...exams];
}

export function myWeekCalls(app: FastifyInstance): void {
  const { config, db, limits } = app.portal;
  const ofStudent = (id: string): Person => ({ column: "student", id });
  const ofStaff = (id: string): Person => ({ column: "staff", id });
  const lecturer = staff("my-week");

  handle(app, readStudentWeek, student, ({ who }) => weekOf(db, ofStudent(who.student)));
  handle(app, readStaffWeek, lecturer, ({ who }) => weekOf(db, ofStaff(who.staff)));

  // Not by `write`: under an idempotency key it would keep the address readable. Whoever asks twice has the second one.
  handle(app, makeStudentFeed, student, ({ who, request }) =>
    perform(db, { actor: who.actor, request: request.id }, (work) => makeFeed(app, work, ofStudent(who.student))),
  );
  handle(app, makeStaffFeed, lecturer, ({ who, request }) =>
    perform(db, { actor: who.actor, request: request.id }, (work) => makeFeed(app, work, ofStaff(who.staff))),
  );
  handle(app, endStudentFeed, student, (ask) => write(app, ask, (work) => endFeed(work, ofStudent(ask.who.student))));
  handle(app, endStaffFeed, lecturer, (ask) => write(app, ask, (work) => endFeed(work, ofStaff(ask.who.staff))));

  handle(app, readCalendar, everyone, async ({ params, request, reply }) => {
    const [, token] = /^([\w-]{43})\.ics$/.exec(params.file) ?? [];
    const hash = token ? hashToken(token) : undefined;
    const person = hash && (await personBehind(db, hash));
    if (!hash || !person) {
      await limits.take(strangers, networkOf(request));
      throw notFound();
    }
    await limits.take(tries, hash.toString("hex"));
    const calendar = calendarOf(`${brand.name}: my week`, new URL(config.publicUrl).host, await eventsOf(db, person));
    const tag = `"${createHash("sha256").update(calendar).digest("base64url")}"`;
    reply.header("cache-control", "private, max-age=900").header("etag", tag);
    if (request.headers["if-none-match"] === tag) {
      reply.status(304);
      return "";
    }
    reply.header("content-type", "text/calendar; charset=utf-8");
    reply.header("content-disposition", 'inline; filename="my-week.ics"');
    return calendar;
  });
}

const ownFeed: OwnRows = {
  name: "calendar-addresses",
  tables: ["calendar_feed"],
  rows: (owner) => sql`select to_jsonb(f) - 'token' - 'staff' as row from portal.calendar_feed f
    where f.student in (${studentsOfAccount(owner)})`,
};

/** The address of the record that goes reads nothing any more: its reader makes one for the other. */
const feedMerge: MergePart = {
  tables: ["calendar_feed"],
  async move({ trx }, { gone }) {
    await trx.deleteFrom("calendar_feed").where("student", "=", gone._id).execute();
  },
};

export const myWeekNoun: Noun = {
  name: "my-week",
  calls: myWeekCalls,
  ownRows: [ownFeed],
  merges: [feedMerge],
};
