import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Trx } from "../src/platform/perform.server.ts";
import type { TestPortal } from "./portal.ts";

/**
 * Holds the applicant's row and does `first`, while `meanwhile` is asked; commits when that waits for the row, or after
 * a second should it wait for nothing. Answers what `meanwhile` came to.
 */
export async function whileHeld<R>(
  portal: TestPortal,
  applicant: string,
  first: (trx: Trx) => Promise<unknown>,
  meanwhile: () => Promise<R>,
): Promise<R> {
  const asked = await portal.db.transaction().execute(async (trx) => {
    await trx.selectFrom("applicant").select("_id").where("_id", "=", applicant).forUpdate().execute();
    await first(trx);
    const asking = meanwhile();
    await untilSomebodyWaits(portal);
    return { asking };
  });
  return asked.asking;
}

/** Until a question to this database waits for a row or a table, or for a second should none. */
export async function untilSomebodyWaits(portal: TestPortal): Promise<void> {
  for (let waited = 0; waited < 1_000 && !(await somebodyWaits(portal)); waited += 50) await wait(50);
}

async function somebodyWaits({ db }: TestPortal): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
