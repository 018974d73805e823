import type { FastifyInstance } from "fastify";
import { type Expression, type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { everyMember } from "#access/staff/staff.server.ts";
import { sessionName, usualRunningSession } from "#calendar/session/session.server.ts";
import { programmeTitles } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { everyCourse } from "#registry/course/course.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { everyAllocation, letterFor } from "../course-allocation/course-allocation.server.ts";
import { materialsOf } from "../material/material.server.ts";
import { formerTopics, type SeenClass, seenClass, topicsOf } from "../topic/topic.server.ts";
import { readMyCourse, readMyCourses } from "./my-course.contract.ts";

/** How a class is called, by one of its courses: one that is active, where there is one. Columns of `named`. */
const courseOf = (of: Expression<unknown>): RawBuilder<unknown> =>
  sql`(select called.* from ${everyCourse()} called where called.class = ${of}
    order by called.status desc, called._id limit 1)`;

const programmesOf = (of: Expression<unknown>): RawBuilder<string[]> =>
  sql<string[]>`(select coalesce(array_agg(distinct titled.code order by titled.code), '{}')
    from ${everyCourse()} offered join (${programmeTitles()}) titled on titled._id = offered.programme
    where offered.class = ${of} and offered.status)`;

const studentsIn = (of: Expression<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::int from ${classMembers()} member where member.class = ${of})`;

type MyCourse = Omit<Replied<typeof readMyCourses>["list"][number], "next">;

interface Prepared {
  readonly topics: number;
  /** Active topics without a material that students can read. */
  readonly bare: number;
}

async function myCourses(db: Database, member: string, session: string, semester: number) {
  const { rows } = await sql<MyCourse & Prepared>`
    select a.class as _id, named.code, named.name, named.credit as units, named.semester,
      ${programmesOf(sql.ref("a.class"))} as programmes, ${studentsIn(sql.ref("a.class"))} as students, a.incharge,
      (select count(*)::int from ${topicsOf()} t where t.class = a.class and t.status) as topics,
      (select count(*)::int from ${topicsOf()} b where b.class = a.class and b.status
        and not exists (select from ${materialsOf()} m where m.topic = b._id and m.status)) as bare
    from ${everyAllocation()} a cross join lateral ${courseOf(sql.ref("a.class"))} named
    where a.staff = ${member} and a.session = ${session}
    order by named.semester <> ${semester}, named.semester, named.code`.execute(db);
  return rows.map(({ topics, bare, ...course }) => ({ ...course, next: nextDeed({ topics, bare }) }));
}

function nextDeed({ topics, bare }: Prepared): string | null {
  if (topics === 0) return "Write its topics, or copy those of last year";
  return bare > 0 ? `${asCount(bare, "topic has", "topics have")} no material yet` : null;
}

async function roomOf(db: Database, seen: SeenClass): Promise<Replied<typeof readMyCourse>> {
  const { rows } = await sql<Omit<Replied<typeof readMyCourse>, "lecturers" | "isOwn" | "topics" | "former">>`
    select c.class as _id, c.code, c.name, c.credit as units, ${sessionName(sql.ref("c.session"))} as session, c.semester,
      c._id as course, ${programmesOf(sql.ref("c.class"))} as programmes, ${studentsIn(sql.ref("c.class"))} as students
    from ${courseOf(sql<string>`${seen._id}::uuid`)} c`.execute(db);
  const [[named], lecturers, topics, former] = [
    rows,
    await lecturersOf(db, seen._id),
    await topicsWithMaterials(db, seen._id),
    await formerTopics(db, seen),
  ];
  if (!named) throw new Error(`class ${seen._id} has no course`);
  return { ...named, lecturers, isOwn: seen.isOwn, topics, former: former.list.length };
}

/** Who teaches a class, the one in charge first; whoever has left the college is told to those alone who keep the class. */
export async function lecturersOf(db: Database, of: string, those: "all" | "here" = "all") {
  const { rows } = await sql<{ name: string; incharge: boolean }>`
    select m.name, a.incharge from ${everyAllocation()} a join ${everyMember()} m on m._id = a.staff
    where a.class = ${of} and (m.ishere or ${those === "all"}) order by a.incharge desc, a._id`.execute(db);
  return rows;
}

type RoomTopic = Replied<typeof readMyCourse>["topics"][number];

async function topicsWithMaterials(db: Database, of: string): Promise<RoomTopic[]> {
  const { rows } = await sql<RoomTopic>`
    select t._id, t.label, t.status, t.week, t.version, (
      select coalesce(jsonb_agg(jsonb_build_object('_id', m._id, 'label', m.label, 'status', m.status, 'post', m.post, 'file', m.file,
        'bytes', m.bytes, 'downloads', m.downloads, 'version', m.version) order by m."createdAt", m._id), '[]')
      from ${materialsOf()} m where m.topic = t._id) as materials
    from ${topicsOf()} t where t.class = ${of} order by t.place, t."createdAt", t._id`.execute(db);
  return rows;
}

export function myCourseCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("my-courses");

  handle(app, readMyCourses, view, async ({ who }) => {
    const { session, semester = 1 } = await usualRunningSession(db);
    const reaches = who.scope === "all" || who.scope.departments.length > 0;
    if (!session) return { session: null, semester: null, list: [], letter: null, reaches };
    const [list, letter, { rows }] = await Promise.all([
      myCourses(db, who.staff, session, semester),
      letterFor(db, { staff: who.staff, session }),
      sql<{ name: string | null }>`select ${sessionName(sql<string>`${session}::uuid`)} as name`.execute(db),
    ]);
    return { session: rows[0]?.name ?? null, semester, list, letter, reaches };
  });

  handle(app, readMyCourse, view, async ({ who, params }) => roomOf(db, await seenClass(db, who, params.class)));
}

export const myCourseNoun: Noun = {
  name: "my-course",
  calls: myCourseCalls,
};
