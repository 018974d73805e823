import { createHash } from "node:crypto";
import { sql } from "kysely";
import * as v from "valibot";
import { type RefusalCode, refuseForm } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Table } from "../table-file/table-file.server.ts";
import type { ColumnMap, ColumnsRead, WantedColumn } from "./table-map.contract.ts";
import { guessedMap, plainHeading } from "./table-map.rules.ts";

const SAMPLES = 3;

/** What a file holds, with the map of the last file of this kind that had the same headings, in whatever order. */
export async function readColumns(
  db: Database,
  noun: string,
  wanted: readonly WantedColumn[],
  { headings, rows }: Table,
): Promise<ColumnsRead> {
  const kept = await db
    .selectFrom("table_map")
    .select("map")
    .where("noun", "=", noun)
    .where("headings", "=", headingsDigest(headings))
    .executeTakeFirst();
  const known = kept && spelt(kept.map as ColumnMap, wanted, headings);
  return {
    headings,
    samples: rows.slice(0, SAMPLES).map(({ cells }) => cells),
    rows: rows.length,
    map: { ...(known ?? guessedMap(wanted, headings)) },
    remembered: known !== undefined,
  };
}

/** Keeps what somebody said of these headings, for the next file that has them. */
export async function rememberMap(
  trx: Trx,
  noun: string,
  headings: readonly string[],
  map: ColumnMap,
  staff: string,
): Promise<void> {
  const said = { map: JSON.stringify(map), staff };
  await trx
    .insertInto("table_map")
    .values({ noun, headings: headingsDigest(headings), ...said })
    .onConflict((same) => same.columns(["noun", "headings"]).doUpdateSet({ ...said, updatedAt: sql`now()` }))
    .execute();
}

const asked = v.record(v.string(), v.string());

/** The map in a call's query. Refuses (500, under `map`) what is none, and a heading that the file does not have. */
export function askedMap(query: unknown, wanted: readonly WantedColumn[], headings: readonly string[]): ColumnMap {
  const { map } = query as { map?: unknown };
  const { success, output } = v.safeParse(asked, parsed(map));
  if (!success) throw refused("form-invalid", "Say which column of the file holds what");
  for (const [name, heading] of Object.entries(output)) {
    const label = wanted.find((column) => column.name === name)?.label;
    if (!label) throw refused("form-invalid", `The column ${name.slice(0, 40)} is not known`);
    if (!headings.includes(heading))
      throw refused("column-missing", `${label}: this file has no column ${heading.slice(0, 60)}`);
  }
  return output;
}

/** What stands in a row, by our names; a column that the file does not have is empty. */
export const cellsBy = <N extends string>(map: ColumnMap, headings: readonly string[], names: readonly N[]) => {
  const places = names.map((name) => [name, headings.indexOf(map[name] ?? "")] as const);
  return (cells: readonly string[]) =>
    Object.fromEntries(places.map(([name, place]) => [name, (cells[place] ?? "").trim()])) as Record<N, string>;
};

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

const refused = (code: RefusalCode, sentence: string) => refuseForm(code, sentence, { map: sentence });

/** A kept map in this file's own spelling of the headings; columns that are not looked for any more are left out. */
function spelt(map: ColumnMap, wanted: readonly WantedColumn[], headings: readonly string[]): ColumnMap {
  const own = (heading: string) => headings.find((one) => plainHeading(one) === plainHeading(heading));
  const pairs = wanted.flatMap(({ name }) => {
    const heading = map[name] === undefined ? undefined : own(map[name]);
    return heading === undefined ? [] : [[name, heading] as const];
  });
  return Object.fromEntries(pairs);
}

const headingsDigest = (headings: readonly string[]): Buffer =>
  createHash("sha256").update(headings.map(plainHeading).sort().join("\n")).digest();
