import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Row } from "./record.contract.ts";
import type { Field } from "./record.facts.rules.ts";
import { columnsOf, labelOf, type RecordRegistry, type RecordRules, rulesNamed } from "./record.registry.server.ts";

/**
 * Rows as the wire shows them, of the rows `base` (a select of the whole table, ordered and limited as it will be):
 * money in naira, references as `{_id, label}`. Joined after the rows are chosen, so that names cost a page's worth.
 * `also` names further columns of the base, called `r`.
 */
export function shownRows(
  registry: RecordRegistry,
  { of, table, versions }: RecordRules,
  base: RawBuilder<unknown>,
  also: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const references = of.shown.filter(({ noun }) => noun !== null);
  const others = of.shown.filter(({ column }) => column !== "createdAt");
  // Out of the row as JSON, although that costs its text: the check of SQL describes this for each listing, of which not every one
  // has the column. One that says so and has none answers null, which no reply lets through.
  const stated = versions ? sql`(to_jsonb(r) ->> 'version')::int as version` : sql`1 as version`;
  const version = isVersioned(of.calls) ? sql`r.version` : stated;
  return sql`select r._id, ${version}, r."createdAt", ${sql.join(others.map((field) => shown(registry, field)))}${also}
    from (${base}) r ${sql.join(
      references.map(
        ({ name, noun }) =>
          sql`left join ${sql.table(`portal.${rulesNamed(registry, noun ?? table).table}`)} ${sql.id(`of_${name}`)}
            on ${sql.ref(`of_${name}._id`)} = ${sql.ref(`r.${name}`)}`,
      ),
      sql` `,
    )}`;
}

/** Whether a record is changed, and so has versions; an assignment is given and taken away only. */
export const isVersioned = (calls: object): boolean => "change" in calls;

function shown(registry: RecordRegistry, { name, kind, column, noun }: Field): RawBuilder<unknown> {
  if (kind === "money") return sql`r.${sql.ref(column)}::float8 / 100 as ${sql.id(name)}`;
  if (noun === null) return sql`r.${sql.ref(column)}`;
  const label = labelOf(rulesNamed(registry, noun), columnsOf(`of_${name}`));
  return sql`case when r.${sql.ref(name)} is null then null
    else jsonb_build_object('_id', r.${sql.ref(name)}, 'label', ${label}) end as ${sql.id(name)}`;
}

/** A row with its title, as a sentence calls it. */
export function titledRow({ of }: RecordRules, row: Omit<Row, "_title">): Row {
  const facts: readonly Field[] = of.shown;
  const fieldOf = (name: string) => facts.find((fact) => fact.name === name);
  const words: string[] = of.title.map((name: string) => read(fieldOf(name), row[name]));
  const _title = words.filter(Boolean).join(" ");
  return { ...row, _title } as Row;
}

/** As people read it, such as the groups of a long number. */
const read = (field: Field | undefined, value: unknown): string => {
  if (typeof value === "object" && value !== null && "label" in value) return String(value.label);
  const text = String(value ?? "");
  return text && field?.written ? field.written(text) : text;
};

/** The rows that a condition finds, as the wire shows them; `lock` keeps others from changing them until the end. */
export async function rowsOf(
  db: Database | Trx,
  registry: RecordRegistry,
  rules: RecordRules,
  where: RawBuilder<unknown>,
  lock: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const base = sql`select * from ${sql.table(`portal.${rules.table}`)} t where ${where} ${lock}`;
  const { rows } = await sql<Omit<Row, "_title">>`${shownRows(registry, rules, base)}`.execute(db);
  return rows.map((row) => titledRow(rules, row));
}

/** The one row that `where` finds, if it does. */
export async function oneRow(
  db: Database | Trx,
  registry: RecordRegistry,
  rules: RecordRules,
  where: RawBuilder<unknown>,
  lock: RawBuilder<unknown> = sql``,
): Promise<Row | undefined> {
  const base = sql`select * from ${sql.table(`portal.${rules.table}`)} t where ${where} ${lock}`;
  const { rows } = await sql<Omit<Row, "_title">>`${shownRows(registry, rules, base)}`.execute(db);
  return rows[0] && titledRow(rules, rows[0]);
}
