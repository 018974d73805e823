import { sql } from "kysely";
import { sessionName, usualRunningSession } from "#calendar/session/session.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { MergePart } from "#console/noun/noun.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { studentsOfAccount } from "#registry/student/student.server.ts";
import { daysToBar, lecturesToCome, mayMiss, percentOf, standingOf, warnsBelow } from "../lecture.rules.ts";
import { attendanceRule, attendanceSums, heldSums, missedLectures } from "../lecture.sums.server.ts";
import type { OwnAttendance } from "./attendance.contract.ts";

interface OwnSums {
  readonly class: string;
  readonly code: string;
  readonly name: string;
  readonly credit: number;
  readonly held: number;
  readonly present: number;
  readonly warned: number | null;
  readonly hours: number;
  readonly lectures: number;
}

/** Where a student stands in each course of the semester that runs. */
export async function ownAttendance(db: Database, student: string): Promise<OwnAttendance> {
  const rule = await attendanceRule(db);
  const { line, from } = rule;
  const limits = { line, from, warning: warnsBelow(rule) };
  const { session, semester } = await usualRunningSession(db);
  if (!session || !semester) return { semester: null, ...limits, list: [] };
  const mine = sql`taking.student = ${student} and taking.session = ${session} and taking.semester = ${semester}`;
  const [{ rows }, missed, unit, { rows: names }] = await Promise.all([
    sql<OwnSums>`select a.class, a.code, a.name, a.credit, a.held, a.present, a.warned, coalesce(h.hours, 0) as hours,
        coalesce(h.lectures, 0) as lectures
      from ${attendanceSums(mine)} a left join ${heldSums()} h on h.class = a.class order by a.code`.execute(db),
    missedLectures(db, student),
    readSetting(db, "contactHours"),
    sql<{ name: string | null }>`select ${sessionName(sql`${session}::uuid`)} as name`.execute(db),
  ]);
  return {
    semester: { session: names[0]?.name ?? "", semester },
    ...limits,
    list: rows.map(({ credit, hours, lectures, ...one }) => {
      const tocome = lecturesToCome({ planned: credit * unit, hours, lectures });
      const { class: of, code, name, held, present } = one;
      return {
        ...{ class: of, code, name, held, present, tocome },
        percent: percentOf(one),
        standing: standingOf(one, rule),
        daystobar: daysToBar(one, rule),
        maymiss: mayMiss(one, line, tocome),
        missed: missed
          .filter((lecture) => lecture.class === of)
          .map(({ date, name: called }) => ({ date, name: called })),
      };
    }),
  };
}

export const ownAttendanceRows: OwnRows = {
  name: "attendance",
  tables: ["attendance", "attendance_warning"],
  rows: (owner) => sql`select to_jsonb(a) - 'staff' as row from portal.attendance a
      where a.student in (${studentsOfAccount(owner)})
    union all select to_jsonb(w) from portal.attendance_warning w where w.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: ({ length }) => [`Your attendance: ${asCount(length, "entry", "entries")}`],
    why: "It says why you could sit your examinations, for as long as your results are kept",
  },
};

/** Marks go along. Where both records have one of the same lecture, being there counts. */
export const attendanceMerge: MergePart = {
  tables: ["attendance", "attendance_warning"],
  async move({ trx, note }, { kept, gone }) {
    const { rows } = await sql`
      with gone as (delete from portal.attendance where student = ${gone._id} returning *)
      insert into portal.attendance as stays (contact, student, present, how, staff, "writtenAt")
      select g.contact, ${kept._id}::uuid, g.present, g.how, g.staff, g."writtenAt" from gone g
      on conflict (contact, student) do update set present = excluded.present, how = excluded.how, staff = excluded.staff
        where excluded.present and not stays.present
      returning contact`.execute(trx);
    await sql`update portal.attendance_warning w set "endedAt" = coalesce(w."endedAt", now()), student = ${kept._id}
      where w.student = ${gone._id}`.execute(trx);
    if (rows.length > 0)
      note({
        deed: "attendance.go-along",
        subject: `student:${kept._id}`,
        after: { marks: rows.length, from: gone._id },
      });
  },
};
