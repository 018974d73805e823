import { sql } from "kysely";
import type { Database } from "../database/connect.server.ts";

export interface WrittenMail {
  readonly _id: string;
  readonly at: string;
  readonly subject: string;
  readonly state: string;
}

/** The mails to some addresses whose subject holds some words, oldest first, at most a hundred. */
export async function mailsAbout(db: Database, recipients: readonly string[], words: string): Promise<WrittenMail[]> {
  const { rows } = await sql<WrittenMail>`
    select _id, "createdAt" as at, subject, state from portal.outgoing_mail
    where recipient = any(${[...recipients]}::text[]) and position(${words} in subject) > 0 order by "createdAt", _id limit 100`.execute(
    db,
  );
  return rows;
}
