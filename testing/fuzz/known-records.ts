import { sql } from "kysely";
import type { Chance } from "../../demo/chance.ts";
import type { Database } from "../../src/platform/database/connect.server.ts";

/** Identifiers that stand in the database. */
export interface KnownRecords {
  /** The `_id` of a record of the list or table that a field or a part of an address is called after; else of any table. */
  of(name: string, chance: Chance): string;
  /** Records that a list of the portal showed, by the name in its address, such as `ms_help_desk`. */
  learn(name: string, ids: readonly string[]): void;
  /** Reads again what stands there, with what the run itself has added. */
  refresh(): Promise<void>;
}

/** So many of the oldest of each table, and so many of the newest. */
const OF_EACH = 8;

export async function knownRecords(db: Database): Promise<KnownRecords> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'portal' and column_name = '_id' and udt_name = 'uuid' order by 1`.execute(db);
  const listed = new Map<string, readonly string[]>();
  let ids = new Map<string, readonly string[]>();
  const refresh = async () => {
    const reads = tables.map(({ name }) => {
      const table = sql.table(`portal.${name}`);
      return sql`(select ${name} as name, array(select _id::text from ((select _id from ${table} order by _id limit ${OF_EACH})
        union (select _id from ${table} order by _id desc limit ${OF_EACH})) found order by 1) as ids)`;
    });
    const { rows } = await sql<{ name: string; ids: string[] }>`${sql.join(reads, sql` union all `)}`.execute(db);
    ids = new Map(rows.filter((row) => row.ids.length > 0).map((row) => [row.name, row.ids]));
  };
  await refresh();
  return {
    of(name, chance) {
      const shown = listed.get(name);
      if (shown && chance.happens(0.6)) return chance.one(shown);
      return chance.one(ids.get(tableOf(name, ids)) ?? shown ?? chance.one([...ids.values()]));
    },
    learn(name, found) {
      if (found.length > 0) listed.set(name, found);
    },
    refresh,
  };
}

/** `ms_programme`, `programmeId` and `fromprogramme` are all about programmes. */
function tableOf(name: string, ids: ReadonlyMap<string, unknown>): string {
  const plain = name.replace(/^ms_/, "").replace(/Id$/, "");
  if (ids.has(plain)) return plain;
  const ending = [...ids.keys()].filter((table) => plain.endsWith(table) || plain.startsWith(table));
  return ending.sort((one, other) => other.length - one.length)[0] ?? plain;
}
