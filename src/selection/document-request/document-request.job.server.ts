import { sql } from "kysely";
import type { Round } from "#platform/jobs.server.ts";
import { perform, portalItself } from "#platform/perform.server.ts";

/** Soon after each midnight in Lagos, and whenever it was missed: remembers what has not come by its last day. */
export const markOverdue: Round = {
  name: "mark-overdue-documents",
  cron: "*/10 * * * *",
  async run({ portal: { db } }) {
    const { rows } = await sql`select ${isLate} limit 1`.execute(db);
    if (rows.length === 0) return;
    await perform(db, portalItself, async ({ trx, note }) => {
      const { rows: late } = await sql<{ application: string }>`
        update portal.document_request set "overdueAt" = now()
        where _id in (select _id ${isLate} for update skip locked) returning application`.execute(trx);
      note({ deed: "document-request.overdue", subject: "review:many", after: late });
    });
  },
};

const isLate = sql`from portal.document_request
  where state = 'Awaited' and "overdueAt" is null and due < (now() at time zone 'Africa/Lagos')::date`;
