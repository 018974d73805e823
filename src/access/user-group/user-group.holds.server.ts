import { sql } from "kysely";
import type { Trx } from "#platform/perform.server.ts";

/** The `_id` of each page that a group opens. */
export async function pagesOf(trx: Trx, group: string): Promise<string[]> {
  const { rows } = await sql<{ page: string }>`
    select page from portal.group_permission where "group" = ${group}`.execute(trx);
  return rows.map(({ page }) => page);
}

/** The `_id` of each member of staff who belongs to a group. */
export async function membersOf(trx: Trx, group: string): Promise<string[]> {
  const { rows } = await sql<{ staff: string }>`
    select staff from portal.group_member where "group" = ${group}`.execute(trx);
  return rows.map(({ staff }) => staff);
}
