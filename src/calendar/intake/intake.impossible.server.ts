import { type RawBuilder, sql } from "kysely";

/** The seats that the college has set, for the checks of other nouns. */
export const everySeats = (): RawBuilder<unknown> =>
  sql`(select session, programme, seats, taken, beyond from portal.intake)`;
