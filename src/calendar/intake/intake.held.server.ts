import { type RawBuilder, sql } from "kysely";

/** Seats of each programme of a session, and those that offers hold: rows of `programme, seats, taken`, of a larger query. */
export const seatsHeld = (session: string): RawBuilder<unknown> =>
  sql`(select intake.programme, intake.seats, intake.taken from portal.intake where intake.session = ${session})`;
