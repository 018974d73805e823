import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { candidatesOf } from "../jamb-candidate/jamb-candidate.server.ts";
import { reviewsOf, type Scores, takeScores } from "../review/review.read.server.ts";
import { screeningsOf } from "../screening-score/screening-score.server.ts";

/**
 * Gives the scores of the lists to applications that have none: those that came in after the list did. A score that an
 * application has stays. Answers how many got one. The round of every five minutes asks for it.
 */
export async function giveLateScores(trx: Trx, session: string): Promise<number> {
  const { rows } = await lateScores(session).execute(trx);
  return rows.length === 0 ? 0 : takeScores(trx, session, rows);
}

/** Whether an application has no score that a list tells. */
export async function scoresAreLate(db: Database, session: string): Promise<boolean> {
  const { rows } = await sql`select from (${lateScores(session)}) late limit 1`.execute(db);
  return rows.length > 0;
}

const lateScores = (session: string) => sql<Scores>`
  select review.jamb, case when review.utme is null then l.utme end as utme,
    case when review.screening is null then s.score::float8 end as screening
  from (${reviewsOf(session)}) review
    left join (${candidatesOf(session)}) l on l.jamb = review.jamb
    left join (${screeningsOf(session)}) s on s.jamb = review.jamb
  where (review.utme is null and l.utme is not null) or (review.screening is null and s.score is not null)`;
