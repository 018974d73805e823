import { sql } from "kysely";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { documentLetter } from "./document-request.ask.server.ts";
import { type DocumentLetter, remindOfDocumentMail } from "./document-request.mail.server.ts";

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
        where _id in (select asked._id ${isLate} for update skip locked) returning application`.execute(trx);
      note({ deed: "document-request.overdue", subject: "review:many", after: late });
    });
  },
};

/** Letters in one transaction: what is left over goes ten minutes later. */
const AT_ONCE = 200;

/** By day in Lagos: reminds whoever is asked for a document, once, the day before its last day. */
export const remindOfDocuments: Round = {
  name: "remind-of-documents",
  cron: "*/10 6-18 * * *",
  async run({ portal: { db, config } }) {
    const { rows } = await sql`select ${isToRemind} limit 1`.execute(db);
    if (rows.length === 0) return;
    await perform(db, portalItself, async ({ trx, note }) => {
      const { rows: waiting } = await sql<Pick<DocumentLetter, "label" | "reason" | "due"> & { application: string }>`
        update portal.document_request set "remindedAt" = now()
        where _id in (select asked._id ${isToRemind} limit ${AT_ONCE} for update skip locked)
        returning application, label, reason, due`.execute(trx);
      for (const one of waiting) await writeMail(trx, remindOfDocumentMail(await documentLetter(trx, config, one)));
      const after = waiting.map(({ application }) => ({ application }));
      note({ deed: "document-request.remind", subject: "review:many", after });
    });
  },
};

/** Not who was asked within a day, and has just read the same. */
const isToRemind = sql`from portal.document_request asked
  where asked.state = 'Awaited' and asked."overdueAt" is null and asked.due = (now() at time zone 'Africa/Lagos')::date + 1
    and asked."remindedAt" is null and asked."createdAt" < now() - interval '24 hours'`;

const isLate = sql`from portal.document_request asked
  where asked.state = 'Awaited' and asked."overdueAt" is null and asked.due < (now() at time zone 'Africa/Lagos')::date`;
