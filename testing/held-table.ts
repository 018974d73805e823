import { sql } from "kysely";
import type { TestPortal } from "./portal.ts";
import { untilJobsRest, untilWaiting } from "./waiting.ts";

/**
 * Lets nobody write into a table until so many wait for something, so that their transactions overlap whatever the speed
 * of the machine; gives up waiting after ten seconds. Answers what `meanwhile` came to.
 */
export async function whileTableHeld<R>(
  portal: TestPortal,
  table: string,
  waiters: number,
  meanwhile: () => Promise<R>,
): Promise<R> {
  const asked = await tableHeldFor(portal, table, async () => {
    const asking = meanwhile();
    await untilWaiting(portal, waiters);
    return { asking };
  });
  return asked.asking;
}

/** The same until `meanwhile` is over: whatever it has begun and does not wait for goes on then. */
export async function tableHeldFor<R>(portal: TestPortal, table: string, meanwhile: () => Promise<R>): Promise<R> {
  await untilJobsRest(portal);
  return portal.db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(`portal.${table}`)} in exclusive mode`.execute(trx);
    return meanwhile();
  });
}
