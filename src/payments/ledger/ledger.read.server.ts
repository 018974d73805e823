import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Account, JournalKind } from "./ledger.server.ts";

export interface JournalLine {
  readonly at: string;
  readonly kind: JournalKind;
  readonly account: Account;
  readonly amount_kobo: number;
}

/** Every line that was booked for a payment, in order; positive lies at the provider, negative is what it is for. */
export async function journalLinesOf(db: Database, payment: string): Promise<JournalLine[]> {
  const { rows } = await sql<JournalLine>`
    select j."createdAt" as at, j.kind, e.account, e.amount_kobo
    from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
    where j.payment = ${payment} order by j."createdAt", j._id, e.amount_kobo desc, e.account`.execute(db);
  return rows;
}
