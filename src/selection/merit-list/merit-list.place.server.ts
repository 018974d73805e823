import { sql } from "kysely";
import { refuse } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { PlaceOfRun } from "./merit-list.read.server.ts";

/** Where an application stands in a run, as an entry by hand keeps it for the way back. */
export interface Held extends Pick<PlaceOfRun, "outcome" | "quota" | "reason" | "rank" | "aggregate"> {
  readonly byhand: boolean;
}

/** The place of an application in a run; undefined where it has none. */
export async function heldPlace(trx: Trx, run: string, application: string): Promise<Held | undefined> {
  const { rows } = await sql<Held>`select outcome, quota, reason, rank, aggregate::text as aggregate, byhand
    from portal.merit_place where application = ${application} and run = ${run} for update`.execute(trx);
  return rows[0];
}

interface Counted {
  readonly run: string;
  readonly programme: string;
  readonly from: Held["outcome"] | null;
  readonly to: Held["outcome"];
  /** By how many the entries by hand change. */
  readonly entries: number;
}

/**
 * Counts an application from one outcome to another. Refuses when its programme has no free seat: the constraint says so,
 * whoever else gives one at that moment.
 */
export async function countOffer(trx: Trx, { run, programme, from, to, entries }: Counted): Promise<void> {
  const by = (outcome: Held["outcome"]) => Number(to === outcome) - Number(from === outcome);
  const change = sql`offers = offers + ${by("Offer")}::integer, waiting = waiting + ${by("Waiting")}::integer`;
  const { rows } = await onConstraint(
    { merit_programme_seats: () => refuse("Every free seat of the programme is given. Take somebody off first") },
    sql`update portal.merit_programme set ${change} where run = ${run} and programme = ${programme} returning 1`.execute(
      trx,
    ),
  );
  if (rows.length === 0)
    throw refuse("The programme has no seats in this list. Say how many it has, then make a new list");
  await sql`update portal.merit_run set ${change}, entries = entries + ${entries}::integer where _id = ${run}`.execute(
    trx,
  );
}

interface File {
  readonly _id: string;
  readonly programme: string;
  readonly stateoforigin: string;
}

/** Sets what a run says of an application; one that came after it was drawn stands at its end, without a rank. */
export async function setPlace(
  trx: Trx,
  run: string,
  { _id, programme, stateoforigin }: File,
  { outcome, quota, reason, byhand }: Pick<Held, "outcome" | "quota" | "reason" | "byhand">,
): Promise<void> {
  await sql`insert into portal.merit_place (_id, run, place, application, programme, stateoforigin, outcome, quota, reason, byhand)
    select ${newId()}, ${run}, coalesce(max(place), 0) + 1, ${_id}, ${programme}, ${stateoforigin}, ${outcome}, ${quota}, ${reason},
      ${byhand} from portal.merit_place where run = ${run}
    on conflict on constraint merit_place_once do update set outcome = excluded.outcome, quota = excluded.quota,
      reason = excluded.reason, byhand = excluded.byhand`.execute(trx);
}
