import { type RawBuilder, sql } from "kysely";

/** The release lists that somebody else than this member of staff proposed, and that nobody has answered. */
export const proposedReleases = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.release where state = 'Proposed' and proposedby <> ${staff}`;
