import type { Round } from "#platform/jobs/jobs.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { keepLooked, lookForAll } from "./impossible-state.server.ts";

/** Hourly: looks for everything that must never be. */
export const lookingForImpossible = (checks: readonly Impossible[]): Round => ({
  name: "look-for-impossible-states",
  cron: "47 * * * *",
  async run({ portal: { db }, log }) {
    const looked = await lookForAll(db, checks);
    await db.transaction().execute((trx) => keepLooked(trx, looked));
    for (const { name, found, trouble, subjects } of looked)
      if (found !== 0) log.error({ name, found, trouble, subjects: subjects.slice(0, 5) }, "impossible state");
  },
});
