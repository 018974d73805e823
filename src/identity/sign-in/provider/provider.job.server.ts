import { sql } from "kysely";
import type { Round } from "#platform/jobs/jobs.server.ts";

/** Nightly: nonces that are too old to be used again are forgotten. */
export const forgetUsedNonces: Round = {
  name: "forget-used-nonces",
  cron: "29 1 * * *",
  async run(app) {
    await sql`delete from portal.used_nonce where "endsAt" < now()`.execute(app.portal.db);
  },
};
