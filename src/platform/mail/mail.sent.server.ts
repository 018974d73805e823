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

/** Mails to one address whose subject holds some words. */
export interface MailsAbout {
  readonly recipient: string;
  readonly words: string;
}

/** The mails to some addresses, and others about something, newest first. Their texts are dropped once they are sent. */
export async function mailsTo(
  db: Database,
  addresses: readonly string[],
  most: number,
  about: readonly MailsAbout[] = [],
): Promise<SentMail[]> {
  const recipients = [...addresses, ...about.map(({ recipient }) => recipient)];
  const { rows } = await sql<SentMail>`
    select _id, "createdAt", recipient, subject, state, "sentAt", trouble from portal.outgoing_mail m
    where recipient = any(${recipients}::text[]) and (recipient = any(${[...addresses]}::text[]) or exists (
      select from jsonb_to_recordset(${JSON.stringify(about)}::jsonb) as a(recipient text, words text)
      where a.recipient = m.recipient and position(a.words in m.subject) > 0))
    order by "createdAt" desc, _id desc limit ${most}`.execute(db);
  return rows;
}
