import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/** A replica has so long to catch up with what the primary has just written, in milliseconds; then the primary is read. */
const CATCH_UP_MS = 1_000;
const LOOK_MS = 50;

/** Where long files are read: a replica that has all that was written before this moment, else the primary. */
export type Reading = () => Promise<pg.Pool>;

/**
 * A replica answers only what it has replayed, so it is asked to have replayed the primary's newest byte: whoever exports what he or she has just
 * changed finds it there. One that is late, away or no replica is passed over.
 */
export function openReading(primary: pg.Pool, replica: pg.Pool | undefined): Reading {
  if (!replica) return async () => primary;
  const hasCaughtUp = async (): Promise<boolean> => {
    const { rows: written } = await primary.query("select pg_current_wal_lsn()::text as place");
    for (const end = Date.now() + CATCH_UP_MS; Date.now() < end; await pause(LOOK_MS)) {
      const { rows } = await replica.query("select pg_last_wal_replay_lsn() >= $1::pg_lsn as all", [written[0].place]);
      if (rows[0].all !== false) return rows[0].all === true;
    }
    return false;
  };
  return async () => ((await hasCaughtUp().catch(() => false)) ? replica : primary);
}
