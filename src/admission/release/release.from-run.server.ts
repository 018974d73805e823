import { sql } from "kysely";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { placesOf } from "#selection/merit-list/merit-list.read.server.ts";
import { reviewsOf } from "#selection/review/review.read.server.ts";
import type { ReviewState } from "#selection/review/review.states.contract.ts";
import { awaitsDean } from "./release.dean.server.ts";
import { fillRelease } from "./release.fill.server.ts";
import type { ReleaseKind } from "./release.states.contract.ts";

const MOST = 10_000;

// Nobody is refused by the hundred whom nobody has looked at, or whom a head recommends.
const refusable: readonly ReviewState[] = ["Checked", "Not recommended"];
const unchecked: readonly ReviewState[] = ["Submitted", "Checking"];

/** Of whom a run places, or does not place, those that a list leaves out, and why. */
export interface LeftOut {
  readonly all: number;
  readonly unchecked: number;
  readonly recommended: number;
  readonly awaiting: number;
  readonly elsewhere: number;
}

/**
 * Fills a list from a frozen run: with whom it gives a seat, but for who awaits the dean; or with whom it does not place, as far
 * as those are checked or not recommended. Refuses more than one list may hold.
 */
export async function fromRun(
  trx: Trx,
  release: { readonly _id: string; readonly kind: ReleaseKind; readonly session: string; readonly run: string | null },
  run: string,
  programme: string | undefined,
): Promise<{ count: number; left: LeftOut }> {
  if (programme !== undefined && !isId(programme))
    throw refuseFields({ programme: "Programme: choose one of the list" });
  const offers = release.kind === "Offers";
  const placed = sql`select place.application, place.rank, place.reason as merit, review.state, ${awaitsDean(run)} as awaits
    from (${placesOf(run)}) place join (${reviewsOf(release.session)}) review on review._id = place.application
    where place.outcome = ${offers ? "Offer" : "Not placed"}
      and ${programme ? sql`place.programme = ${programme}` : sql`true`}`;
  const fits = offers ? sql`not awaits` : sql`state = any(${[...refusable]}::text[])`;
  const { rows } = await sql<Counted>`select count(*)::int as all, count(*) filter (where ${fits})::int as fitting,
      count(*) filter (where not ${fits} and state = any(${[...unchecked]}::text[]))::int as unchecked,
      count(*) filter (where not ${fits} and state = 'Recommended')::int as recommended
    from (${placed}) placed`.execute(trx);
  const counted = rows[0] ?? { all: 0, fitting: 0, unchecked: 0, recommended: 0 };
  if (counted.fitting > MOST)
    throw refuseFields({
      programme: `A list holds at most ${MOST.toLocaleString("en-NG")} applications, and these are ${counted.fitting.toLocaleString("en-NG")}. Make one for each programme`,
    });
  const count = await fillRelease(
    trx,
    release,
    sql`select application, rank, merit from (${placed}) placed where ${fits}`,
  );
  const { unchecked: early } = counted;
  const all = counted.all - count;
  // Who is recommended is not refused by the hundred, and not offered a place before the dean has answered.
  const [recommended, awaiting] = offers ? [0, counted.recommended] : [counted.recommended, 0];
  const elsewhere = all - early - counted.recommended;
  return { count, left: { all, unchecked: early, recommended, awaiting, elsewhere } };
}

interface Counted {
  readonly all: number;
  readonly fitting: number;
  readonly unchecked: number;
  readonly recommended: number;
}
