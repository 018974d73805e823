import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { TestPortal } from "./portal.ts";

/**
 * Until so many questions to this database wait for a row, a table or a key that another holds; gives up after `mostMs`,
 * where it may be that none ever waits. The database's own sweepers wait too and don't count.
 */
export async function untilWaiting({ db }: Pick<TestPortal, "db">, waiters = 1, mostMs = 10_000): Promise<void> {
  for (const end = Date.now() + mostMs; Date.now() < end; await wait(25)) {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and backend_type = 'client backend'`.execute(db);
    if (rows.length >= waiters) return;
  }
}
