import { sql } from "kysely";
import type { Round } from "#platform/jobs/jobs.server.ts";

/** For how many days a sign-in that lapsed is told from one that was ended; no cookie of one lives for longer. */
export const LAPSED_DAYS = 30;

/** Nightly: sign-ins that lapsed so long ago, reset links of yesterday, and devices not seen for a year are forgotten. */
export const forgetDeadSessions: Round = {
  name: "forget-dead-sessions",
  cron: "23 1 * * *",
  async run(app) {
    const { db } = app.portal;
    await sql`delete from portal.sign_in where least("endsAt", "seenAt" + idle) < now() - make_interval(days => ${LAPSED_DAYS})`.execute(
      db,
    );
    await sql`delete from portal.password_reset where "endsAt" < now() - interval '1 day'`.execute(db);
    await sql`delete from portal.known_device where "seenAt" < now() - interval '1 year'`.execute(db);
  },
};
