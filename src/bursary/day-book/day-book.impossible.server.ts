import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

/** The last ones: the whole chain is proved each night. */
const LAST_DAYS = 7;

export const impossibleBook: readonly Impossible[] = [
  {
    name: "closed-day-changed",
    sentence: "A closed day of the book is as it was closed, and nothing is booked on a day that was passed over",
    rows: sql`select 'day_book:' || day as subject from (
        select * from portal.day_book where reopening is null order by day desc limit ${sql.lit(LAST_DAYS)}) last
      where hash <> portal.book_hash(day, before)
      union select 'day_book:' || day from portal.day_book_chain where says is not null`,
  },
];
