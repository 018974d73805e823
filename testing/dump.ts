import { sql } from "kysely";
import type { Database } from "../src/platform/database/connect.server.ts";

/** Where a word stands anywhere in the database, jobs too, in whatever case: as `schema.table`, each once, in their order. */
export async function tablesHolding(db: Database, word: string): Promise<string[]> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`.execute(db);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql`select from ${sql.table(`${schema}.${name}`)} held
      where position(lower(${word}) in lower(held::text)) > 0 limit 1`.execute(db);
    if (rows.length > 0) found.push(`${schema}.${name}`);
  }
  return found;
}
