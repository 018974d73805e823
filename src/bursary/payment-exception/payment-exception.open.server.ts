import { type RawBuilder, sql } from "kysely";

/** The exceptions that wait and that nobody has taken. */
export const untakenExceptions = (): RawBuilder<unknown> =>
  sql`select from portal.payment_exception where "closedAt" is null and takenby is null`;
