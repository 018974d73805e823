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
import type { SeatsToGive } from "../../merit-rank/merit-rank.words.rules.ts";
import type { MeritScheme } from "../../merit-scheme/merit-scheme.contract.ts";
import { isRecommended } from "../../recommendation/recommendation.server.ts";
import { reviewsOf } from "../../review/review.server.ts";
import { sharesOf } from "../merit-list.rules.ts";
import type { ProgrammeSummary } from "../merit-list.summary.contract.ts";
import { readAtOneMoment } from "../run/run.server.ts";

interface GatheredProgramme {
  readonly programme: OrderedProgramme;
  readonly seats: SeatsToGive;
  readonly candidates: readonly RankedCandidate[];
}

/**
 * Every application of a session that has no offer yet, and every seat, programme by programme in their order. A programme
 * without either is left out.
 */
export async function gatherProgrammes(db: Database, session: string): Promise<GatheredProgramme[]> {
  const programmes = await programmesInOrder(db);
  const { seats, candidates } = await readAtOneMoment(db, async (trx) => ({
    seats: await seatsByProgramme(trx, session),
    candidates: await candidatesOf(trx, session),
  }));
  return programmes
    .filter(({ _id }) => seats.has(_id) || candidates.has(_id))
    .map((programme) => ({
      programme,
      seats: seats.get(programme._id) ?? { seats: null, taken: 0 },
      candidates: candidates.get(programme._id) ?? [],
    }));
}

async function seatsByProgramme(db: Trx, session: string): Promise<Map<string, SeatsToGive>> {
  const { rows } = await sql<SeatsToGive & { programme: string }>`${seatsHeld(session)}`.execute(db);
  return new Map(rows.map(({ programme, seats, taken }) => [programme, { seats, taken }]));
}

type Row = Omit<RankedCandidate, "grades"> & { readonly programme: string; readonly grades: string };

/** Grades travel as one text, a digit each: an array of a hundred thousand rows costs seconds to read. */
async function candidatesOf(db: Trx, session: string): Promise<Map<string, RankedCandidate[]>> {
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
  const found = new Map<string, RankedCandidate[]>();
  for (const { programme, grades, ...row } of rows) {
    const candidate = { ...row, grades: Array.from(grades, Number) };
    const others = found.get(programme);
    if (others) others.push(candidate);
    else found.set(programme, [candidate]);
  }
  return found;
}

export interface DrawnList {
  readonly college: string;
  readonly summary: ProgrammeSummary;
  readonly places: readonly RankedPlace[];
}

/** The lists of all programmes by a scheme. Others are served between two of them. */
export async function drawLists(scheme: MeritScheme, gathered: readonly GatheredProgramme[]): Promise<DrawnList[]> {
  const lists: DrawnList[] = [];
  for (const one of gathered) {
    lists.push(drawOne(scheme, one));
    await breathe();
  }
  return lists;
}

function drawOne(scheme: MeritScheme, { programme, seats, candidates }: GatheredProgramme): DrawnList {
  const ranking = rankProgramme(scheme, seats, candidates);
  const { _id, label, college } = programme;
  return { college, summary: summed(scheme, { _id, label }, seats, ranking), places: ranking.places };
}

function summed(
  scheme: MeritScheme,
  programme: ProgrammeSummary["programme"],
  { seats, taken }: GatheredProgramme["seats"],
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
    last.set(place.quota, place.aggregate ?? 0);
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
