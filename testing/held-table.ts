import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { TestPortal } from "./portal.ts";

/**
 * Lets nobody write into a table until so many wait for something, so that their transactions overlap whatever the speed
 * of the machine; gives up waiting after four seconds. Answers what `meanwhile` came to.
 */
export async function whileTableHeld<R>(
  { db }: TestPortal,
  table: string,
  waiters: number,
  meanwhile: () => Promise<R>,
): Promise<R> {
  const asked = await db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(`portal.${table}`)} in exclusive mode`.execute(trx);
    const asking = meanwhile();
    for (let waited = 0; waited < 4_000; waited += 25) {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      if (rows.length >= waiters) break;
      await wait(25);
    }
    return { asking };
  });
  return asked.asking;
}
