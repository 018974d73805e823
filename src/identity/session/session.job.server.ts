import { sql } from "kysely";
import type { Round } from "#platform/jobs/jobs.server.ts";

/** Nightly: sign-ins that ended by themselves, reset links of yesterday, and devices not seen for a year are forgotten. */
export const forgetDeadSessions: Round = {
  name: "forget-dead-sessions",
  cron: "23 1 * * *",
  async run(app) {
    const { db } = app.portal;
    await sql`delete from portal.sign_in where "endsAt" < now() or "seenAt" + idle < now()`.execute(db);
    await sql`delete from portal.password_reset where "endsAt" < now() - interval '1 day'`.execute(db);
    await sql`delete from portal.known_device where "seenAt" < now() - interval '1 year'`.execute(db);
  },
};
