import { type Expression, type RawBuilder, sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { MissingMark } from "../past-mark/past-mark.rules.ts";

/** A mark as it was typed, and what counts of it. */
export interface ResultMark {
  readonly ca: number | null;
  readonly examination: number | null;
  readonly total: number | null;
  readonly code: MissingMark | null;
}

/** A published result that is about to be asked about or corrected. */
export interface LockedResult extends ResultMark {
  readonly _id: string;
  readonly student: string;
  readonly session: string;
  readonly sessionname: string;
  readonly semester: number;
  readonly class: string;
  readonly course: string;
  readonly title: string;
  readonly visibleAt: string;
  /** Whether its minute has come. */
  readonly isvisible: boolean;
  /** Neither taken back nor corrected by another row. */
  readonly stands: boolean;
}

/** A score of a sheet, in a larger query. */
interface TypedScore {
  readonly student: Expression<unknown>;
  readonly class: Expression<unknown>;
  readonly ca: Expression<unknown>;
  readonly examination: Expression<unknown>;
  readonly code: Expression<unknown>;
}

/**
 * To what the published mark of a score was corrected last, as a part of a larger query: one row of `ca, examination, code`. None
 * where nobody corrected it, and none once the sheet says something else than it said when it was corrected: who typed it anew knew better.
 */
export const correctionOf = (score: TypedScore): RawBuilder<unknown> =>
  sql`(select last.ca, last.examination, last.code from portal.course_result last
    where last.student = ${score.student} and last.class = ${score.class} and last.supersedes is not null
      and exists (select from portal.course_result corrected join portal.course_result was on was._id = corrected.supersedes
        where corrected.student = ${score.student} and corrected.class = ${score.class}
          and (was.ca, was.examination, was.code) is not distinct from (${score.ca}, ${score.examination}, ${score.code}))
    order by last."createdAt" desc, last."supersededAt" desc nulls first limit 1)`;

/** The student and the semester of a result, which are locked before it; undefined where there is none. */
export async function placeOfResult(
  trx: Trx,
  id: string,
): Promise<{ readonly student: string; readonly session: string; readonly semester: number } | undefined> {
  if (!isId(id)) return undefined;
  return trx
    .selectFrom("course_result")
    .select(["student", "session", "semester"])
    .where("_id", "=", id)
    .executeTakeFirst();
}

/** One result, locked: who recalls or corrects it waits, or is seen. */
export async function lockResult(trx: Trx, id: string): Promise<LockedResult> {
  const { rows } = await sql<LockedResult>`
    select r._id, r.student, r.session, coalesce(${sessionName(sql.ref("r.session"))}, '') as sessionname, r.semester, r.class,
      r.course, r.title, r.ca, r.examination, r.total, r.code, r."visibleAt", r."visibleAt" <= now() as isvisible,
      r."recalledAt" is null and r."supersededAt" is null as stands
    from portal.course_result r where r._id = ${id} for update`.execute(trx);
  const [found] = rows;
  if (!found) throw new Error(`A result goes never: ${id}`);
  return found;
}

/**
 * Puts another row in the place of a result that stands and is locked; answers its `_id`. The one before stays as it was published.
 * What it was published as else (units, pass line, publication) is kept; it is read from now on.
 */
export async function correctResult(
  trx: Trx,
  { _id }: LockedResult,
  { ca, examination, total, code }: ResultMark,
): Promise<string> {
  const corrected = newId();
  await trx.updateTable("course_result").set({ supersededAt: sql`now()` }).where("_id", "=", _id).execute();
  await sql`insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units,
      moduletype, ca, examination, total, code, passline, publication, "visibleAt", supersedes)
    select ${corrected}, r.student, r.session, r.semester, r.programme, r.level, r.class, r.course, r.title, r.units, r.moduletype,
      ${ca}, ${examination}, ${total}, ${code}, r.passline, r.publication, now(), r._id
    from portal.course_result r where r._id = ${_id}`.execute(trx);
  return corrected;
}
