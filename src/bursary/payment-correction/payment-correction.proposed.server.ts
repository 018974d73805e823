import { type RawBuilder, sql } from "kysely";

/** The corrections that somebody else than this member of staff proposed, and that nobody has answered. */
export const proposedCorrections = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.payment_correction where state = 'Proposed' and proposedby <> ${staff}`;
