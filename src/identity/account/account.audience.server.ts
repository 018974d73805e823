import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";

/** Who has had a verified account since a time, as rows of `applicant`; nobody while the time is null. */
export const accountsSince = (time: string | null): RawBuilder<unknown> =>
  sql`select _id as applicant from portal.applicant where "verifiedAt" >= ${time}::timestamptz`;

/** Who has this e-mail address or JAMB number, verified, as a row of `applicant`. */
export const accountNamed = (words: string): RawBuilder<unknown> => sql`select _id as applicant from portal.applicant
  where "verifiedAt" is not null and (lower(emailaddress) = lower(${words}) or jamb = upper(${words}))`;

/** Whom a letter reaches: verified accounts alone. */
export interface Contact {
  readonly _id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly jamb: string;
  readonly emailaddress: string;
}

/** How some applicants are called and reached; whoever has no verified account is left out. */
export async function contactsOf(db: Database | Trx, ids: readonly string[]): Promise<Contact[]> {
  const { rows } = await sql<Contact>`select _id, firstname, lastname, jamb, emailaddress from portal.applicant
    where _id = any(${[...ids]}::uuid[]) and "verifiedAt" is not null order by _id`.execute(db);
  return rows;
}
