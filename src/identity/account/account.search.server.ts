import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";

/** An account as far as people are told apart by it. */
export interface FoundAccount {
  readonly _id: string;
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly jamb: string;
  readonly emailaddress: string;
  readonly phonenumber: string;
  readonly verified: boolean;
}

export interface Wanted {
  /** Each stands in a name, the address, the phone number or the JAMB number. */
  readonly words: readonly string[];
  /** These too. */
  readonly ids: readonly string[];
}

/** At most so many accounts, by name. Without words none but those named by `_id`. */
export async function findAccounts(db: Database, { words, ids }: Wanted, most: number): Promise<FoundAccount[]> {
  const held = words.length === 0 ? sql`false` : sql.join(words.map(holding), sql` and `);
  const { rows } = await sql<FoundAccount>`
    select _id, firstname, middlename, lastname, jamb, emailaddress, phonenumber, "verifiedAt" is not null as verified
    from portal.applicant where ${ids.length === 0 ? held : sql`_id = any(${[...ids]}::uuid[]) or (${held})`}
    order by lastname, firstname, _id limit ${most}`.execute(db);
  return rows;
}

/** A word of three letters is found anywhere, a shorter one where a word begins: so the index finds both. */
function holding(word: string): RawBuilder<boolean> {
  const literal = word.toLowerCase().replace(/[\\%_]/g, "\\$&");
  return sql<boolean>`portal.applicant_words(firstname, middlename, lastname, emailaddress, phonenumber, jamb)
    like ${word.length >= 3 ? `%${literal}%` : `% ${literal}%`}`;
}
