import { sql } from "kysely";
import { seatsHeld } from "#calendar/intake/intake.server.ts";
import { type OrderedProgramme, programmesInOrder } from "#college/programme/programme.order.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { Candidate } from "../merit-rank/merit-rank.contract.ts";
import type { Seats } from "../merit-rank/merit-rank.words.contract.ts";
import { isRecommended } from "../recommendation/recommendation.read.server.ts";
import { reviewsOf } from "../review/review.read.server.ts";
import { patiently } from "./merit-list.patient.server.ts";

/** What is ranked of one programme. */
export interface Gathered {
  readonly programme: OrderedProgramme;
  readonly seats: Seats;
  readonly candidates: readonly Candidate[];
}

/**
 * Every application of a session that has no offer yet, and every seat, programme by programme in their order. A programme
 * without either is left out.
 */
export async function gather(db: Database, session: string): Promise<Gathered[]> {
  const programmes = await programmesInOrder(db);
  const { seats, candidates } = await patiently(db, async (trx) => ({
    seats: await seatsOf(trx, session),
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

async function seatsOf(db: Trx, session: string): Promise<Map<string, Seats>> {
  const { rows } = await sql<Seats & { programme: string }>`${seatsHeld(session)}`.execute(db);
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
