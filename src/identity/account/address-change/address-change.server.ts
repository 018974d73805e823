import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

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

/**
 * The addresses at which an applicant is or was written to: the present one, and the former ones that had shown a code. One
 * that never did may be a stranger's.
 */
export async function addressesOf(db: Database | Trx, applicant: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select emailaddress as address from portal.applicant where _id = ${applicant}
    union select newaddress from portal.address_change where applicant = ${applicant} and "confirmedAt" is not null
    union select c.oldaddress from portal.address_change c join portal.applicant a on a._id = c.applicant
      where a._id = ${applicant} and c."confirmedAt" > a."verifiedAt"`.execute(db);
  return rows.map(({ address }) => address);
}

/**
 * Where a letter goes that is meant for an address which its owner gave earlier: to that of the account, if the office has
 * changed it since. An SQL expression; both are columns.
 */
export const addressNow = (applicant: RawBuilder<unknown>, given: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce((select account.emailaddress from portal.applicant account
    where account._id = ${applicant} and exists (select from portal.address_change moved
      where moved.applicant = account._id and moved."confirmedAt" is not null
        and lower(moved.oldaddress) = lower(${given}))), ${given})`;

/** Whether an address took the place of another as an applicant's, once. An SQL condition; both are columns. */
export const hasTakenPlace = (applicant: RawBuilder<unknown>, address: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.address_change moved where moved.applicant = ${applicant}
    and moved."confirmedAt" is not null and lower(moved.newaddress) = lower(${address}))`;

export const ownAddressChanges: OwnRows = {
  name: "addresschanges",
  tables: ["address_change"],
  rows: (owner) => sql`select to_jsonb(c) - 'askedby' - 'evidence' as row
    from portal.address_change c where applicant = ${owner} order by "createdAt"`,
};
