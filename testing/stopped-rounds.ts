import type { TestPortal } from "./portal.ts";
import { untilJobsRest } from "./waiting.ts";

/** From then on no clock begins these rounds of the portal: their test does, or nobody. What has begun is over. */
export async function stopRounds({ app, db }: TestPortal, ...names: readonly string[]): Promise<void> {
  await app.portal.pool.query(
    "update graphile_worker._private_known_crontabs set last_execution = '2100-01-01' where identifier = any($1)",
    [names],
  );
  await untilJobsRest({ db });
}
