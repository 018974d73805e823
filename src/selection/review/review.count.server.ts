import { type RawBuilder, sql } from "kysely";
import type { Reached } from "#console/scope/scope.server.ts";
import type { Database } from "#platform/database/connect.server.ts";

/** How many applications of one programme, state and sex there are, and how far they came. */
export interface CountedReviews {
  /** `_id`. */
  readonly programme: string;
  readonly stateoforigin: string;
  readonly gender: string;
  readonly applied: number;
  /** Have an offer, whatever became of it; a recalled one is none. */
  readonly admitted: number;
  readonly accepted: number;
}

/** The applications of a session, counted, of the programmes that `reached` lets through. An index alone answers. */
export async function countedReviews(db: Database, session: string, reached: Reached): Promise<CountedReviews[]> {
  const { rows } = await sql<CountedReviews>`
    select programme, stateoforigin, gender, count(*)::int as applied,
      (count(*) filter (where state in ('Offered', 'Lapsed', 'Accepted')))::int as admitted,
      (count(*) filter (where state = 'Accepted'))::int as accepted
    from portal.review where session = ${session} and ${reached(sql.ref("programme"))}
    group by programme, stateoforigin, gender`.execute(db);
  return rows;
}

/** The applications of a session that were submitted from one time to before another. */
export const appliedBetween = (
  session: string,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  reached: Reached,
): RawBuilder<unknown> => sql`select from portal.review
  where session = ${session} and "createdAt" >= ${from} and "createdAt" < ${to} and ${reached(sql.ref("programme"))}`;
