import { type RawBuilder, sql } from "kysely";

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
