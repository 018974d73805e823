import { type Expression, type RawBuilder, sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { leftByTerm } from "../bill/bill.server.ts";
import { firstHolds } from "../hold/hold.server.ts";
import { gatedTerms } from "../instalment/instalment.server.ts";
import { type StudentStatus, statusesStopping } from "../student/student.rules.ts";
import { everyStudent, studentsOfAccount } from "../student/student.server.ts";

/**
 * What keeps results back, as a part of a larger query. `terms` are rows of `student, session, semester, "outAt", islast`; answers of each
 * `student, session, semester, status, reason, office, left_kobo, gated, isclosed`. A hold is of no semester: it closes the newest, and
 * what came out while it stands. Without a bill `left_kobo` is null, and `gated` says whether one is waited for.
 */
export const resultBars = (terms: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(with asked as materialized (${terms}),
    barred as (select a.student, a.session, a.semester,
        case when s.status = any(${statusesStopping("results")}::text[]) then s.status end as status, h.reason, h.office, b.left_kobo,
        g.session is not null as gated
      from asked a join ${everyStudent()} s on s._id = a.student
      left join ${firstHolds(sql`select distinct asked.student from asked`, "results")} h on h.student = a.student
        and (a.islast or a."outAt" >= h."createdAt")
      left join ${leftByTerm("results", sql`select asked.student from asked`)} b
        on (b.student, b.session, b.semester) = (a.student, a.session, a.semester)
      left join ${gatedTerms("results")} g on (g.session, g.semester) = (a.session, a.semester))
    select barred.*, status is not null or reason is not null or coalesce(left_kobo, case when gated then 1 else 0 end) > 0 as isclosed
    from barred)`;

/** Whether a result `r` was read once: what was called off before its minute, or dropped before it, never was. */
const wasRead = sql`(r."visibleAt" <= now() and (r."recalledAt" is null or r."recalledAt" >= r."visibleAt"))`;

/** Every result that its student could read once, those corrected and recalled since among them, as a part of a larger query. */
export const readResults = (): RawBuilder<unknown> => sql`(select r.* from portal.course_result r where ${wasRead})`;

/**
 * The semesters in which some students were given results. They came out with the first row of each: a correction opens and closes
 * nothing. What was recalled altogether is the newest of nobody who has other results.
 */
const outTerms = (students: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select r.student, r.session, r.semester,
      coalesce(max(r."visibleAt") filter (where r."recalledAt" is null and r.supersedes is null),
        min(r."visibleAt") filter (where r."recalledAt" is null), max(r."visibleAt")) as "outAt",
      row_number() over (partition by r.student order by bool_or(r."recalledAt" is null) desc, ${sessionName(sql.ref("r.session"))} desc,
        r.semester desc) = 1 as islast
    from portal.course_result r where r.student in (${students}) and ${wasRead}
    group by r.student, r.session, r.semester`;

/** The semesters whose results are out and kept back from some students: rows as `resultBars` has them. */
export const closedTerms = (students: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select closed.* from ${resultBars(outTerms(students))} closed where closed.isclosed)`;

/** Whether results are kept back from a student, one of some, in a larger query: nothing that rests on all marks is read then. */
export const isKeptBack = (student: RawBuilder<unknown>, students: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${student} in (select closed.student from ${closedTerms(students)} closed))`;

/** Why the results of a semester are kept back: the first of these that is not null, and the missing bill after them. */
export interface ClosedTerm {
  readonly session: string;
  /** Its name. */
  readonly named: string;
  readonly semester: number;
  readonly status: StudentStatus | null;
  readonly reason: string | null;
  readonly office: string | null;
  readonly left_kobo: number | null;
}

/** The semesters that one student does not read now, though their results are out, as a part of a larger query. */
const closedTermsNamed = (student: Expression<unknown>): RawBuilder<unknown> =>
  sql`(select c.session, coalesce(${sessionName(sql.ref("c.session"))}, '') as named, c.semester, c.status, c.reason, c.office, c.left_kobo
    from ${closedTerms(sql`select ${student}`)} c)`;

export async function closedTermsOf(db: Database | Trx, student: string): Promise<ClosedTerm[]> {
  const { rows } = await sql<ClosedTerm>`
    select k.session, k.named, k.semester, k.status, k.reason, k.office, k.left_kobo
    from ${closedTermsNamed(sql`${student}::uuid`)} k order by k.named, k.semester`.execute(db);
  return rows;
}

/** The same as a value of JSON in a larger query. */
export const closedTermsIn = (student: Expression<unknown>): RawBuilder<ClosedTerm[]> =>
  sql<ClosedTerm[]>`(select coalesce(json_agg(k), '[]') from ${closedTermsNamed(student)} k)`;

/** Of what is kept back the copy says that it is there, and no mark. */
export const ownResults: OwnRows = {
  name: "course-results",
  tables: ["course_result"],
  rows: (owner) =>
    sql`select case when closed.student is null then to_jsonb(r)
        else to_jsonb(r) - '{ca,examination,total,code}'::text[] || '{"keptback": true}' end as row
      from portal.course_result r left join ${closedTerms(studentsOfAccount(owner))} closed
        on (closed.student, closed.session, closed.semester) = (r.student, r.session, r.semester)
      where ${wasRead} and r.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: (rows) => (rows.length > 0 ? [`Your ${asCount(rows.length, "published result")}`] : []),
    why: "Your results and your transcript rest on them, for as long as the rules of the college say",
  },
};
