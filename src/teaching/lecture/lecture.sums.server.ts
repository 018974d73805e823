import { type RawBuilder, sql } from "kysely";
import { readSetting, settingInForce } from "#college/setting/setting.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { firstApproval, takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { daysStopped } from "#registry/status-change/status-change.server.ts";
import type { AttendanceRule } from "./lecture.rules.ts";

/**
 * The lectures whose attendance says something: it was taken, which its first code does when it is over, and somebody was there. As
 * a part of a larger query: rows of `_id, class, date, name`.
 */
const countedLectures = (): RawBuilder<unknown> =>
  sql`(select given._id, given.class, given.date, given.name from portal.contact given
    where given."takenAt" <= now()
      and exists (select from portal.attendance there where there.contact = given._id and there.present))`;

const day = (time: RawBuilder<unknown>) => sql`(${time} at time zone 'Africa/Lagos')::date`;

/** Since when lectures count: whoever drops a class and adds it anew has the absences of before. */
const since = sql`lateral ${firstApproval(sql.ref("taking.registration"), sql.ref("taking.class"))}`;

/** When the status of its student stopped sitting, and with it coming to lectures. */
const away = sql`lateral ${daysStopped(sql.ref("taking.student"), "sitting")}`;

/**
 * Whether a `lecture` counts for the student of a line `taking`: marked present by a `mark`, or held `since` then on a day on which
 * the student was not `away`.
 */
const counts = sql`(mark.present or (lecture.date > ${day(sql.ref("since.at"))} and not lecture.date <@ away.days))`;

/**
 * The attendance of each student in each class, by one look at all of them; as a part of a larger query: rows of `student, class,
 * course, registration, session, semester, code, name, credit, held, present, warned`. A warning of a lower line than holds
 * now is none. `of` narrows the lines, called `taking`.
 */
export const attendanceSums = (of: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select taking.student, taking.class, taking.course, taking.registration, taking.session, taking.semester, taking.code,
      taking.name, taking.credit, (count(lecture._id) filter (where ${counts}))::int as held,
      (count(lecture._id) filter (where mark.present))::int as present,
      (select floor(extract(epoch from now() - told."createdAt") / 86400)::int from portal.attendance_warning told
        where told.student = taking.student and told.class = taking.class and told."endedAt" is null
          and told.line >= (${settingInForce("attendanceLine")})::int) as warned
    from ${takenCourses()} taking cross join ${since} since cross join ${away} away
    left join ${countedLectures()} lecture on lecture.class = taking.class
    left join portal.attendance mark on mark.contact = lecture._id and mark.student = taking.student
    where ${of}
    group by taking.line, taking.student, taking.class, taking.course, taking.registration, taking.session,
      taking.semester, taking.code, taking.name, taking.credit)`;

export interface MissedLecture {
  readonly class: string;
  readonly date: string;
  readonly name: string;
}

/** The lectures that count against one student, newest first. */
export async function missedLectures(db: Database, student: string): Promise<MissedLecture[]> {
  const { rows } = await sql<MissedLecture>`
    select lecture.class, lecture.date, lecture.name from ${takenCourses()} taking
    cross join ${since} since cross join ${away} away
    join ${countedLectures()} lecture on lecture.class = taking.class
    left join portal.attendance mark on mark.contact = lecture._id and mark.student = taking.student
    where taking.student = ${student} and mark.present is not true and ${counts} order by lecture.date desc, lecture.name`.execute(
    db,
  );
  return rows;
}

/** What the college asks of attendance. */
export async function attendanceRule(db: Database | Trx): Promise<AttendanceRule> {
  const [line, warning, from, grace] = [
    await readSetting(db, "attendanceLine"),
    await readSetting(db, "attendanceWarning"),
    await readSetting(db, "lecturesBeforeWarning"),
    await readSetting(db, "daysFromWarning"),
  ];
  return { line, warning, from, grace };
}

/** What was held of each class: rows of `class, hours, lectures, last`; as a part of a larger query. */
export const heldSums = (): RawBuilder<unknown> =>
  sql`(select h.class, sum(h.hours)::int as hours, count(*)::int as lectures, max(h.date) as last
    from portal.contact h group by h.class)`;
