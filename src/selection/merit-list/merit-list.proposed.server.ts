import { type RawBuilder, sql } from "kysely";

/** The merit lists that nobody has answered, and that this member of staff neither made, proposed nor changed by hand. */
export const proposedRuns = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.merit_run where state = 'Proposed' and proposedby <> ${staff} and madeby <> ${staff}
    and not exists (select from portal.merit_entry entry where entry.run = merit_run._id
      and (entry.enteredby = ${staff} and entry."undoneAt" is null or entry.undoneby = ${staff}))`;
