import { type RawBuilder, sql } from "kysely";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { placesOf } from "#selection/merit-list/merit-list.read.server.ts";
import { isRecommended } from "#selection/recommendation/recommendation.read.server.ts";
import { reviewsOf } from "#selection/review/review.read.server.ts";
import type { LockedRelease } from "./release.locked.server.ts";

/**
 * Whether an application of `review` can not be offered a place before a dean answers, as a condition: a head recommends it,
 * and no dean has countersigned where the college asks for it. A seat that the board gave by hand in the list's run needs no
 * dean.
 */
export const awaitsDean = (run: string | null): RawBuilder<boolean> =>
  sql<boolean>`(review.state = 'Recommended' and not ${isRecommended(sql.ref("review._id"))} and not ${byHand(run)})`;

const byHand = (run: string | null): RawBuilder<boolean> =>
  run === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from (${placesOf(run)}) place
        where place.application = review._id and place.byhand and place.outcome = 'Offer')`;

type Going = Pick<LockedRelease, "_id" | "kind" | "session" | "run">;

/** Of the offers of a list that are still to go out those that await the dean: their codes by the applications' `_id`s. */
export async function awaitingDean(trx: Trx, { _id, session, run }: Going): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ application: string; code: string }>`select line.application, review.code
    from portal.release_line line join (${reviewsOf(session)}) review on review._id = line.application
    where line.release = ${_id} and line.kind is not null and line.standing = 'Waiting' and ${awaitsDean(run)}
    order by review.code`.execute(trx);
  return new Map(rows.map(({ application, code }) => [application, code]));
}

const NAMED = 10;

/** Refuses a list of offers on which somebody awaits the dean, naming them. */
export async function requireDeans(trx: Trx, release: Going): Promise<void> {
  const codes = [...(await awaitingDean(trx, release)).values()];
  if (codes.length === 0) return;
  const more = codes.length > NAMED ? ` and ${codes.length - NAMED} more` : "";
  const [await_, them] = codes.length === 1 ? ["awaits", "it"] : ["await", "them"];
  throw refuse(
    `${codes.slice(0, NAMED).join(", ")}${more} ${await_} the dean. Take ${them} off the list, or let the dean answer first`,
  );
}
