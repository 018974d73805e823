import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staffWithAny } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { runningSessionId, usualRunningSession } from "#calendar/session/session.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { everyClass, everyCourse } from "#registry/course/course.server.ts";
import { takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { livingStatuses } from "#registry/student/student.rules.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import {
  type ClassNotice,
  type OwnClass,
  readClassNotices,
  readOwnClasses,
  readStudentClassNotices,
} from "./class-notice.contract.ts";
import { classesBeyond, classesTaughtBy } from "./class-notice.reach.server.ts";

const looks = staffWithAny("staff:class-notices|notifications", () => ["class-notices", "notifications"]);

/** What lecturers tell the students of their courses. */
export function classNoticeCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readOwnClasses, looks, async ({ who }) => {
    const { session } = await usualRunningSession(db);
    return classesAmong(db, sql`select taught._id from (${classesTaughtBy(who.staff, session)}) taught`);
  });

  handle(app, readClassNotices, looks, async ({ who, params: { id } }) => {
    const [found] = isId(id) ? await classesAmong(db, sql`select ${id}::uuid`) : [];
    if (!found || (await classesBeyond(db, who.staff, { classes: [id], deed: "" })).length > 0) throw notFound();
    return { class: found, notices: await noticesOf(db, id, who.staff) };
  });

  handle(app, readStudentClassNotices, student, async ({ who, params }) => {
    const { rows } = isId(params.class)
      ? await sql<{ code: string; name: string }>`select taking.code, taking.name from ${membersOf()} taking
          where taking.class = ${params.class} and taking.student = ${who.student} limit 1`.execute(db)
      : { rows: [] };
    const [found] = rows;
    if (!found) throw notFound();
    return { ...found, notices: await toldTo(db, params.class) };
  });
}

/** Whom a notice to a class is for, as a part of a larger query: rows of `class, student, code, name`. */
const membersOf = (): RawBuilder<unknown> =>
  sql`(select takes.class, takes.student, takes.code, takes.name from ${takenCourses()} takes
    join ${everyStudent()} studying on studying._id = takes.student and studying.status = any(${[...livingStatuses]}))`;

/** Some classes with the number of their students, by their code. */
async function classesAmong(db: Database, ids: RawBuilder<unknown>): Promise<OwnClass[]> {
  const { rows } = await sql<OwnClass>`
    select shown._id, shown.code,
      coalesce((select min(course.name) from ${everyCourse()} course where course.class = shown._id), shown.code) as name,
      (select count(distinct taking.student)::int from ${membersOf()} taking where taking.class = shown._id) as students,
      coalesce(shown.session = ${runningSessionId()}, false) as runs
    from ${everyClass()} shown where shown._id in (${ids}) order by shown.code`.execute(db);
  return rows;
}

const NEWEST = 50;

type StudentNotice = Replied<typeof readStudentClassNotices>["notices"][number];

/** What the students of a class read on the portal, whenever they have come to it. */
async function toldTo(db: Database, id: string): Promise<StudentNotice[]> {
  const { rows } = await sql<StudentNotice>`
    select n._id, n.title, n.post, n."sendAt" as "sentAt" from portal.notification n
    where n.classes @> array[${id}::uuid] and n.state in ('Sending', 'Sent') and n.channel <> 'E-mail'
    order by n."sendAt" desc, n._id desc limit ${NEWEST}`.execute(db);
  return rows;
}

type KeptNotice = Omit<ClassNotice, "writtenby" | "own"> & { readonly madeby: string };

async function noticesOf(db: Database, id: string, member: string): Promise<ClassNotice[]> {
  const { rows } = await sql<KeptNotice>`
    select n._id, n.title, n.post, n.state, n.channel, n.people, n."sendAt", n.madeby, n.towhom,
      (select count(own."readAt")::int from portal.notification_recipient own where own.notification = n._id) as read
    from portal.notification n where n.classes @> array[${id}::uuid]
    order by n."createdAt" desc, n._id desc limit ${NEWEST}`.execute(db);
  const names = await namesOfStaff(
    db,
    rows.map(({ madeby }) => madeby),
  );
  return rows.map(({ madeby, ...notice }) => ({
    ...notice,
    writtenby: names.get(madeby) ?? "",
    own: madeby === member,
  }));
}
