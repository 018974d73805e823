import { type RawBuilder, sql } from "kysely";

/** What a department is called, as a part of a larger query. */
export const departmentName = (department: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select named.name from portal.department named where named._id = ${department})`;
