import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../src/platform/database/connect.server.ts";

/** Until the jobs that are due are done: one that waits for a lock would be taken for who was sent to wait. */
export async function untilJobsRest({ db }: { readonly db: Database }): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await wait(25)) {
    const { rows } =
      await sql`select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`.execute(db);
    if (rows.length === 0) return;
  }
}

/**
 * Until so many questions to this database wait for a row, a table or a key that another holds; gives up after `mostMs`,
 * where it may be that none ever waits. Answers whether they do. The database's own sweepers wait too and don't count.
 */
export async function untilWaiting({ db }: { readonly db: Database }, waiters = 1, mostMs = 10_000): Promise<boolean> {
  for (const end = Date.now() + mostMs; Date.now() < end; await wait(25)) {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and backend_type = 'client backend'`.execute(db);
    if (rows.length >= waiters) return true;
  }
  return false;
}

/** Until a transaction that is not over has written into a table; gives up after ten seconds. */
export async function untilBeingWritten({ db }: { readonly db: Database }, table: string): Promise<boolean> {
  for (const end = Date.now() + 10_000; Date.now() < end; await wait(25)) {
    const { rows } = await sql`select from pg_locks
      where relation = ${`portal.${table}`}::regclass and mode = 'RowExclusiveLock' and granted`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}
