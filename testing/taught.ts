import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import { enrolled } from "./billed.ts";
import { catalogue, registeredFor } from "./catalogue.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { type Student, signedInStudent } from "./student.ts";
import { granted } from "./walk.ts";

/** Gives a course's class to a member of staff, put straight into the database. */
export async function allocated({ db }: TestPortal, staff: string, course: string): Promise<void> {
  await sql`insert into portal.course_allocation (_id, course, staff) values (${newId()}, ${course}, ${staff})`.execute(
    db,
  );
}

/** The day so many days ago, in Lagos. */
export async function dayAgo({ db }: TestPortal, days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'Africa/Lagos')::date - ${days}::int)::text as day`.execute(db);
  return rows[0]?.day ?? "";
}

/** Lets the lines of a student count since so many days ago. */
export async function approvedAgo({ db }: TestPortal, student: string, days: number): Promise<void> {
  await sql`update portal.course_registration_line set "approvedAt" = now() - make_interval(days => ${days}::int)
    where registration in (select _id from portal.course_registration where student = ${student})`.execute(db);
}

export interface TaughtCourse {
  readonly lecturer: StaffMember;
  readonly course: string;
  /** The `_id` of the class. */
  readonly taught: string;
}

/** A course of the semester that runs with a lecturer of its class, who reaches nothing else; its session began long ago. */
export async function taughtCourse(
  portal: TestPortal,
  code: string,
  more: Record<string, unknown> = {},
): Promise<TaughtCourse> {
  const office = await catalogue(portal);
  const course = await office.course(code, more);
  const lecturer = await staffMember(portal, { pages: ["lectures", "lectures.change"], scope: "department" });
  await allocated(portal, lecturer._id, course);
  await sql`update portal.session set status = false`.execute(portal.db);
  await sql`update portal.session set status = true, semester = 1 where _id = ${office.usual.session}`.execute(
    portal.db,
  );
  await sql`insert into portal.registration_window (_id, session, semester, start, late, "end")
    select ${newId()}, ${office.usual.session}, 1, d.day - 100, d.day - 50, d.day + 50
    from (select (now() at time zone 'Africa/Lagos')::date as day) d
    where not exists (select from portal.registration_window w where w.session = ${office.usual.session})`.execute(
    portal.db,
  );
  const { class: taught } = await portal.db
    .selectFrom("course")
    .select("class")
    .where("_id", "=", course)
    .executeTakeFirstOrThrow();
  return { lecturer, course, taught };
}

/** A student with a phone whose registration for some courses counts since a month ago. */
export async function studentOf(portal: TestPortal, courses: readonly string[]): Promise<Student> {
  const me = await signedInStudent(portal);
  await registeredFor(portal, me.student, courses);
  await approvedAgo(portal, me.student, 30);
  return me;
}

/** The same without a sign-in; answers the `_id`. */
export async function memberOf(portal: TestPortal, courses: readonly string[]): Promise<string> {
  const { _id } = await enrolled(portal);
  await registeredFor(portal, _id, courses);
  await approvedAgo(portal, _id, 30);
  return _id;
}

/** A lecture so many days ago; answers its `_id`. A code opens on one of today alone. */
export async function lectureAgo(
  portal: TestPortal,
  { lecturer, course }: TaughtCourse,
  days: number,
  name = `Lecture ${days} days ago`,
): Promise<string> {
  const form = { date: await dayAgo(portal, days), course, name };
  return (await granted(lecturer.post("/staff/ms_contact", form))).body._id;
}

/** Marks some students of a lecture whom nobody marked yet. */
export const marked = ({ lecturer }: TaughtCourse, lecture: string, marks: Readonly<Record<string, boolean>>) =>
  lecturer.put(`/staff/ms_contact/${lecture}/attendance`, {
    how: "List",
    marks: Object.entries(marks).map(([student, present]) => ({ student, present, had: null })),
  });

/** A round of the clock, by its name, run now. */
export async function runRound({ app }: TestPortal, name: string): Promise<void> {
  const round = app.nouns.flatMap(({ rounds = [] }) => rounds).find((one) => one.name === name);
  if (!round) throw new Error(`There is no round ${name}`);
  await round.run(app);
}

/** Lets the college warn of low attendance, and all warnings be so many days old. */
export async function warnedAgo(portal: TestPortal, days: number): Promise<void> {
  await runRound(portal, "warn-of-attendance");
  await sql`update portal.attendance_warning set "createdAt" = now() - make_interval(days => ${days}::int)`.execute(
    portal.db,
  );
}
