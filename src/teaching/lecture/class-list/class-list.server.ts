import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { addProof } from "#admission/genuine/genuine.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { departmentName } from "#college/department/department.server.ts";
import { programmeLabel } from "#college/programme/programme.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { photoNamesOf } from "#identity/account/account.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { everyClass, everyCourse } from "#registry/course/course.server.ts";
import { classMembers } from "#registry/course-registration/course-registration.server.ts";
import { factsOf, reachedClass } from "../lecture.class.server.ts";
import { readClassList } from "./class-list.contract.ts";

interface Member {
  readonly student: string;
  readonly name: string;
  readonly matric: string | null;
  readonly programme: string | null;
  readonly level: number;
  readonly applicant: string | null;
}

async function classListOf(app: FastifyInstance, who: Officer, id: string): Promise<Replied<typeof readClassList>> {
  const { db, config, files } = app.portal;
  const of = await reachedClass(db, who, id);
  const { rows } = await sql<Member>`
    select m.student, m.name, m.matric, ${programmeLabel(sql.ref("m.programme"))} as programme, m.level, m.applicant
    from ${classMembers()} m where m.class = ${of._id} order by m.name, m.student`.execute(db);
  const [[facts], photos, asOf] = await Promise.all([
    factsOf(db, [of]),
    photoNamesOf(
      db,
      rows.flatMap(({ applicant }) => applicant ?? []),
    ),
    clock(db),
  ]);
  if (!facts) throw notFound();
  return {
    ...facts,
    department: of.departmentname,
    list: await Promise.all(
      rows.map(async ({ applicant, ...member }) => {
        const photo = photos.get(applicant ?? "");
        return { ...member, photo: photo ? await files.link(photo) : null };
      }),
    ),
    genuine: rows.length === 0 ? "" : paperAddress(config, paperLetters.classList, of._id),
    asOf,
  };
}

/** A class list proves how many are on it now: a name that was written in by hand is not counted. */
async function provesClassList(db: Database, id: string) {
  const { rows } = isId(id)
    ? await sql<{ code: string; name: string; department: string; session: string; students: number }>`
      select k.code, (select min(o.name) from ${everyCourse()} o where o.class = k._id) as name,
        coalesce(${departmentName(sql.ref("k.department"))}, '') as department,
        coalesce(${sessionName(sql.ref("k.session"))}, '') as session,
        (select count(distinct m.student)::int from ${classMembers()} m where m.class = k._id) as students
      from ${everyClass()} k where k._id = ${id}`.execute(db)
    : { rows: [] };
  const [of] = rows;
  if (!of) return null;
  return {
    valid: of.students > 0,
    name: `${of.code} ${of.name}`,
    programme: of.department,
    session: of.session,
    status: `${asCount(of.students, "student")} now`,
    amount: null,
    date: null,
    why: of.students > 0 ? null : "Nobody is in the class now",
  };
}

export function classListCalls(app: FastifyInstance): void {
  addProof(app, paperLetters.classList, provesClassList);
  handle(app, readClassList, staff("lectures"), ({ who, params }) => classListOf(app, who, params.id));
}
