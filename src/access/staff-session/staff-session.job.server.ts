import { sql } from "kysely";
import type { Round } from "#platform/jobs/jobs.server.ts";

/** Nightly: the office's sign-ins that ended by themselves, its links of yesterday and secrets begun and left are forgotten. */
export const forgetDeadStaffSessions: Round = {
  name: "forget-dead-staff-sessions",
  cron: "29 1 * * *",
  async run(app) {
    const { db } = app.portal;
    await sql`delete from portal.staff_session where "endsAt" < now() or "seenAt" + idle < now()`.execute(db);
    await sql`delete from portal.staff_password_link where "endsAt" < now() - interval '1 day'`.execute(db);
    await sql`update portal.staff_account set pendingfactor = null, "pendingAt" = null
      where "pendingAt" < now() - interval '1 day'`.execute(db);
  },
};
