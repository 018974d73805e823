import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "kysely";
import { seatsHeld } from "#calendar/intake/intake.server.ts";
import { type OrderedProgramme, programmesInOrder } from "#college/programme/programme.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { type Candidate, type Place, type Ranking, rankProgramme } from "../../merit-rank/merit-rank.rules.ts";
import { asAggregate } from "../../merit-rank/merit-rank.score.rules.ts";
import type { SeatsToGive } from "../../merit-rank/merit-rank.words.rules.ts";
import type { Scheme } from "../../merit-scheme/merit-scheme.contract.ts";
import { isRecommended } from "../../recommendation/recommendation.server.ts";
import { reviewsOf } from "../../review/review.server.ts";
import { sharesOf } from "../merit-list.rules.ts";
import type { ProgrammeSummary } from "../merit-list.summary.contract.ts";
import { readAtOneMoment } from "../run/run.server.ts";

/** What is ranked of one programme. */
interface Gathered {
  readonly programme: OrderedProgramme;
  readonly seats: SeatsToGive;
  readonly candidates: readonly Candidate[];
}

/**
 * Every application of a session that has no offer yet, and every seat, programme by programme in their order. A programme
 * without either is left out.
 */
export async function gather(db: Database, session: string): Promise<Gathered[]> {
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

type Row = Omit<Candidate, "grades"> & { readonly programme: string; readonly grades: string };

/** Grades travel as one text, a digit each: an array of a hundred thousand rows costs seconds to read. */
async function candidatesOf(db: Trx, session: string): Promise<Map<string, Candidate[]>> {
  const { rows } = await sql<Row>`
    select review._id as application, review.programme, review.jamb, review.type, review.gender, review.stateoforigin,
      review.lgaoforigin, array_to_string(review.grades, '') as grades, review.utme,
      (review.screening * 100)::integer as screening, review.verdict,
      case when review.state = 'Recommended' and not ${isRecommended(sql`review._id`)} then 'Awaiting the dean'
        else review.state end as state,
      (extract(epoch from (review."createdAt")) * 1000000)::bigint as submitted
    from (${reviewsOf(session)}) review where review.state not in ('Offered', 'Accepted', 'Lapsed')`.execute(db);
  const found = new Map<string, Candidate[]>();
  for (const { programme, grades, ...row } of rows) {
    const candidate = { ...row, grades: Array.from(grades, Number) };
    const others = found.get(programme);
    if (others) others.push(candidate);
    else found.set(programme, [candidate]);
  }
  return found;
}

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
