import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { runningTerm } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { columnsOf, mayList } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { lookNow, sawRow } from "#platform/database/look.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { everyCourse } from "../../course/course.server.ts";
import { everyStudent, isOwnRecord } from "../../student/student.server.ts";
import { leastUnitsOf } from "../course-registration.offered.server.ts";
import type { RegistrationState } from "../course-registration.rules.ts";
import { dropLines } from "../inbox/inbox.drop.server.ts";
import { inboxRules } from "../inbox/inbox.judged.server.ts";
import { dropForAll, previewDrop, readWithdrawn } from "./bulk-drop.contract.ts";

/** A course that is taken out of the registrations of all who have it. */
export function bulkDropCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  const change = staff("registrations.change");

  handle(app, readWithdrawn, change, ({ who }) => withdrawnWithin(db, who));

  handle(app, previewDrop, change, ({ who, params }) => previewOf(db, who, params.course));

  handle(app, dropForAll, change, (ask) =>
    write(app, ask, (work) => dropOf(work, config.publicUrl, ask.who, ask.params.course, ask.body)),
  );
}

/** Of the registrations `r`, those within reach, but for one's own. */
const reached = (who: Officer): RawBuilder<unknown> => mayList(inboxRules, who, columnsOf("r"));

async function withdrawnWithin(db: Database, who: Officer): Promise<Replied<typeof readWithdrawn>> {
  const term = await runningTerm(db);
  if (!term) return [];
  const { rows } = await sql<{ course: string; code: string; name: string; programme: string; students: number }>`
    select c._id as course, c.code, c.name, c.programme, count(*)::int as students from ${everyCourse()} c
    join portal.course_registration_line l on l.course = c._id and l."droppedAt" is null
    join portal.course_registration r on r._id = l.registration
    where not c.status and (c.session, c.semester) = (${term.session}::uuid, ${term.semester}::smallint) and ${reached(who)}
    group by c._id, c.code, c.name, c.programme order by c.code, c._id`.execute(db);
  const programmes = await programmesById(
    db,
    rows.map(({ programme }) => programme),
  );
  return rows.map(({ programme, ...row }) => {
    const taught = programmes.get(programme);
    return { ...row, programme: taught ? programmeTitle(taught) : "" };
  });
}

interface DroppedCourse {
  readonly _id: string;
  readonly class: string;
  readonly code: string;
  readonly name: string;
  readonly status: boolean;
}

/** A course of the semester that runs; 404 for an unknown one. Of a semester that is over the record stays as it is. */
async function courseToDrop(db: Database | Trx, id: string): Promise<DroppedCourse> {
  const { rows } = isId(id)
    ? await sql<DroppedCourse & { readonly session: string; readonly semester: number }>`
      select c._id, c.class, c.code, c.name, c.status, c.session, c.semester from ${everyCourse()} c where c._id = ${id}`.execute(
        db,
      )
    : { rows: [] };
  const [course] = rows;
  if (!course) throw notFound();
  const term = await runningTerm(db);
  if (term?.session !== course.session || term.semester !== course.semester)
    throw refuse(
      "semester-does-not-run",
      `${course.code} is a course of another semester than the one that runs, and what is registered there stays. Choose a course of this semester`,
    );
  return course;
}

/** A withdrawn course is dropped where it stands; one that is offered still, for everybody in its class. */
const isLineOf = ({ _id, class: taught, status }: DroppedCourse): RawBuilder<unknown> =>
  status ? sql`l.class = ${taught}` : sql`l.course = ${_id}`;

interface WithCourse {
  readonly _id: string;
  readonly student: string;
  readonly session: string;
  readonly semester: number;
  readonly name: string;
  readonly matric: string | null;
  readonly state: RegistrationState;
  readonly units: number;
  readonly credit: number;
}

const withCourse = (course: DroppedCourse): RawBuilder<WithCourse> => sql<WithCourse>`
  select r._id, r.student, r.session, r.semester, who.name, who.matric, r.state, r.units, l.credit
  from portal.course_registration_line l join portal.course_registration r on r._id = l.registration
  join ${everyStudent()} who on who._id = r.student
  where l."droppedAt" is null and ${isLineOf(course)}`;

/** So many are named: a general course has thousands. */
const FIRST = 100;

async function previewOf(db: Database, who: Officer, id: string): Promise<Replied<typeof previewDrop>> {
  const course = await courseToDrop(db, id);
  // Before it is read: what comes meanwhile was not seen.
  const look = await lookNow(db);
  const { rows } = await sql<WithCourse>`${withCourse(course)} and ${reached(who)} order by who.name, r._id`.execute(
    db,
  );
  const own = await sql`${withCourse(course)} and ${isOwnRecord(sql.ref("r.student"), who.staff)} limit 1`.execute(db);
  const least = await leastUnitsOf(db, rows);
  const list = rows.map(({ _id, name, matric, state, units, credit }) => {
    const [after, asked] = [units - credit, least.get(_id) ?? 0];
    return { registration: _id, name, matric, state, before: units, after, least: after < asked ? asked : null };
  });
  const below = list.filter(({ least }) => least !== null);
  return {
    course: course._id,
    code: course.code,
    name: course.name,
    withdrawn: !course.status,
    look,
    own: own.rows.length > 0,
    students: list.length,
    below: below.length,
    list: [...below, ...list.filter(({ least }) => least === null)].slice(0, FIRST),
  };
}

/** Drops it for all whose registration stands as it was seen. */
async function dropOf(
  work: Work,
  publicUrl: string,
  who: Officer,
  id: string,
  { reason, look }: { readonly reason: string; readonly look: string },
) {
  const { trx } = work;
  const course = await courseToDrop(trx, id);
  const { rows } = await sql<WithCourse & { readonly seen: boolean }>`
    select r._id, r.student, r.session, r.semester, r.state, r.units, ${sawRow(look, "r")} as seen,
      who.name, who.matric, l.credit
    from portal.course_registration r join portal.course_registration_line l on l.registration = r._id and l."droppedAt" is null
    join ${everyStudent()} who on who._id = r.student
    where ${isLineOf(course)} and ${reached(who)} order by r._id for update of r, l`.execute(trx);
  const seen = rows.filter((one) => one.seen);
  const changed = rows.length - seen.length;
  if (seen.length === 0)
    throw stale(
      changed > 0 ? "changed-meanwhile" : "nobody-has-it",
      changed > 0
        ? `${asCount(changed, "student")} sent or changed ${course.code} since you looked, so nothing was dropped. Look at the list again`
        : `Nobody within your reach has ${course.code} registered any more, so nothing was dropped`,
    );
  const dropped = await dropLines(work, publicUrl, { staff: who.staff, reason }, seen, isLineOf(course));
  const rest =
    changed === 0
      ? ""
      : `. ${asCount(changed, "student")} sent or changed it since you looked, and ${changed === 1 ? "keeps" : "keep"} it: look at the list again`;
  return {
    type: "success" as const,
    message: `${course.code} dropped for ${asCount(dropped.length, "student")}, who ${dropped.length === 1 ? "is" : "are"} told${rest}`,
    dropped: dropped.length,
    changed,
  };
}
