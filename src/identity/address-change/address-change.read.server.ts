import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";

export interface AddressChange {
  readonly _id: string;
  readonly applicant: string;
  readonly oldaddress: string;
  readonly newaddress: string;
  readonly reason: string;
  readonly evidence: string;
  readonly askedby: string;
  readonly createdAt: string;
  readonly endsAt: string;
  readonly confirmedAt: string | null;
  /** It can still be confirmed. */
  readonly open: boolean;
}

/** The changes of an applicant's address that were not withdrawn, newest first, at most ten. */
export async function addressChangesOf(db: Database | Trx, applicant: string): Promise<AddressChange[]> {
  const { rows } = await sql<AddressChange>`
    select _id, applicant, oldaddress, newaddress, reason, evidence, askedby, "createdAt", "endsAt", "confirmedAt",
      "confirmedAt" is null and "endsAt" > now() as open
    from portal.address_change where applicant = ${applicant} and "withdrawnAt" is null
    order by "createdAt" desc, _id desc limit 10`.execute(db);
  return rows;
}

/** The change that waits for its code; undefined without one. */
export const openChangeOf = async (db: Database | Trx, applicant: string): Promise<AddressChange | undefined> =>
  (await addressChangesOf(db, applicant)).find(({ open }) => open);
