import { type RawBuilder, sql } from "kysely";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { AnyRecord, Values } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import {
  columnsOf,
  labelOf,
  mayRead,
  type RecordRegistry,
  type RecordRules,
  rulesNamed,
} from "../record/record.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import { cellValue, fieldsOf, flagWords, MOST_VALUES } from "./import.rules.ts";

/** What the cells of one row say, and what is wrong, by the field, with those that say nothing that a form could take. */
export function typedIn(
  columns: readonly (Field | null)[],
  cells: readonly string[],
  references: ReadonlyMap<string, References>,
  spelt: RecordRules["spelt"] = {},
): { typed: Values; troubles: Map<string, string> } {
  const typed: Values = {};
  const troubles = new Map<string, string>();
  columns.forEach((field, place) => {
    const text = cells[place]?.trim() ?? "";
    const value = field && cellValue(field, text && (spelt[field.name]?.(text) ?? text));
    if (!field || value === undefined) return;
    const called = references.get(field.name);
    const id = called && idCalled(called, String(value));
    const trouble = called ? unknownName(field, String(value), called, id) : unreadValue(field, value);
    if (trouble) troubles.set(field.name, trouble);
    typed[field.name] = called ? (id ?? undefined) : value;
  });
  return { typed, troubles };
}

/** By what is written there; else by the same without regard to spaces, hyphens and strokes. */
function idCalled({ names }: References, text: string): string | null | undefined {
  const id = names.get(text.toLowerCase());
  return id === undefined ? names.get(folded(text)) : id;
}

/** As `foldedName` has it in SQL. */
const folded = (text: string): string => text.toLowerCase().replace(/[ \-/_.]/g, "");

const foldedName = (name: RawBuilder<unknown>) => sql`translate(lower(${name}), ' -/_.', '')`;

function unknownName(
  { label }: Field,
  text: string,
  { key }: References,
  id: string | null | undefined,
): string | undefined {
  if (id) return undefined;
  const said = `${label} ${text.slice(0, 60)}`;
  if (id === undefined) return `${said} was not found`;
  return `${said} calls several records: write ${key ? `the ${key}` : "the whole name"}`;
}

/** What the form's own sentence would not say: which words a table may hold. A form holds times in UTC, and no words for yes. */
function unreadValue({ label, kind, words, options }: Field, value: unknown): string | undefined {
  if (kind === "flag" && typeof value !== "boolean")
    return `${label} ${String(value).slice(0, 60)} is not known: write ${flagWords({ words })}`;
  if (kind === "choice" && options.length > MOST_VALUES && !options.includes(String(value)))
    return `${label} ${String(value).slice(0, 60)} is not known: write it as the list on the form has it`;
  if (kind === "minute" && !minuteWritten.test(String(value)))
    return `${label} must be a date and time such as 2026-11-20 13:05`;
  return undefined;
}

const minuteWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Refuses a table with a column that no field is called by, or without one that tells its rows apart. */
export function refuseUnknown(
  headings: readonly string[],
  columns: readonly (Field | null)[],
  { of }: RecordRules<AnyRecord>,
): void {
  const expected = of.facts.map(({ label }: Field) => label).join(", ");
  // What deeds alone change stands in an exported file, and comes back unread.
  const known = fieldsOf(headings, [...of.shown, ...of.answers]);
  const unknown = headings.filter((_, place) => known[place] === null);
  if (unknown.length > 0)
    throw refuse("column-unknown", `The column ${unknown[0]} is not known. The columns may be: ${expected}`);
  const lacking = of.key.filter((name: string) => !columns.some((field) => field?.name === name));
  const label = of.facts.find(({ name }: Field) => name === lacking[0])?.label;
  if (label)
    throw refuse(
      "column-missing",
      `The column ${label} is missing: it tells the rows apart. The columns may be: ${expected}`,
    );
}

/** The `_id` by what a file calls a record, in lower case; null where several are called so. */
type Names = ReadonlyMap<string, string | null>;

/** What the cells of one reference may say. */
interface References {
  readonly names: Names;
  /** What records are called by now that a cell calls as before. */
  readonly former: ReadonlyMap<string, string>;
  /** The field that tells its records apart, as people call it: "code". */
  readonly key: string | null;
}

/** For each reference among the fields, the records that these texts call. */
export async function namesIn(
  trx: Trx,
  registry: RecordRegistry,
  { anywhere = [], called }: RecordRules,
  who: Officer,
  columns: readonly { readonly field: Field; readonly texts: readonly string[] }[],
): Promise<ReadonlyMap<string, References>> {
  const found = new Map<string, References>();
  for (const { field, texts } of columns) {
    if (field.noun === null) continue;
    const rules = rulesNamed(registry, field.noun);
    const reach = anywhere.includes(field.name) ? { scope: "all" as const } : who;
    const names = await recordsCalled(trx, rules, reach, texts, called?.(field.name, columnsOf("t")) ?? sql`true`);
    const before = await calledBefore(trx, rules, reach, texts);
    for (const { called, _id } of before) names.set(called, _id);
    const former = new Map(before.map(({ called, now }) => [called, now]));
    found.set(field.name, { names, former, key: keysOf(rules)[0]?.label.toLowerCase() ?? null });
  }
  return found;
}

/** The fields by which a text alone tells one record from all others. */
const keysOf = ({ of }: RecordRules): readonly Field[] =>
  of.facts.filter(({ name, noun }: Field) => noun === null && of.key.length === 1 && of.key[0] === name);

const textsOf = (cells: readonly string[]) =>
  new Set(cells.map((text) => text.trim().toLowerCase().replaceAll("\0", "")));

interface CalledBefore {
  readonly _id: string;
  readonly called: string;
  readonly now: string;
}

/** Those that these cells call as they were called before, where the noun knows it. */
async function calledBefore(
  trx: Trx,
  rules: RecordRules,
  who: Pick<Officer, "scope">,
  cells: readonly string[],
): Promise<readonly CalledBefore[]> {
  if (!rules.calledBefore) return [];
  const column = columnsOf("t");
  const { rows } = await sql<CalledBefore>`
    select t._id, before.called, ${labelOf(rules, column)} as now from (${rules.calledBefore([...textsOf(cells)])}) before
    join ${sql.table(`portal.${rules.table}`)} t on t._id = before._id
    where ${mayRead(rules, who, column)} order by before.called`.execute(trx);
  return rows;
}

/** By what tells it apart, such as its code; by each text of its title, or by the whole of it. */
async function recordsCalled(
  trx: Trx,
  rules: RecordRules,
  who: Pick<Officer, "scope">,
  cells: readonly string[],
  isMeant: RawBuilder<unknown>,
): Promise<Map<string, string | null>> {
  const column = columnsOf("t");
  // Where there are thousands, a name is several people's sooner or later.
  const titles = rules.many
    ? []
    : rules.of.facts.filter(({ name, noun }: Field) => noun === null && rules.of.title.includes(name));
  const own = [...new Set([...keysOf(rules), ...titles])];
  const names = [...(rules.many ? [] : [labelOf(rules, column)]), ...own.map(({ name }) => sql`${column(name)}::text`)];
  const said = [
    ...names.map((name) => sql`lower(${name})`),
    ...keysOf(rules).map(({ name }) => foldedName(column(name))),
  ];
  const texts = textsOf(cells);
  const wanted = [...new Set([...texts, ...[...texts].map(folded)])].filter((text) => text !== "");
  const isCalled = sql.join([sql`false`, ...said.map((name) => sql`${name} = any(${wanted}::text[])`)], sql` or `);
  const { rows } = await sql<{ _id: string; called: string[] }>`
    select t._id, array[${sql.join(said)}]::text[] as called from ${sql.table(`portal.${rules.table}`)} t
    where ${mayRead(rules, who, column)} and ${isMeant} and (${isCalled})`.execute(trx);
  const codes = new Map(
    keysOf(rules).length > 0 ? rows.map(({ _id, called }) => [called[rules.many ? 0 : 1] ?? "", _id]) : [],
  );
  const pairs = rows.flatMap(({ _id, called: said }) => [...new Set(said)].map((text) => ({ text, _id })));
  const byText = [...Map.groupBy(pairs, ({ text }) => text)];
  // A code is one record's, whatever else is called so.
  return new Map(
    byText.map(([text, [first, second]]) => [text, codes.get(text) ?? (second ? null : (first?._id ?? null))]),
  );
}
