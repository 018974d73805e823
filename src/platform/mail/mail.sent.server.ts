import { sql } from "kysely";
import type { Database } from "../database/connect.server.ts";

export interface SentMail {
  readonly _id: string;
  readonly createdAt: string;
  readonly recipient: string;
  readonly subject: string;
  readonly state: string;
  readonly sentAt: string | null;
  /** Why it has not been sent yet. */
  readonly trouble: string | null;
}

/** The mails to some addresses, newest first. Their texts are dropped once they are sent. */
export async function mailsTo(db: Database, addresses: readonly string[], most: number): Promise<SentMail[]> {
  const { rows } = await sql<SentMail>`
    select _id, "createdAt", recipient, subject, state, "sentAt", trouble from portal.outgoing_mail
    where recipient = any(${[...addresses]}::text[]) order by "createdAt" desc, _id desc limit ${most}`.execute(db);
  return rows;
}
