import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";

/** What a programme takes in a session, and what of it is promised. */
export interface Seats {
  /** Null while nobody has said. */
  readonly seats: number | null;
  /** Offers that hold a seat: those that stand, and those that have lapsed and were not freed. */
  readonly taken: number;
  /** Of them, those over the seats: accepted in time after their seat had been given on. Contract 3.12. */
  readonly beyond: number;
}

/** The seats of a session by programme. A programme without an intake is absent. */
export async function seatsOf(db: Database | Trx, session: string): Promise<ReadonlyMap<string, Seats>> {
  const { rows } = await sql<Seats & { programme: string }>`
    select programme, seats, taken, beyond from portal.intake where session = ${session}`.execute(db);
  return new Map(rows.map(({ programme, ...seats }) => [programme, seats]));
}

/** How many offers may still be made; null while nobody has said how many seats there are. */
export const freeSeats = ({ seats, taken, beyond }: Seats): number | null =>
  seats === null ? null : Math.max(0, seats - (taken - beyond));

/** How many seats of an intake are held, those beyond it aside. */
export async function heldSeats(trx: Trx, intake: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select taken - beyond as held from portal.intake where _id = ${intake}`.execute(trx);
  return rows[0]?.held ?? 0;
}
