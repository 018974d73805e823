import { sql } from "kysely";
import type { Trx } from "#platform/perform.server.ts";
import type { Field } from "../record/record.facts.contract.ts";
import { columnsOf, labelOf, type Registry, type Rules, reached, rulesNamed } from "../record/record.rules.server.ts";
import type { Officer } from "../scope/scope.server.ts";

/** The `_id` by what a file calls a record: its code, or its whole title; in lower case. */
export type Names = ReadonlyMap<string, string>;

/** For each reference among the fields, the records that these texts call. */
export async function namesIn(
  trx: Trx,
  registry: Registry,
  who: Officer,
  columns: readonly { readonly field: Field; readonly texts: readonly string[] }[],
): Promise<ReadonlyMap<string, Names>> {
  const found = new Map<string, Names>();
  for (const { field, texts } of columns) {
    if (field.noun === null) continue;
    found.set(field.name, await recordsCalled(trx, rulesNamed(registry, field.noun), who, texts));
  }
  return found;
}

async function recordsCalled(trx: Trx, rules: Rules, who: Officer, texts: readonly string[]): Promise<Names> {
  const column = columnsOf("t");
  const label = sql`lower(${labelOf(rules, column)})`;
  const first = sql`lower(${column(String(rules.of.title[0]))}::text)`;
  const wanted = [...new Set(texts.map((text) => text.trim().toLowerCase()))];
  const { rows } = await sql<{ _id: string; label: string; first: string }>`
    select t._id, ${label} as label, ${first} as first from ${sql.table(`portal.${rules.table}`)} t
    where ${reached(rules, who, column)} and (${label} = any(${wanted}::text[]) or ${first} = any(${wanted}::text[]))`.execute(
    trx,
  );
  return new Map(rows.flatMap((row) => [[row.first, row._id] as const, [row.label, row._id] as const]));
}
