import { type Expression, type RawBuilder, sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyCourse, isCompulsoryCourse } from "#registry/course/course.server.ts";
import { takenCourses } from "#registry/course-registration/course-registration.server.ts";
import { correctionOf } from "#registry/course-result/course-result.server.ts";
import type { Attempt } from "../academic-record/academic-record.rules.ts";
import { everyScore } from "../score-sheet/score-sheet.server.ts";

/** Of which class of which semester a sum is. */
interface Moderated {
  readonly session: Expression<unknown>;
  readonly semester: Expression<unknown>;
  readonly class: Expression<unknown>;
  /** Only what was decided until then; whatever is in force where it is not said. */
  readonly until?: Expression<unknown>;
}

/** What the moderation in force makes of a sum, in a larger query: the highest of what it is lifted to, else the sum. Null stays null. */
export const moderatedTotal = (sum: RawBuilder<unknown>, of: Moderated): RawBuilder<number | null> =>
  sql<number | null>`coalesce((select lifted."to" from portal.moderation lifted where lifted.state = 'Approved'
      and lifted.session = ${of.session} and lifted.trimester = ${of.semester} and (lifted.class is null or lifted.class = ${of.class})
      and ${of.until ? sql`lifted."decidedAt" <= ${of.until}` : sql`true`} and lifted."from" <= ${sum} and ${sum} < lifted."to" order by lifted."to" desc limit 1), ${sum})::smallint`;

/**
 * Every score as it goes out, as a part of a larger query: rows of `sheet, class, session, semester, student, ca, examination, raw,
 * total, code, state, iscorrected`; `raw` is the sum, `total` what the moderation in force makes of it, both null while a half is
 * missing. `state` is that of the sheet. What two people had corrected before it was taken back is as it was corrected, for a
 * rectification leaves the sheet alone. What two people type without seeing each other's is not there until it is sent in: the
 * second may be the reader. One function for previews, broadsheets and publishing, so that all see what goes out.
 */
export const scoresToGoOut = (): RawBuilder<unknown> =>
  sql`(select counted.sheet, counted.class, counted.session, counted.semester, counted.student, counted.ca, counted.examination,
      counted.ca + counted.examination as raw,
      ${moderatedTotal(sql`(counted.ca + counted.examination)`, {
        session: sql.ref("counted.session"),
        semester: sql.ref("counted.semester"),
        class: sql.ref("counted.class"),
      })} as total,
      counted.code, counted.state, counted.iscorrected
    from (select typed.sheet, typed.class, typed.session, typed.semester, typed.student, typed.state, fixed.isthere is not null as iscorrected,
        case when fixed.isthere then fixed.ca else typed.ca end as ca,
        case when fixed.isthere then fixed.examination else typed.examination end as examination,
        case when fixed.isthere then fixed.code else typed.code end as code
      from ${everyScore()} typed left join lateral (select true as isthere, last.ca, last.examination, last.code
        from ${correctionOf({
          student: sql.ref("typed.student"),
          class: sql.ref("typed.class"),
          ca: sql.ref("typed.ca"),
          examination: sql.ref("typed.examination"),
          code: sql.ref("typed.code"),
        })} last) fixed on true
      where not (typed.twice and typed.state in ('Open', 'Returned'))) counted)`;

/** What a mark of a sheet comes to. */
export interface PendingAttempt extends Attempt {
  readonly student: string;
  readonly class: string;
  /** The sum before moderation; null where a code stands in its place. */
  readonly raw: number | null;
}

/**
 * What the marks of sheets come to for some students, by student, whatever the state of the sheets: of courses that they take still, with
 * moderation in force. What is published already is among them; `recordsOf` leaves it out. `only` narrows `m`, the
 * scores.
 */
export async function pendingAttempts(
  db: Database | Trx,
  students: readonly string[],
  only: RawBuilder<unknown> = sql`true`,
): Promise<Map<string, PendingAttempt[]>> {
  const { rows } = await sql<PendingAttempt>`
    with m as materialized (select m.* from ${scoresToGoOut()} m
        where m.student = any(${[...students]}::uuid[]) and (m.raw is not null or m.code is not null) and ${only}),
      taken as materialized (select t.* from (select distinct m.student, m.session from m) who
        cross join lateral (select of.* from ${takenCourses()} of
          where of.student = who.student and of.session = who.session offset 0) t)
    select m.student, m.class, m.raw, coalesce(${sessionName(sql.ref("m.session"))}, '') as session, m.semester, t.code as course,
      t.name as title, t.credit as units, m.total, m.code, null::smallint as passline, false as left,
      not ${isCompulsoryCourse("c")} as elective
    from m join taken t on (t.student, t.session, t.class) = (m.student, m.session, m.class) join ${everyCourse()} c on c._id = t.course`.execute(
    db,
  );
  return Map.groupBy(rows, ({ student }) => student);
}

/** What is in force in a semester, as a part of a larger query: rows of `_id`. */
export const moderationsInForce = (session: string, semester: number): RawBuilder<unknown> =>
  sql`(select force._id from portal.moderation force where force.state = 'Approved' and force.session = ${session}
    and force.trimester = ${semester})`;

/** Until the end of the transaction nobody else moderates, revokes or publishes in this semester. */
export async function lockTerm(trx: Trx, session: string, semester: number): Promise<void> {
  await sql`select portal.lock_marks(${session}::uuid, ${semester}::int)`.execute(trx);
}

/** A publication is made slice by slice, and moderation in between would part its students. */
export const unlessBeingMade = <T>(work: Promise<T>): Promise<T> =>
  onConstraint(
    {
      moderation_being_published: () =>
        refuse(
          "publication-being-made",
          "Results of this semester are being made at this moment. Wait until they are made, then look at it again",
        ),
    },
    work,
  );
