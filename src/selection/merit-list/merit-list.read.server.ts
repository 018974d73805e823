import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/** A merit list that two people have agreed on, and that nobody changes any more. */
export interface FrozenRun {
  readonly _id: string;
  readonly session: string;
  /** Of the runs of its session, from 1. */
  readonly version: number;
  /** SHA-256 of everything in it, 64 hexadecimal digits. */
  readonly hash: string;
  readonly frozenAt: string;
}

/** A frozen run by its `_id`; undefined for one that is not there or not frozen. */
export async function frozenRun(db: Database | Trx, id: string): Promise<FrozenRun | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<FrozenRun>`select _id, session, version, hash, "frozenAt" from portal.merit_run
    where _id = ${id} and state = 'Frozen'`.execute(db);
  return rows[0];
}

/** The frozen runs of a session, the newest first. */
export async function frozenRunsOf(db: Database | Trx, session: string): Promise<FrozenRun[]> {
  const { rows } = await sql<FrozenRun>`select _id, session, version, hash, "frozenAt" from portal.merit_run
    where session = ${session} and state = 'Frozen' order by version desc`.execute(db);
  return rows;
}

/** One row of a run, as `placesOf` gives it. */
export interface PlaceOfRun {
  readonly application: string;
  readonly programme: string;
  readonly outcome: "Offer" | "Waiting" | "Not placed";
  /** Within the programme, from 1; null for who is not ranked. */
  readonly rank: number | null;
  /** Two decimals, as text. */
  readonly aggregate: string | null;
  readonly quota: string | null;
  readonly reason: string;
  /** Whether the board entered it, or took it off, by hand. */
  readonly byhand: boolean;
}

/**
 * Every place of a run, as a part of a larger query: rows of `application, programme, outcome, rank, aggregate, quota,
 * reason, byhand`, called by `merit_place.` in a condition.
 */
export const placesOf = (run: string): RawBuilder<PlaceOfRun> => sql<PlaceOfRun>`
  select merit_place.application, merit_place.programme, merit_place.outcome, merit_place.rank,
    merit_place.aggregate::text as aggregate, merit_place.quota, merit_place.reason, merit_place.byhand
  from portal.merit_place where merit_place.run = ${run}`;

export interface WaitingPlace {
  readonly application: string;
  readonly rank: number;
  /** Two decimals, as text. */
  readonly aggregate: string;
}

/** Of these applications those that wait for a seat, by the newest frozen run of the session that holds them. */
export async function waitingPlaces(
  trx: Trx,
  session: string,
  applications: readonly string[],
): Promise<ReadonlyMap<string, WaitingPlace>> {
  const { rows } = await sql<WaitingPlace>`
    select application, rank, aggregate from (
      select distinct on (p.application) p.application, p.outcome, p.rank, p.aggregate::text as aggregate
      from portal.merit_place p join portal.merit_run r on r._id = p.run
      where p.application = any(${[...applications]}::uuid[]) and r.session = ${session} and r.state = 'Frozen'
      order by p.application, r.version desc) newest
    where outcome = 'Waiting'`.execute(trx);
  return new Map(rows.map((row) => [row.application, row]));
}
