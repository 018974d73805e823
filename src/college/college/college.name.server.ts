import { type RawBuilder, sql } from "kysely";

/** What a college is called, as a part of a larger query. */
export const collegeName = (college: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select named.name from portal.college named where named._id = ${college})`;
