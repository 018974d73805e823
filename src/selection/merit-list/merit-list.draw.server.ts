import { setImmediate as breathe } from "node:timers/promises";
import { type Candidate, type Place, type Ranking, rankProgramme } from "../merit-rank/merit-rank.contract.ts";
import { asAggregate } from "../merit-rank/merit-rank.score.contract.ts";
import type { Scheme } from "../merit-scheme/merit-scheme.contract.ts";
import type { Gathered } from "./merit-list.gather.server.ts";
import { type ProgrammeSummary, sharesOf } from "./merit-list.summary.contract.ts";

/** The list of one programme. */
export interface Drawn {
  readonly college: string;
  readonly summary: ProgrammeSummary;
  readonly places: readonly Place[];
}

/** The lists of all programmes by a scheme. Others are served between two of them. */
export async function draw(scheme: Scheme, gathered: readonly Gathered[]): Promise<Drawn[]> {
  const lists: Drawn[] = [];
  for (const one of gathered) {
    lists.push(drawOne(scheme, one));
    await breathe();
  }
  return lists;
}

function drawOne(scheme: Scheme, { programme, seats, candidates }: Gathered): Drawn {
  const ranking = rankProgramme(scheme, seats, candidates);
  const { _id, label, college } = programme;
  return { college, summary: summed(scheme, { _id, label }, seats, ranking), places: ranking.places };
}

function summed(
  scheme: Scheme,
  programme: ProgrammeSummary["programme"],
  { seats, taken }: Gathered["seats"],
  { places, quotas }: Ranking<Candidate>,
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
