import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { grants } from "../permission/permission.grants.server.ts";

/** The names of members of staff by `_id`, as the office writes them: "Dr Hauwa Bello". */
export async function namesOfStaff(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ _id: string; name: string }>`
    select _id, concat_ws(' ', title, firstname, lastname) as name from portal.staff
    where _id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}

/** The names of those who may use a right now, for the whole college, but for one person: a second person for what that one proposes. */
export async function approversBeside(db: Database | Trx, key: string, proposer: string): Promise<string[]> {
  const held = await grants(
    db,
    sql`g.key = ${key} and g.scope = 'all' and g.staff <> ${proposer}
    and exists (select from portal.staff s where s._id = g.staff and s.status = 'Active')`,
  );
  const names = await namesOfStaff(
    db,
    held.map(({ staff }) => staff),
  );
  return [...names.values()].sort();
}
