import { sql } from "kysely";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Field } from "../record/record.facts.contract.ts";
import { columnsOf, labelOf, type Registry, type Rules, reached, rulesNamed } from "../record/record.rules.server.ts";
import type { Officer } from "../scope/scope.server.ts";

/** The `_id` by what a file calls a record, in lower case; null where several are called so. */
type Names = ReadonlyMap<string, string | null>;

/** What the cells of one reference may say. */
export interface References {
  readonly names: Names;
  /** The field that tells its records apart, as people call it: "code". */
  readonly key: string | null;
}

/** For each reference among the fields, the records that these texts call. */
export async function namesIn(
  trx: Trx,
  registry: Registry,
  who: Officer,
  columns: readonly { readonly field: Field; readonly texts: readonly string[] }[],
): Promise<ReadonlyMap<string, References>> {
  const found = new Map<string, References>();
  for (const { field, texts } of columns) {
    if (field.noun === null) continue;
    const rules = rulesNamed(registry, field.noun);
    const names = await recordsCalled(trx, rules, who, texts);
    found.set(field.name, { names, key: keysOf(rules)[0]?.label.toLowerCase() ?? null });
  }
  return found;
}

/** The fields by which a text alone tells one record from all others. */
const keysOf = ({ of }: Rules): readonly Field[] =>
  of.facts.filter(({ name, noun }: Field) => noun === null && of.key.length === 1 && of.key[0] === name);

/** By what tells it apart, such as its code; by each text of its title, or by the whole of it. */
async function recordsCalled(trx: Trx, rules: Rules, who: Officer, texts: readonly string[]): Promise<Names> {
  const column = columnsOf("t");
  const titles = rules.of.facts.filter(({ name, noun }: Field) => noun === null && rules.of.title.includes(name));
  const own = [...new Set([...keysOf(rules), ...titles])];
  const names = [labelOf(rules, column), ...own.map(({ name }) => sql`${column(name)}::text`)];
  const called = sql`array[${sql.join(names.map((name) => sql`lower(${name})`))}]`;
  const wanted = [...new Set(texts.map((text) => text.trim().toLowerCase().replaceAll("\0", "")))];
  const { rows } = await sql<{ _id: string; called: string[] }>`
    select t._id, ${called} as called from ${sql.table(`portal.${rules.table}`)} t
    where ${reached(rules, who, column)} and ${called} && ${wanted}::text[]`.execute(trx);
  const codes = new Map(keysOf(rules).length > 0 ? rows.map(({ _id, called: [, code = ""] }) => [code, _id]) : []);
  const pairs = rows.flatMap(({ _id, called: said }) => [...new Set(said)].map((text) => ({ text, _id })));
  const byText = [...Map.groupBy(pairs, ({ text }) => text)];
  // A code is one record's, whatever else is called so.
  return new Map(
    byText.map(([text, [first, second]]) => [text, codes.get(text) ?? (second ? null : (first?._id ?? null))]),
  );
}
