import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import type { TestPortal } from "./portal.ts";

export interface PublishedMark {
  readonly ca?: number;
  readonly examination?: number;
  readonly code?: string;
  /** What counts, where moderation lifted it. */
  readonly total?: number;
  /** When it is read, as SQL; now unless something else is said. */
  readonly visibleAt?: string;
  readonly publication?: string;
}

/** A result of a course that a student has registered, put straight into the database as published. Answers its `_id`. */
export async function publishedFor(
  { db }: TestPortal,
  student: string,
  course: string,
  { ca = 20, examination = 15, code, total, visibleAt = "now()", publication = newId() }: PublishedMark = {},
): Promise<string> {
  const _id = newId();
  const mark =
    code === undefined
      ? { ca, examination, total: total ?? ca + examination }
      : { ca: null, examination: null, total: null };
  await sql`insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units, moduletype,
      ca, examination, total, code, passline, publication, "visibleAt")
    select ${_id}, s._id, c.session, c.semester, coalesce(s.programme, c.programme), coalesce(s.level, c.level), c.class, c.code, c.name,
      c.credit, c.moduletype, ${mark.ca}, ${mark.examination}, ${mark.total}, ${code ?? null}, 40, ${publication}, ${sql.raw(visibleAt)}
    from portal.course c, portal.student s where c._id = ${course} and s._id = ${student}`.execute(db);
  return _id;
}

/** Takes results back, as the way of their publication does. */
export async function recalled({ db }: TestPortal, result: string): Promise<void> {
  await sql`update portal.course_result set "recalledAt" = now() where _id = ${result}`.execute(db);
}
