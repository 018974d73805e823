import { type RawBuilder, sql } from "kysely";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Field } from "../record/record.facts.rules.ts";
import { columnsOf, mayList, type RecordRules, type RowColumn } from "../record/record.server.ts";
import type { Officer } from "../scope/scope.server.ts";

const USUAL_LIMIT = 50;
const MOST = 100;
const LONGEST_SEARCH = 100;

/** What a list is asked: search, filters, order, and where the page begins. */
export interface ListQuery {
  readonly q: string;
  readonly filters: readonly (readonly [Field, string])[];
  readonly sort: { readonly name: string; readonly descending: boolean };
  readonly after: readonly [value: string, id: string] | null;
  readonly limit: number;
}

/** Reads a query string; what it cannot hold is a validator's refusal, field by field. */
export function readListQuery({ of }: RecordRules, given: unknown): ListQuery {
  // Without a prototype: `__proto__` is a name like any other.
  const errors: Record<string, string> = Object.create(null);
  const filters: (readonly [Field, string])[] = [];
  const asked = { q: "", sort: String(of.sorts[0]), after: "", limit: String(USUAL_LIMIT) };
  for (const [name, value] of Object.entries(given as Record<string, unknown>)) {
    const field = of.filters.includes(name) ? of.filterable.find((fact: Field) => fact.name === name) : undefined;
    if (typeof value !== "string") errors[name] = `${name.slice(0, 40)} stands there twice`;
    else if (Object.hasOwn(asked, name)) asked[name as keyof typeof asked] = value;
    else if (!field) errors[name] = `The field ${name.slice(0, 40)} is not known`;
    else if (value !== "" && !fits(field, value)) errors[name] = `${field.label} has no such value`;
    else if (value !== "") filters.push([field, storable(value)]);
  }
  const sort = { name: asked.sort.replace(/^-/, ""), descending: asked.sort.startsWith("-") };
  if (!of.sorts.includes(sort.name)) errors.sort = `This list can be sorted by ${of.sorts.join(", ")}`;
  if (!/^\d{1,3}$/.test(asked.limit) || Number(asked.limit) < 1 || Number(asked.limit) > MOST)
    errors.limit = `limit must be a whole number from 1 to ${MOST}`;
  const after = asked.after === "" ? null : readCursor(asked.after);
  if (after === undefined) errors.after = "This page of the list is not known. Begin with the first one";
  const trouble = Object.values(errors);
  if (trouble.length > 0) throw refuseForm("form-invalid", trouble.join(". "), errors);
  return { q: wordsOf(asked.q).join(" "), filters, sort, after: after ?? null, limit: Number(asked.limit) };
}

/** The database holds neither NUL nor half a character, so nothing there has one. */
const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd");

export const wordsOf = (q: string): string[] =>
  storable(q.normalize("NFC").slice(0, LONGEST_SEARCH)).split(/\s+/).map(withoutComma).filter(Boolean).map(ungrouped);

/** A long number is kept as its digits, and printed in groups: 1089-7641-0422, +234 803 123 4567. */
const ungrouped = (word: string): string =>
  /^(?:\+\d+|\d{3,}-\d{3,}-\d{3,})$/.test(word) ? word.replace(/\D/g, "") : word;

/** As in "Bello, Aisha", which stands nowhere so. */
const withoutComma = (word: string): string => word.replace(/,+$/, "");

const isDay = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

function fits({ kind, options }: Field, value: string): boolean {
  if (kind === "flag") return value === "true" || value === "false";
  if (kind === "reference") return isId(value);
  if (kind === "whole") return /^\d{1,9}$/.test(value);
  if (kind === "money") return /^\d{1,9}(?:\.\d{1,2})?$/.test(value);
  if (kind === "day") return isDay(value);
  if (kind === "minute")
    return isDay(value.slice(0, 10)) && /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z$/.test(value.slice(10));
  return options.length === 0 || options.includes(value);
}

/** The rows that a list's search and filters find, as a condition on the table called `t`. */
export function foundBy(
  rules: RecordRules,
  who: Pick<Officer, "scope" | "staff">,
  query: Pick<ListQuery, "q" | "filters">,
) {
  const column = columnsOf("t");
  return sql.join(
    [
      mayList(rules, who, column),
      ...query.filters.map(([field, value]) => filtered(field, value, column)),
      ...query.filters.flatMap(([{ name }, value]) => rules.narrowed?.[name]?.(value, column) ?? []),
      ...wordsFound(rules, wordsOf(query.q), column),
    ],
    sql` and `,
  );
}

export function wordsFound(
  { of, found, foundAs }: RecordRules,
  words: readonly string[],
  column: RowColumn,
): RawBuilder<unknown>[] {
  if (of.searched === null || words.length === 0) return [];
  if (found) return [found(words, column)];
  return foundAs ? [sql`${column("_id")} in (${foundAs(words)})`] : words.map(searched);
}

function filtered({ kind, column: name, edge }: Field, value: string, column: RowColumn): RawBuilder<unknown> {
  if (edge) return beyondEdge(edge, value, column);
  if (kind === "several") return sql`${value} = any(${column(name)})`;
  if (kind === "flag") return sql`${column(name)} = ${value === "true"}`;
  // Wider than any column of numbers, so that none is out of its range.
  if (kind === "whole") return sql`${column(name)} = ${Number(value)}::bigint`;
  if (kind === "money") return sql`${column(name)} = ${Math.round(Number(value) * 100)}::bigint`;
  return sql`${column(name)} = ${value}`;
}

/** A day as such does not depend on where midnight is; a time is held against midnight in Lagos. */
function beyondEdge(
  { of, side, holds }: NonNullable<Field["edge"]>,
  day: string,
  column: RowColumn,
): RawBuilder<unknown> {
  const after = sql`(${day}::date + ${side === "from" ? 0 : 1}::integer)`;
  const bound = holds === "day" ? after : sql`${after}::timestamp at time zone 'Africa/Lagos'`;
  return side === "from" ? sql`${column(of)} >= ${bound}` : sql`${column(of)} < ${bound}`;
}

/** The condition that the text that is searched holds a word, of rows that go by a name in a larger query. */
export const searchedIn =
  (of: string) =>
  (word: string): RawBuilder<unknown> =>
    sql`${sql.ref(`${of}.search`)} like ${patternOf(word)}`;

/** The same of a list's rows. */
const searched = searchedIn("t");

/** A word of three letters is found anywhere, a shorter one where a word begins: so an index finds both. */
export function patternOf(word: string): string {
  const literal = word.toLowerCase().replace(/[\\%_]/g, "\\$&");
  return word.length >= 3 ? `%${literal}%` : `% ${literal}%`;
}

const casts: Readonly<Record<string, string>> = {
  whole: "integer",
  money: "bigint",
  day: "date",
  minute: "timestamptz",
};

/** The column that a list is ordered by, of the rows called `name`. */
export const sortedBy = ({ of }: RecordRules, { sort }: Pick<ListQuery, "sort">, name: string): RawBuilder<unknown> =>
  columnsOf(name)(sortField(of.facts, sort.name)?.column ?? "createdAt");

/** The order of a list, of the rows called `name`: by its column, then by `_id`. */
export function ordered(rules: RecordRules, query: Pick<ListQuery, "sort">, name: string): RawBuilder<unknown> {
  const way = query.sort.descending ? sql`desc` : sql`asc`;
  return sql`order by ${sortedBy(rules, query, name)} ${way}, ${columnsOf(name)("_id")} ${way}`;
}

/** The rows called `t` that lie behind the cursor. */
export function beyond(rules: RecordRules, query: Pick<ListQuery, "sort" | "after">): RawBuilder<unknown> {
  if (!query.after) return sql`true`;
  const field = sortField(rules.of.facts, query.sort.name);
  const cast = sql.raw(field ? (casts[field.kind] ?? "text") : "timestamptz");
  const [value, id] = query.after;
  const way = query.sort.descending ? sql`<` : sql`>`;
  const by = sortedBy(rules, query, "t");
  // Said twice: of a view, where column and `_id` are of two tables, an index can tell the first alone.
  return sql`${by} ${way}= ${value}::${cast} and (${by}, t._id) ${way} (${value}::${cast}, ${id}::uuid)`;
}

const sortField = (facts: readonly Field[], sort: string) => facts.find(({ name }) => name === sort);

export const cursorOf = (value: string, id: string): string =>
  Buffer.from(JSON.stringify([value, id])).toString("base64url");

function readCursor(text: string): readonly [string, string] | undefined {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[];
    return typeof value === "string" && typeof id === "string" && isId(id) ? [value, id] : undefined;
  } catch {
    return undefined;
  }
}
