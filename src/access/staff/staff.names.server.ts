import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";

/** The names of members of staff by `_id`, as the office writes them: "Dr Hauwa Bello". */
export async function namesOfStaff(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ _id: string; name: string }>`
    select _id, concat_ws(' ', title, firstname, lastname) as name from portal.staff
    where _id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}
