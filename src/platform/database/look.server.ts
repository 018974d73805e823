import { type RawBuilder, sql } from "kysely";
import type { Database } from "./connect.server.ts";

/**
 * What the database shows from now on, to be asked later whether something was changed since. Not a time: a row carries the one at
 * which its transaction began, and is seen by nobody until that commits.
 */
export async function lookNow(db: Database): Promise<string> {
  const { rows } = await sql<{ look: string }>`select pg_current_snapshot()::text as look`.execute(db);
  return rows[0]?.look ?? "";
}

/**
 * Whether a look saw the row of an alias as it stands now, as a part of a larger query. A row of a table, not of a view, that is
 * written outside of savepoints: a snapshot names whole transactions.
 */
export function sawRow(look: string, alias: string): RawBuilder<boolean> {
  const [, end = "0", running = ""] = look.split(":");
  // A row keeps the lower half of a transaction's number: it is the nearest to the newest that has this half.
  const next = sql`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;
  const past = sql`((${next} - ${sql.ref(`${alias}.xmin`)}::text::bigint + 2147483648) & 4294967295) - 2147483648`;
  const changed = sql`${next} - (${past})`;
  return sql<boolean>`(${changed} < ${end}::bigint and ${changed} <> all(${running.split(",").filter(Boolean)}::bigint[]))`;
}
