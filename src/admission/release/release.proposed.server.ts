import { type RawBuilder, sql } from "kysely";

/** The release lists that nobody has answered, and in which this member of staff had no hand. */
export const proposedReleases = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.release where state = 'Proposed' and proposedby <> ${staff}
    and not exists (select from portal.release_hand hand where hand.release = release._id and hand.staff = ${staff})`;
