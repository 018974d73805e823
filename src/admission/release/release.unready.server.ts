import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { isRecommended } from "#selection/recommendation/recommendation.read.server.ts";
import { reviewsOf } from "#selection/review/review.read.server.ts";
import type { Unready } from "./release.whole.contract.ts";

/** Of the offers of a list that are still to go out, how many the desk is not done with: nothing refuses them, people look. */
export async function unreadyOf(
  db: Database,
  { _id, session }: { readonly _id: string; readonly session: string },
): Promise<Unready> {
  const { rows } = await sql<Unready>`
    select count(*) filter (where review.state in ('Submitted', 'Checking'))::int as unchecked,
      count(*) filter (where review.state = 'Recommended' and not ${isRecommended(sql`review._id`)})::int as undecided,
      count(*) filter (where review.asked > 0)::int as asked
    from portal.release_line line join (${reviewsOf(session)}) review on review._id = line.application
    where line.release = ${_id} and line.kind is not null and line.standing = 'Waiting'`.execute(db);
  return rows[0] ?? { unchecked: 0, undecided: 0, asked: 0 };
}
