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

/** By code, by name, or by both as a title; a text that calls several records calls none. */
async function recordsCalled(trx: Trx, rules: Rules, who: Officer, texts: readonly string[]): Promise<Names> {
  const column = columnsOf("t");
  const own = rules.of.facts.filter(({ name, noun }) => noun === null && rules.of.title.includes(name));
  const names = [labelOf(rules, column), ...own.map(({ name }) => sql`${column(name)}::text`)];
  const called = sql`array[${sql.join(names.map((name) => sql`lower(${name})`))}]`;
  const wanted = [...new Set(texts.map((text) => text.trim().toLowerCase()))];
  const { rows } = await sql<{ _id: string; called: string[] }>`
    select t._id, ${called} as called from ${sql.table(`portal.${rules.table}`)} t
    where ${reached(rules, who, column)} and ${called} && ${wanted}::text[]`.execute(trx);
  const pairs = rows.flatMap(({ _id, called: texts }) => [...new Set(texts)].map((text) => ({ text, _id })));
  const byText = [...Map.groupBy(pairs, ({ text }) => text)];
  return new Map(byText.flatMap(([text, [first, second]]) => (first && !second ? [[text, first._id] as const] : [])));
}
