import { sql } from "kysely";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { Place } from "../merit-rank/merit-rank.contract.ts";
import type { Drawn } from "./merit-list.draw.server.ts";

// Rows of one statement: enough that their number does not count, few enough for its time to be short.
const AT_ONCE = 10_000;

/** Keeps the lists of a run that is there: what it holds of each programme, and every place in the order of the list. */
export async function storeLists(trx: Trx, run: string, lists: readonly Drawn[]): Promise<void> {
  await storeProgrammes(trx, run, lists);
  const places = lists.flatMap((list) =>
    list.places.map((place) => ({ place, programme: list.summary.programme._id })),
  );
  for (let first = 0; first < places.length; first += AT_ONCE)
    await storePlaces(trx, run, first, places.slice(first, first + AT_ONCE));
}

const storeProgrammes = (trx: Trx, run: string, lists: readonly Drawn[]) =>
  sql`insert into portal.merit_programme (run, programme, place, seats, taken, applications, ranked, offers, waiting, quotas, why,
      withoututme, withoutscreening)
    select ${run}, p.programme, p.place, p.seats, p.taken, p.applications, p.ranked, p.offers, p.waiting, p.quotas, p.why,
      p.withoututme, p.withoutscreening
    from jsonb_to_recordset(${JSON.stringify(lists.map(({ summary }, at) => ({ ...summary, programme: summary.programme._id, place: at + 1 })))}::jsonb)
      as p(programme uuid, place integer, seats integer, taken integer, applications integer, ranked integer, offers integer,
        waiting integer, quotas jsonb, why jsonb, withoututme integer, withoutscreening integer)`.execute(trx);

interface Row {
  readonly place: Place;
  readonly programme: string;
}

const storePlaces = (trx: Trx, run: string, first: number, rows: readonly Row[]) => {
  const all = <T>(part: (of: Place) => T) => rows.map(({ place }) => part(place));
  return sql`insert into portal.merit_place (_id, run, place, application, programme, stateoforigin, rank, aggregate, utme,
      screening, points, outcome, quota, reason)
    select p._id, ${run}, ${first}::integer + p.place, p.application, p.programme, p.stateoforigin, p.rank,
      p.aggregate::numeric / 100, p.utme, p.screening::numeric / 100, p.points, p.outcome, p.quota, p.reason
    from unnest(${rows.map(newId)}::uuid[], ${all(({ of }) => of.application)}::uuid[],
      ${rows.map(({ programme }) => programme)}::uuid[], ${all(({ of }) => of.stateoforigin)}::text[],
      ${all(({ rank }) => rank)}::integer[], ${all(({ aggregate }) => aggregate)}::integer[],
      ${all(({ of }) => of.utme)}::smallint[], ${all(({ of }) => of.screening)}::integer[],
      ${all(({ points }) => points)}::smallint[], ${all(({ outcome }) => outcome)}::text[],
      ${all(({ quota }) => quota)}::text[], ${all(({ reason }) => reason)}::text[]) with ordinality
      as p(_id, application, programme, stateoforigin, rank, aggregate, utme, screening, points, outcome, quota, reason, place)`.execute(
    trx,
  );
};
