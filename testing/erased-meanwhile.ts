import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { TestPortal } from "./portal.ts";

/** Makes a call that has been let in when its applicant is deleted, and answers its reply. Waits for four seconds at most. */
export async function erasedMeanwhile<R>({ db }: TestPortal, applicant: string, call: () => Promise<R>): Promise<R> {
  const asked = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("applicant").where("_id", "=", applicant).execute();
    const asking = call();
    for (let waited = 0; waited < 4_000; waited += 25) {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      if (rows.length > 0) break;
      await wait(25);
    }
    return { asking };
  });
  return asked.asking;
}
