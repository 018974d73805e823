import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import {
  addSessionPart,
  copiedRows,
  datesOf,
  isLaterSession,
  runningSemester,
  usualRunningSession,
} from "../session/session.server.ts";
import { registrationWindows } from "./registration-window.contract.ts";
import { yearsBetween } from "./registration-window.rules.ts";

export const registrationWindowRules: RecordRules<typeof registrationWindows> = {
  of: registrationWindows,
  table: "registration_window",
  within: "college-wide",
  usual: usualRunningSession,
  constraints: {
    registration_window_apart: [
      "dates-overlap",
      "start",
      "Another window for the same students holds some of these days. Two windows of a semester must not overlap",
    ],
    registration_window_late_after_start: ["dates-out-of-order", "late", "End date must be after the start date"],
    registration_window_end_after_late: [
      "dates-out-of-order",
      "end",
      "Last day must not be before the day from which registration is late",
    ],
    registration_window_changes_after_start: [
      "dates-out-of-order",
      "changes",
      "Courses change until must not be before the first day",
    ],
  },
};

/**
 * Between which days a session's courses are taught, as `2026-11-30`: from the first day of its registration until that of a later
 * session; null where none is said. Of windows the one for everybody counts, where there is one.
 */
export async function daysTaught(
  db: Database,
  session: string,
): Promise<{ readonly first: string | null; readonly next: string | null }> {
  const { rows } = await sql<{ first: string | null; next: string | null }>`
    select min(w.start) filter (where w.session = ${session}) as first,
      min(w.start) filter (where ${isLaterSession(sql.ref("w.session"), session)}) as next
    from (select session, coalesce(min(start) filter (where level is null and programme is null), min(start)) as start
      from portal.registration_window group by session) w`.execute(db);
  return rows[0] ?? { first: null, next: null };
}

/** A session that is opened takes the windows of each semester over, moved by whole years. */
export function registrationWindowPart(app: FastifyInstance): void {
  addSessionPart(app, {
    name: "registration windows",
    copy: async (work, from, to) => {
      const years = await yearsFor(work.trx, from, to);
      const moved = (day: string) => sql`(had.${sql.ref(day)} + make_interval(years => ${years}))::date`;
      return copiedRows(
        work,
        {
          noun: "registration_window",
          table: "registration_window",
          columns: ["semester", "level", "programme", "start", "late", "end", "changes", "charge_kobo", "hodapproval"],
          group: ["semester", "level", "programme"],
          where: sql`true`,
          instead: { start: moved("start"), late: moved("late"), end: moved("end"), changes: moved("changes") },
        },
        from,
        to,
      );
    },
    remark: async (db, from, to) => {
      const years = await yearsFor(db, from, to);
      if (years === 0) return "Their days stay as they are. Look at them again";
      return `Their days are moved by ${asCount(Math.abs(years), "year")}${years < 0 ? " back" : ""}. Look at them again`;
    },
    holes: async (db, session) => {
      const [there] = await db
        .selectFrom("registration_window")
        .select("_id")
        .where("session", "=", session)
        .where("level", "is", null)
        .where("programme", "is", null)
        .limit(1)
        .execute();
      if (there) return [];
      const sentence =
        "Nobody has said when all students register: there is no registration window for every level and programme";
      return [
        {
          programme: null,
          about: "Registration window",
          sentence,
          link: `/staff/registration-windows?session=${session}`,
        },
      ];
    },
  });
}

const yearsFor = async (db: Database, from: string, to: string): Promise<number> =>
  yearsBetween(await datesOf(db, from), await datesOf(db, to));

/** The windows of a semester, for whomever, their days as `2026-11-30`. */
export const windowsOf = (
  db: Database,
  { session, semester }: { readonly session: string; readonly semester: number },
) =>
  db
    .selectFrom("registration_window")
    .select(["level", "programme", "start", "late", "end", "changes", "charge_kobo", "hodapproval"])
    .where("session", "=", session)
    .where("semester", "=", semester)
    .execute();

/**
 * The window for a programme and a level, of the semester that runs, which began last, over or not; as a part of a larger query: a row of
 * `session, semester, late, end, changes`. As `windowsFor` chooses it.
 */
export const windowBegun = (programme: RawBuilder<unknown>, level: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select begun.session, begun.semester, begun.late, begun."end", begun.changes
    from (select fitting.*, rank() over (order by fitting.programme is null, fitting.level is null) as nearest
      from portal.registration_window fitting
      join ${runningSemester()} term on term.session = fitting.session and term.semester = fitting.semester
      where (fitting.programme is null or fitting.programme = ${programme}) and (fitting.level is null or fitting.level = ${level})) begun
    where begun.nearest = 1 and begun.start <= (now() at time zone 'Africa/Lagos')::date order by begun.start desc limit 1)`;

export const registrationWindowNoun: Noun = {
  name: "registration-window",
  calls: registrationWindowPart,
  records: [registrationWindowRules],
};
