import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "kysely";
import { seatsHeld } from "#calendar/intake/intake.server.ts";
import { type OrderedProgramme, programmesInOrder } from "#college/programme/programme.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import {
  type ProgrammeRanking,
  type RankedCandidate,
  type RankedPlace,
  rankProgramme,
} from "../../merit-rank/merit-rank.rules.ts";
import { asAggregate } from "../../merit-rank/merit-rank.score.rules.ts";
import { assignWishes, type Wish } from "../../merit-rank/merit-rank.wish.rules.ts";
import type { SeatsToGive } from "../../merit-rank/merit-rank.words.rules.ts";
import type { MeritScheme } from "../../merit-scheme/merit-scheme.contract.ts";
import { isRecommended } from "../../recommendation/recommendation.server.ts";
import { reviewsOf } from "../../review/review.server.ts";
import { sharesOf } from "../merit-list.rules.ts";
import type { ProgrammeSummary } from "../merit-list.summary.contract.ts";
import { readAtOneMoment } from "../run/run.server.ts";
import { type FurtherWish, furtherWishes } from "./draw.wish.server.ts";

interface Gathered {
  /** All there are, in their order. */
  readonly programmes: readonly OrderedProgramme[];
  readonly seats: ReadonlyMap<string, SeatsToGive>;
  /** What each applicant wishes, the first choice first. */
  readonly applicants: readonly (readonly Wish[])[];
}

/** Every application of a session that has no offer yet with its choices, and every seat. */
export async function gatherSession(db: Database, session: string): Promise<Gathered> {
  const programmes = await programmesInOrder(db);
  return readAtOneMoment(db, async (trx) => ({
    programmes,
    seats: await seatsByProgramme(trx, session),
    applicants: await applicantsOf(trx, session, await furtherWishes(trx, session)),
  }));
}

async function seatsByProgramme(db: Trx, session: string): Promise<Map<string, SeatsToGive>> {
  const { rows } = await sql<SeatsToGive & { programme: string }>`${seatsHeld(session)}`.execute(db);
  return new Map(rows.map(({ programme, seats, taken }) => [programme, { seats, taken }]));
}

type Row = Omit<RankedCandidate, "grades" | "wish"> & { readonly programme: string; readonly grades: string };

/** Grades travel as one text, a digit each: an array of a hundred thousand rows costs seconds to read. */
async function applicantsOf(
  db: Trx,
  session: string,
  further: ReadonlyMap<string, readonly FurtherWish[]>,
): Promise<Wish[][]> {
  const { rows } = await sql<Row>`
    select review._id as application, review.programme, review.jamb, review.type, review.gender, review.stateoforigin,
      review.lgaoforigin, array_to_string(review.grades, '') as grades, review.utme,
      (review.screening * 100)::integer as screening, review.verdict,
      case when review.state = 'Recommended' and not ${isRecommended(sql`review._id`)} then 'Awaiting the dean'
        else review.state end as state,
      (extract(epoch from (review."createdAt")) * 1000000)::bigint as submitted
    from (${reviewsOf(session)}) review where review.state not in ('Offered', 'Accepted', 'Lapsed', 'Withdrawn', 'Declined', 'Deferred')`.execute(
    db,
  );
  return rows.map(({ programme, grades, ...row }) => {
    const candidate = { ...row, grades: Array.from(grades, Number), wish: 1 };
    const others = further.get(row.application) ?? [];
    return [
      { programme, of: candidate },
      ...others.map(({ programme: other, rank, verdict }) => ({
        programme: other,
        of: { ...candidate, wish: rank, verdict },
      })),
    ];
  });
}

export interface DrawnList {
  readonly college: string;
  readonly summary: ProgrammeSummary;
  readonly places: readonly RankedPlace[];
}

/**
 * The lists of all programmes by a scheme, in their order; one without seats and candidates is left out. Others are served
 * between two of them.
 */
export async function drawLists(
  scheme: MeritScheme,
  { programmes, seats, applicants }: Gathered,
): Promise<DrawnList[]> {
  const assigning = assignWishes(scheme, seats, applicants);
  let step = assigning.next();
  for (; !step.done; step = assigning.next()) await breathe();
  const lists: DrawnList[] = [];
  for (const programme of programmes) {
    const candidates = step.value.get(programme._id) ?? [];
    const stock = seats.get(programme._id) ?? (candidates.length > 0 ? { seats: null, taken: 0 } : undefined);
    if (!stock) continue;
    lists.push(drawOne(scheme, { programme, seats: stock, candidates }));
    await breathe();
  }
  return lists;
}

interface ProgrammeToDraw {
  readonly programme: OrderedProgramme;
  readonly seats: SeatsToGive;
  readonly candidates: readonly RankedCandidate[];
}

function drawOne(scheme: MeritScheme, { programme, seats, candidates }: ProgrammeToDraw): DrawnList {
  const ranking = rankProgramme(scheme, seats, candidates);
  const { _id, label, college } = programme;
  return { college, summary: summed(scheme, { _id, label }, seats, ranking), places: ranking.places };
}

function summed(
  scheme: MeritScheme,
  programme: ProgrammeSummary["programme"],
  { seats, taken }: SeatsToGive,
  { places, quotas }: ProgrammeRanking<RankedCandidate>,
): ProgrammeSummary {
  const last = new Map<string, number>();
  const why = new Map<string, number>();
  const counts = { ranked: 0, offers: 0, byhand: 0, waiting: 0, withoututme: 0, withoutscreening: 0 };
  for (const place of places) {
    if (place.why !== null) why.set(place.why, (why.get(place.why) ?? 0) + 1);
    if (place.rank === null) continue;
    counts.ranked += 1;
    if (place.of.utme === null) counts.withoututme += 1;
    if (place.of.screening === null) counts.withoutscreening += 1;
    if (place.outcome === "Waiting") counts.waiting += 1;
    if (place.quota === null) continue;
    counts.offers += 1;
    last.set(place.quota, Math.min(last.get(place.quota) ?? Number.POSITIVE_INFINITY, place.aggregate ?? 0));
  }
  const lastOf = (name: string) => {
    const aggregate = last.get(name);
    return aggregate === undefined ? null : asAggregate(aggregate);
  };
  return {
    programme,
    seats,
    taken,
    applications: places.length,
    ...counts,
    quotas: quotas.map((quota) => ({ ...quota, ...sharesOf(scheme, quota), last: lastOf(quota.name) })),
    why: [...why].map(([word, count]) => ({ why: word, count })).sort((one, other) => other.count - one.count),
  };
}
