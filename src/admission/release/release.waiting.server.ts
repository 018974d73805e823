import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { placesOf } from "#selection/merit-list/merit-list.read.server.ts";
import { isRecommended } from "#selection/recommendation/recommendation.read.server.ts";
import { reviewsOf } from "#selection/review/review.read.server.ts";
import { isOnOpenList, statesFor } from "./release.fill.server.ts";

/** Who still waits for a place by a frozen merit list: not decided since, sent back by no dean, and on no open list. */
const stillWaiting = (session: string, run: string): RawBuilder<unknown> => sql`
  select place.application, place.programme, place.rank, place.reason
  from (${placesOf(run)}) place join (${reviewsOf(session)}) review on review._id = place.application
  where place.outcome = 'Waiting' and review.state = any(${statesFor("Offers")}::text[])
    and (review.state <> 'Recommended' or ${isRecommended(sql.ref("review._id"))})
    and not ${isOnOpenList(sql.ref("place.application"))}`;

/** How many wait for each programme. */
export async function waitingByProgramme(
  db: Database,
  session: string,
  run: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ programme: string; count: number }>`
    select programme, count(*)::int as count from (${stillWaiting(session, run)}) waiting group by programme`.execute(
    db,
  );
  return new Map(rows.map(({ programme, count }) => [programme, count]));
}

/** The first so many who wait for a programme, in the order of their rank, as `fillRelease` takes them. */
export const firstWaiting = (
  session: string,
  run: string,
  programme: string,
  count: number,
): RawBuilder<unknown> => sql`
  select application, rank, reason as merit from (${stillWaiting(session, run)}) waiting
  where programme = ${programme} order by rank nulls last, application limit ${count}`;
