import { sql } from "kysely";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform } from "#platform/write/perform.server.ts";

/** Nightly: accounts that nobody verified within 30 days are deleted, as the privacy notice says. */
export const deleteUnverified: Round = {
  name: "delete-unverified-accounts",
  cron: "41 1 * * *",
  async run(app) {
    await sql`delete from portal.contested_address where "endsAt" < now()`.execute(app.portal.db);
    const by = { actor: { kind: "system", id: null }, request: null } as const;
    for (let deleted = BATCH; deleted === BATCH; ) {
      deleted = await perform(app.portal.db, by, async ({ trx, note }) => {
        const { rows } = await sql<{ _id: string }>`
          delete from portal.applicant where "verifiedAt" is null and _id in (
            select old._id from portal.applicant old
            where old."verifiedAt" is null and old."createdAt" < now() - interval '30 days' limit ${BATCH})
          returning _id`.execute(trx);
        note({
          deed: "account.delete-unverified",
          subject: "applicant:unverified",
          before: rows.map(({ _id }) => _id),
        });
        return rows.length;
      });
    }
  },
};

const BATCH = 500;
