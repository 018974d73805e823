import { type RawBuilder, sql } from "kysely";

/** The merit lists that somebody else than this member of staff proposed, and that nobody has answered. */
export const proposedRuns = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.merit_run where state = 'Proposed' and proposedby <> ${staff}`;
