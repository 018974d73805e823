import { type RawBuilder, sql } from "kysely";

/** The recalls that somebody else than this member of staff proposed, and that nobody has answered. */
export const proposedRecalls = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.recall where state = 'Proposed' and proposedby <> ${staff}`;
