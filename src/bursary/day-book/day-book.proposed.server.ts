import { type RawBuilder, sql } from "kysely";

/** The wishes of others than this member of staff to open closed days again, that nobody has answered. */
export const proposedReopenings = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.day_book_reopening where state = 'Proposed' and proposedby <> ${staff}`;
