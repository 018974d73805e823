import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { daysTaught } from "#calendar/registration-window/registration-window.server.ts";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { everyClass, everyCourse } from "#registry/course/course.server.ts";
import { attendanceMerge, ownAttendanceRows } from "./attendance/attendance.own.server.ts";
import { attendanceCalls } from "./attendance/attendance.server.ts";
import {
  attendanceStep,
  attendanceTemplates,
  warnEverywhere,
  warnOfAttendance,
} from "./attendance/attendance.warn.server.ts";
import { classListCalls } from "./class-list/class-list.server.ts";
import { classLectures, coverage, mayTeach, myClasses, reachedClass, teaches } from "./lecture.class.server.ts";
import {
  addLecture,
  changeLecture,
  lectures,
  readClassLectures,
  readCoverage,
  readMyClasses,
  removeLecture,
} from "./lecture.contract.ts";

export { reachedClass } from "./lecture.class.server.ts";
export { attendanceRule, attendanceSums } from "./lecture.sums.server.ts";

const lectureRules: RecordRules<typeof lectures> = {
  of: lectures,
  table: "contact",
  within: (column, { departments }) => sql`exists (select from ${everyClass()} k where k._id = ${column("class")}
    and k.department = any(${[...departments]}::uuid[]))`,
  own: (column, member) => teaches(column("class"), member),
  usual: usualRunningSession,
};

interface Wanted {
  readonly date: string;
  readonly course: string;
  readonly name: string;
  readonly hours?: number | undefined;
  readonly topic?: string | undefined;
}

/** The class of a course, for who may write down its lectures. Refuses everybody else. */
async function classToTeach(trx: Trx, who: Officer, course: string) {
  const { rows } = isId(course)
    ? await sql<{ class: string }>`select o.class from ${everyCourse()} o where o._id = ${course}`.execute(trx)
    : { rows: [] };
  if (!rows[0]) throw refuseFields("choice-not-found", { course: "Course was not found. Choose it from the list" });
  const found = await reachedClass(trx, who, rows[0].class);
  if (!mayTeach(who, found))
    throw refuse(
      "class-not-yours",
      `${found.code} is not allocated to you. Its lecturers and the head of its department write its lectures down: ask the head to allocate it to you`,
    );
  return found;
}

async function requireDay(trx: Trx, { sessionid, session }: { sessionid: string; session: string }, date: string) {
  const { rows } = await sql<{ iscoming: boolean }>`
    select ${date}::date > (now() at time zone 'Africa/Lagos')::date as iscoming`.execute(trx);
  if (rows[0]?.iscoming)
    throw refuseFields("day-not-come-yet", {
      date: "Date must not be after today: only what was held is written down",
    });
  const { first, next } = await daysTaught(trx, sessionid);
  if (first !== null && date < first)
    throw refuseFields("day-before-session", {
      date: `Date must not be before ${dayInWords(first)}, when ${session} began`,
    });
  if (next !== null && date >= next)
    throw refuseFields("day-after-session", {
      date: `Date must be before ${dayInWords(next)}: ${session} was over then. Choose the course of the session that runs`,
    });
}

const dayInWords = (day: string): string => asDay(`${day}T12:00:00Z`);

const once = {
  contact_once: () =>
    refuseFields("value-taken", {
      name: "A lecture of this name is written down for that day already. Open that one, or give this one another name",
    }),
};

async function add({ trx, note }: Work, who: Officer, { date, course, name, hours = 1, topic }: Wanted) {
  const found = await classToTeach(trx, who, course);
  await requireDay(trx, found, date);
  const _id = newId();
  await onConstraint(
    once,
    sql`insert into portal.contact (_id, course, date, name, hours, topic, staff)
      values (${_id}, ${course}, ${date}, ${name}, ${hours}, ${topic ?? null}, ${who.staff})`.execute(trx),
  );
  note({ deed: "contact.create", subject: `contact:${_id}`, after: { course: found.code, date, name, hours } });
  return { type: "success" as const, message: `${found.code}: ${name} is written down`, _id };
}

/** A lecture that the asker may change, locked. 404 for one of a class beyond the right. */
export async function lockLecture(trx: Trx, who: Officer, id: string) {
  const lecture = isId(id)
    ? await trx.selectFrom("contact").selectAll().where("_id", "=", id).forNoKeyUpdate().executeTakeFirst()
    : undefined;
  if (!lecture) throw notFound();
  const of = await reachedClass(trx, who, lecture.class);
  if (!mayTeach(who, of)) await classToTeach(trx, who, lecture.course);
  return { lecture, of };
}

async function change({ trx, note }: Work, who: Officer, id: string, wanted: Wanted, seen: (version: number) => void) {
  const { lecture, of } = await lockLecture(trx, who, id);
  seen(lecture.version);
  const { date, course, name, hours = lecture.hours, topic } = wanted;
  if ((await classToTeach(trx, who, course))._id !== lecture.class)
    throw refuseFields("class-stays", {
      course: "A lecture stays in its class. Delete it, and write it down in the other one",
    });
  if (date !== lecture.date) await requireDay(trx, of, date);
  await onConstraint(
    once,
    sql`update portal.contact set date = ${date}, name = ${name}, hours = ${hours}, topic = ${topic ?? null},
      version = version + 1, "updatedAt" = now() where _id = ${id}`.execute(trx),
  );
  const before = { date: lecture.date, name: lecture.name, hours: lecture.hours, topic: lecture.topic };
  note({ deed: "contact.change", subject: `contact:${id}`, before, after: { date, name, hours, topic } });
  return { type: "success" as const, message: "Lecture saved", version: lecture.version + 1 };
}

async function drop({ trx, note }: Work, who: Officer, id: string, seen: (version: number) => void) {
  const { lecture } = await lockLecture(trx, who, id);
  seen(lecture.version);
  await onConstraint(
    {
      attendance_contact: () =>
        refuse(
          "attendance-taken",
          `The attendance of ${lecture.name} was taken, and students rely on it. Correct the attendance or the lecture instead`,
        ),
    },
    trx.deleteFrom("contact").where("_id", "=", id).execute(),
  );
  const { date, name, class: of } = lecture;
  note({ deed: "contact.delete", subject: `contact:${id}`, before: { class: of, date, name } });
  return { type: "success" as const, message: `${name} deleted` };
}

function lectureCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("lectures");
  const changing = staff("lectures.change");

  handle(app, readMyClasses, view, ({ who }) => myClasses(db, who));
  handle(app, readCoverage, view, ({ who, request }) => coverage(app, who, request.query));
  handle(app, readClassLectures, view, ({ who, params }) => classLectures(db, who, params.id));
  handle(app, addLecture, changing, (ask) => write(app, ask, (work) => add(work, ask.who, ask.body)));
  handle(app, changeLecture, changing, (ask) =>
    write(app, ask, (work) =>
      change(work, ask.who, ask.params.id, ask.body, (version) => requireVersion(ask.request, version)),
    ),
  );
  handle(app, removeLecture, changing, (ask) =>
    write(app, ask, (work) => drop(work, ask.who, ask.params.id, (version) => requireVersion(ask.request, version))),
  );
  attendanceCalls(app, lockLecture);
  classListCalls(app);
}

export const lectureNoun: Noun = {
  name: "lecture",
  templates: attendanceTemplates,
  calls: lectureCalls,
  listings: [lectureRules],
  rounds: [warnOfAttendance, warnEverywhere],
  studentSteps: [attendanceStep],
  ownRows: [ownAttendanceRows],
  merges: [attendanceMerge],
};
