import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { sessionName, usualRunningSession } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { registeredLines, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { livingStatuses } from "#registry/student/student.rules.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { student } from "#registry/student-sign-in/student-sign-in.server.ts";
import { countDownload, materialsOf, sendSaved } from "../material/material.server.ts";
import { lecturersOf } from "../my-course/my-course.server.ts";
import { topicsOf } from "../topic/topic.server.ts";
import {
  readStudentCourses,
  readStudentMaterials,
  readStudentText,
  readStudentTexts,
  takeStudentFile,
} from "./student-course.contract.ts";

/** Materials that students read: Active, of a topic that is. Rows of `_id, topic, class, label, post, file, bytes, version, createdAt`. */
const published = (): RawBuilder<unknown> =>
  sql`(select shown._id, shown.topic, shown.class, shown.label, shown.post, shown.file, shown.bytes, shown.version, shown."createdAt"
    from ${materialsOf()} shown join ${topicsOf()} under on under._id = shown.topic where shown.status and under.status)`;

/** Whether somebody still studies here; who has left reads no courses. */
async function isStudying(db: Database, own: string): Promise<boolean> {
  const { rows } = await sql`select from ${everyStudent()} s
    where s._id = ${own} and s.status = any(${[...livingStatuses]}::text[])`.execute(db);
  return rows.length > 0;
}

async function requireStudying(db: Database, own: string): Promise<void> {
  // So that a phone drops what it has kept.
  if (!(await isStudying(db, own))) throw notFound();
}

type OwnCourse = Replied<typeof readStudentCourses>["list"][number];

async function ownCourses(db: Database, own: string, session: string, semester: number): Promise<OwnCourse[]> {
  const { rows } = await sql<Omit<OwnCourse, "lecturers">>`
    select l.class as _id, l.code, l.name, l.credit as units,
      case when l."approvedAt" is null then 'Waiting' else 'Approved' end as state,
      (select count(*)::int from ${published()} p where p.class = l.class) as materials
    from ${registeredLines()} l where l.student = ${own} and l.session = ${session} and l.semester = ${semester}
    order by l.code`.execute(db);
  return Promise.all(rows.map(async (line) => ({ ...line, lecturers: await namesIn(db, line._id) })));
}

const namesIn = async (db: Database, of: string): Promise<string[]> =>
  (await lecturersOf(db, of, "here")).map(({ name }) => name);

type Materials = Replied<typeof readStudentMaterials>;

/** A class that a student takes now. 404 for one of others, one that waits or was dropped. */
async function takenClass(db: Database, own: string, of: string): Promise<{ code: string; name: string }> {
  await requireStudying(db, own);
  const { rows: taken } = isId(of)
    ? await sql<{ code: string; name: string }>`select t.code, t.name from ${takenCourses()} t
        where t.student = ${own} and t.class = ${of} limit 1`.execute(db)
    : { rows: [] };
  const [named] = taken;
  if (!named) throw notFound();
  return named;
}

/** What a student may read in a class, each with its size: a phone pays for what it opens. */
async function ownMaterials(db: Database, own: string, of: string): Promise<Materials> {
  const named = await takenClass(db, own, of);
  const { rows: topics } = await sql<Materials["topics"][number]>`
    select t._id, t.label, t.week, (
      select coalesce(jsonb_agg(jsonb_build_object('_id', p._id, 'label', p.label,
          'text', case when p.post is not null then jsonb_build_object('bytes', octet_length(p.post), 'version', p.version) end,
          'file', case when p.file is not null then jsonb_build_object('name', p.file, 'bytes', p.bytes) end)
        order by p."createdAt", p._id), '[]')
      from ${published()} p where p.topic = t._id) as materials
    from ${topicsOf()} t where t.class = ${of} and t.status order by t.place, t."createdAt", t._id`.execute(db);
  return { ...named, lecturers: await namesIn(db, of), topics };
}

type Text = Replied<typeof readStudentText>;

async function textsOf(db: Database, own: string, of: string): Promise<Text[]> {
  await takenClass(db, own, of);
  const { rows } = await sql<Text>`select p._id, p.post, p.version from ${published()} p
    where p.class = ${of} and p.post is not null order by p."createdAt", p._id`.execute(db);
  return rows;
}

async function textOf(db: Database, own: string, { class: of, id }: { class: string; id: string }): Promise<Text> {
  await takenClass(db, own, of);
  const { rows } = isId(id)
    ? await sql<Text>`select p._id, p.post, p.version from ${published()} p
        where p.class = ${of} and p._id = ${id} and p.post is not null`.execute(db)
    : { rows: [] };
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

export function studentCourseCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readStudentCourses, student, async ({ who }) => {
    const studies = await isStudying(db, who.student);
    const { session, semester } = await usualRunningSession(db);
    if (!session || !semester) return { studies, session: null, semester: null, list: [] };
    const { rows } = await sql<{ name: string | null }>`
      select ${sessionName(sql<string>`${session}::uuid`)} as name`.execute(db);
    const list = studies ? await ownCourses(db, who.student, session, semester) : [];
    return { studies, session: rows[0]?.name ?? null, semester, list };
  });

  handle(app, readStudentMaterials, student, ({ who, params }) => ownMaterials(db, who.student, params.class));
  handle(app, readStudentTexts, student, ({ who, params }) => textsOf(db, who.student, params.class));
  handle(app, readStudentText, student, ({ who, params }) => textOf(db, who.student, params));

  handle(app, takeStudentFile, student, async ({ who, params: { id }, reply }) => {
    await requireStudying(db, who.student);
    const { rows } = isId(id)
      ? await sql<{ label: string; file: string }>`select p.label, p.file from ${published()} p
          where p._id = ${id} and p.file is not null
            and p.class in (select t.class from ${takenCourses()} t where t.student = ${who.student})`.execute(db)
      : { rows: [] };
    const [found] = rows;
    if (!found) throw notFound();
    const bytes = await sendSaved(app, reply, { ...found, taker: who.student });
    await countDownload(app, id);
    return bytes;
  });
}

export const studentCourseNoun: Noun = {
  name: "student-course",
  calls: studentCourseCalls,
};
