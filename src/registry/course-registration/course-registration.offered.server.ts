import { sql } from "kysely";
import { isEarlierTerm } from "#calendar/session/session.server.ts";
import { programmesAsked } from "#college/programme/programme.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { compulsoryTypes } from "../course/course.rules.ts";
import { everyClass, everyCourse, everyCourseVersion } from "../course/course.server.ts";
import { triedCodes } from "../past-mark/past-mark.server.ts";
import { everyRegistration, heldSeats, metCodes } from "./course-registration.read.server.ts";
import type { OfferedCourse } from "./course-registration.rules.ts";

/** Whose registration of which semester it is. */
export interface Registrant {
  readonly student: string;
  readonly programme: string;
  readonly level: number;
  readonly session: string;
  readonly semester: number;
}

/** A course that is offered, with what a line keeps of it. */
export interface OfferedRow extends OfferedCourse {
  readonly class: string;
  readonly version: number;
}

/**
 * The least units that are asked of some registrations, by their `_id`: no more than the courses of programme, level and
 * semester, and those for everybody, come to.
 */
export async function leastUnitsOf(
  db: Database | Trx,
  registrations: readonly { readonly _id: string }[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ _id: string; least: number }>`
    with places as materialized (select distinct r.programme, r.level, r.session, r.semester from ${everyRegistration()} r
      where r._id = any(${registrations.map(({ _id }) => _id)}::uuid[])),
    least as materialized (select place.*, least(p.minunit, coalesce((select sum(c.credit) from ${everyCourse()} c
        where c.session = place.session and c.level = place.level and c.semester = place.semester and c.status
          and (c.programme = place.programme or c.general)), 0))::int as least
      from places place join ${programmesAsked()} p on p._id = place.programme)
    select of._id, l.least from ${everyRegistration()} of join least l
      on (l.programme, l.level, l.session, l.semester) = (of.programme, of.level, of.session, of.semester)
    where of._id = any(${registrations.map(({ _id }) => _id)}::uuid[])`.execute(db);
  return new Map(rows.map(({ _id, least }) => [_id, least]));
}

/**
 * What a student may register in a semester, carry-overs first: the courses of programme and level, those for everybody, what
 * was failed, what was to be taken when an earlier registration arrived and was not, what stands in the registration already, and
 * of others those named in `more`, withdrawn ones too. Nothing is carried over that the programme of today has not, and not everybody.
 * Of several courses of one code the own programme's is meant; what stands is shown as its line keeps it.
 */
export async function offeredTo(
  db: Database | Trx,
  { student, programme, level, session, semester }: Registrant,
  more: readonly string[] = [],
): Promise<OfferedRow[]> {
  const term = { session: sql`${session}::uuid`, semester: sql`${semester}` };
  const { rows } = await sql<OfferedRow>`
    with met as materialized (select m.code, bool_and(m.awaited) as awaited from ${metCodes(term)} m
      where m.student = ${student} group by m.code),
    passed as materialized (select code from met where not awaited),
    standing as materialized (select l.registration, l.course, l.code, l.name, l.credit, l.moduletype from portal.course_registration r
      join portal.course_registration_line l on l.registration = r._id and l."droppedAt" is null
      where r.student = ${student} and r.session = ${session} and r.semester = ${semester}),
    owed as materialized (
      select t.code from ${triedCodes()} t where t.student = ${student}
      union
      select missed.code from portal.course_registration earlier
      join ${everyCourse()} missed on missed.session = earlier.session and missed.level = earlier.level
        and missed.semester = earlier.semester and missed.status and (missed.programme = earlier.programme or missed.general)
        and missed.choice is null and lower(missed.moduletype) = any(${[...compulsoryTypes]}::text[])
      where earlier.student = ${student}
        and ${isEarlierTerm({ session: sql.ref("earlier.session"), semester: sql.ref("earlier.semester") }, term)}
        and lower((select stood.moduletype from ${everyCourseVersion()} stood
          where stood.course = missed._id and stood."createdAt" <= earlier."arrivedAt"
          order by stood.version desc limit 1)) = any(${[...compulsoryTypes]}::text[])
      except select code from met),
    carried as materialized (select code from owed where exists (select from ${everyCourse()} own
      where own.session = ${session} and own.code = owed.code and (own.programme = ${programme} or own.general))),
    term as materialized (
      select own.* from ${everyCourse()} own
      where own.programme = ${programme} and own.session = ${session} and own.level = ${level} and own.semester = ${semester}::smallint
        and own.status
      union select everybody.* from ${everyCourse()} everybody
      where everybody.general and everybody.session = ${session} and everybody.level = ${level}
        and everybody.semester = ${semester}::smallint and everybody.status
      union select again.* from carried join ${everyCourse()} again on again.session = ${session} and again.code = carried.code
        and again.semester = ${semester}::smallint and again.status
      union select named.* from ${everyCourse()} named
      where named._id = any(${[...more]}::uuid[]) and named.session = ${session} and named.semester = ${semester}::smallint
      union select kept.* from standing join ${everyCourse()} kept on kept._id = standing.course),
    offered as (
      select distinct on (o.code) o.*, o.code in (select code from carried) as iscarried,
        o.programme = ${programme} and o.level = ${level} and not o.general as isown, o.general and o.level = ${level} as isgeneral
      from term o
      where o.code not in (select code from passed) or o.code in (select code from standing) or o._id = any(${[...more]}::uuid[])
      order by o.code, o._id in (select course from standing) desc, o.status desc, o.programme = ${programme} desc, o.general desc, o._id)
    select f._id, f.class, f.version, f.code, coalesce(had.name, f.name) as name, coalesce(had.credit, f.credit) as credit,
      coalesce(had.moduletype, f.moduletype) as moduletype, f.level, f.choice, f.choose, f.excludes,
      (select count(distinct done.code)::int from ${everyCourse()} done where f.choice is not null
        and done.session = ${session} and done.level = f.level and done.semester = f.semester and done.choice = f.choice and (done.programme = ${programme} or done.general)
        and done.code in (select code from passed) and done.code not in (select code from offered)) as passed,
      case when f.iscarried then 'Carry-over' when f.isown then 'Programme' when f.isgeneral then 'General'
        else 'Borrowed' end as kind, not f.status as withdrawn,
      (select string_agg(need, ', ' order by need) from unnest(string_to_array(f.needs, ', ')) as need
        where need not in (select code from met)) as missing,
      (select string_agg(need, ', ' order by need) from unnest(string_to_array(f.needs, ', ')) as need
        where need in (select code from met where awaited)) as awaited,
      case when k.seats > l.lines then k.seats - l.lines
        when k.seats is not null then (select greatest(k.seats - count(*) filter (where not seat.isown),
            count(*) filter (where seat.isown))::int
          from (select held.registration in (select registration from standing) as isown from ${heldSeats()} held
            where held.class = k._id) seat) end as seats
    from offered f join ${everyClass()} k on k._id = f.class left join standing had on had.course = f._id
    -- Whose lines hold no seat is looked up where they fill the class alone.
    left join lateral (select count(*)::int as lines from portal.course_registration_line sits
      where k.seats is not null and sits.class = k._id and sits."droppedAt" is null) l on true
    order by f.iscarried desc, f.isown desc, f.isgeneral desc, f.code`.execute(db);
  return rows;
}
