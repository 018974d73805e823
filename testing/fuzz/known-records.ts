import { sql } from "kysely";
import type { Chance } from "../../demo/chance.ts";
import type { Database } from "../../src/platform/database/connect.server.ts";

/** Identifiers that stand in the database. */
export interface KnownRecords {
  /** The `_id` of a record of the table that a field or a part of an address is called after; else of any table. */
  of(name: string, chance: Chance): string;
}

const OF_EACH = 15;

/** So many of each table, the oldest first: fixed records, not what the run itself adds and takes away. */
export async function knownRecords(db: Database): Promise<KnownRecords> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'portal' and column_name = '_id' and udt_name = 'uuid' order by 1`.execute(db);
  const ids = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await sql<{ _id: string }>`select _id from ${sql.table(`portal.${name}`)} order by _id
      limit ${OF_EACH}`.execute(db);
    if (rows.length > 0)
      ids.set(
        name,
        rows.map(({ _id }) => _id),
      );
  }
  const all = [...ids.values()];
  return { of: (name, chance) => chance.one(ids.get(tableOf(name, ids)) ?? chance.one(all)) };
}

/** `ms_programme`, `programmeId` and `fromprogramme` are all about programmes. */
function tableOf(name: string, ids: ReadonlyMap<string, unknown>): string {
  const plain = name.replace(/^ms_/, "").replace(/Id$/, "");
  if (ids.has(plain)) return plain;
  const ending = [...ids.keys()].filter((table) => plain.endsWith(table) || plain.startsWith(table));
  return ending.sort((one, other) => other.length - one.length)[0] ?? plain;
}
