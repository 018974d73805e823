import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import { type Work, withinSavepoint } from "#platform/write/perform.server.ts";
import type { AnyRecord, imported, Row, Values } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import {
  addRow,
  changeOf,
  changeRow,
  columnsOf,
  mayRead,
  oneRow,
  type RecordRegistry,
  type RecordRules,
  stored,
} from "../record/record.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import type { Table } from "../table-file/table-file.server.ts";
import { namesIn, refuseUnknown, typedIn } from "./import.cells.server.ts";
import { fieldsOf } from "./import.rules.ts";

const MOST_TOLD = 200;

/** What an import did, or would do; `more` and `moreRows` are rows beyond those that are listed. */
export interface Report {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  readonly wrong: readonly { readonly row: number; readonly sentences: string[] }[];
  readonly more: number;
  /** What is wrong, of every such row. */
  readonly refused: ReadonlyMap<number, readonly string[]>;
  readonly rows: readonly Told[];
  readonly moreRows: number;
}

/** A row that is added, or of a record that is changed, and what differs. */
type Told = NonNullable<v.InferOutput<typeof imported>["rows"]>[number];

interface Place {
  readonly app: FastifyInstance;
  readonly registry: RecordRegistry;
  readonly rules: RecordRules<AnyRecord>;
  readonly work: Work;
  readonly who: Officer;
}

/** Adds or changes a record for each row, within the asker's reach; rows that are refused are told and left out. */
export async function importRows(place: Place, { headings, rows }: Table): Promise<Report> {
  const { registry, rules, work, who } = place;
  const columns = fieldsOf(headings, rules.of.facts);
  refuseUnknown(headings, columns, rules);
  const texts = columns.flatMap((field, nth) =>
    field ? [{ field, texts: rows.map(({ cells }) => cells[nth] ?? "") }] : [],
  );
  const names = await namesIn(work.trx, registry, who, texts);
  const usual = { ...(await rules.usual?.(work.trx, who)) };
  const key: readonly string[] = rules.of.key;
  const assumed = Object.fromEntries(Object.entries(usual).filter(([name]) => key.includes(name)));
  const seen = new Map<string, number>();
  const done = { added: 0, changed: 0, same: 0 };
  const wrong: { row: number; sentences: string[] }[] = [];
  const told: Told[] = [];
  for (const { number, cells } of rows) {
    const read = typedIn(columns, cells, names);
    const { troubles } = read;
    // What tells a record may be left out of the file where there is a usual value, such as the session that admits. A row
    // that leaves out all of it is a new record, such as a member of staff without a folder number.
    const isNamed = key.some((name) => read.typed[name] !== undefined);
    const typed = isNamed ? { ...assumed, ...read.typed } : read.typed;
    const before = isNamed ? seen.get(keyText(rules, typed)) : undefined;
    if (before !== undefined) troubles.set("", `Row ${before} is about the same ${rules.of.called}`);
    const did = await importRow(place, typed, troubles);
    // A row that is left out stands in nobody's way.
    if (isNamed && !Array.isArray(did)) seen.set(keyText(rules, typed), number);
    if (did === "same") done.same += 1;
    else if (Array.isArray(did)) wrong.push({ row: number, sentences: did });
    else {
      done[did.isNew ? "added" : "changed"] += 1;
      told.push({ row: number, ...did });
    }
  }
  return {
    ...done,
    wrong: wrong.slice(0, MOST_TOLD),
    more: Math.max(0, wrong.length - MOST_TOLD),
    rows: told.slice(0, MOST_TOLD),
    moreRows: Math.max(0, told.length - MOST_TOLD),
    refused: new Map(wrong.map(({ row, sentences }) => [row, sentences])),
  };
}

/** What tells rows apart; a code in another case is the same code. */
const keyText = (rules: RecordRules<AnyRecord>, typed: Values): string =>
  JSON.stringify(rules.of.key.map((name: string) => typed[name] ?? null)).toLowerCase();

/** Adds or changes one row within a savepoint; answers what it did, or everything that is wrong with it. */
async function importRow(
  place: Place,
  typed: Values,
  troubles: ReadonlyMap<string, string>,
): Promise<Omit<Told, "row"> | "same" | string[]> {
  const { app, registry, rules, work, who } = place;
  const before = await rowOfKey(place, typed);
  const checked = v.safeParse(rules.of.form, { ...(before ? formOf(rules.of.facts, before) : {}), ...typed });
  const wrong = wrongIn(rules, checked.issues ?? [], typed, troubles);
  if (!checked.success || wrong.length > 0) return wrong;
  const form = checked.output;
  if (before && isSame(rules, before, form)) return "same";
  let after: Row | undefined;
  const refusal = await withinSavepoint(work, async (part) => {
    after = before
      ? await changeRow(app, registry, rules, part, { who, form, before })
      : await addRow(app, registry, rules, part, { who, form });
  });
  if (!refusal) {
    const changes = rules.of.shown.flatMap((field: Field) =>
      changeOf(field, before?.[field.name], after?.[field.name]),
    );
    return { isNew: !before, title: after?._title ?? "", changes };
  }
  const { errors } = refusal;
  return errors ? Object.entries(errors).map(([name, said]) => ofColumn(rules, name, said)) : [refusal.message];
}

/**
 * What cells and form say is wrong, once for each field. Where a cell that tells the record is not read, what it lacks may
 * stand in it already: then only what the row says is judged.
 */
function wrongIn(
  rules: RecordRules<AnyRecord>,
  issues: readonly v.BaseIssue<unknown>[],
  typed: Values,
  troubles: ReadonlyMap<string, string>,
): string[] {
  const isKnown = !rules.of.key.some((name: string) => troubles.has(name));
  const judged = issues.filter((issue) => {
    const [name = ""] = (v.getDotPath(issue) ?? "").split(".");
    return !troubles.has(name) && (isKnown || typed[name] !== undefined);
  });
  return [...troubles.values(), ...judged.map((issue) => ofColumn(rules, v.getDotPath(issue) ?? "", issue.message))];
}

/** A sentence with the column that it is about, unless it begins with its name. */
function ofColumn({ of }: RecordRules<AnyRecord>, name: string, sentence: string): string {
  const label = of.facts.find((field: Field) => field.name === name.split(".")[0])?.label;
  return !label || sentence.toLowerCase().startsWith(label.toLowerCase()) ? sentence : `${label}: ${sentence}`;
}

/** The row that the key's fields name, if there is one within reach. Beyond, the constraint says that it is taken. */
function rowOfKey({ registry, rules, work, who }: Place, typed: Values): Promise<Row | undefined> {
  const key = rules.of.key.map((name: string) => typed[name]);
  // What its column cannot hold is nobody's; the form says what is wrong with it.
  if (!rules.of.key.every((name: string, place: number) => canBe(rules.of.facts, name, key[place])))
    return Promise.resolve(undefined);
  const same = rules.of.key.map((name: string, place: number) => isHeld(rules.of.facts, name, key[place]));
  const where = sql.join([...same, mayRead(rules, who, columnsOf("t"))], sql` and `);
  return oneRow(work.trx, registry, rules, where, sql`for update`);
}

/** The condition that a field of the row called `t` holds a value; texts are the same in capitals. */
function isHeld(facts: readonly Field[], name: string, value: unknown): RawBuilder<unknown> {
  const kind = facts.find((fact) => fact.name === name)?.kind;
  const column = sql.ref(`t.${name}`);
  if (kind === "text" || kind === "choice") return sql`lower(${column}) = lower(${value})`;
  if (kind === "whole" || kind === "money") return sql`${column} = ${value}::bigint`;
  return sql`${column} = ${value}`;
}

function canBe(facts: readonly Field[], name: string, value: unknown): boolean {
  const kind = facts.find((fact) => fact.name === name)?.kind;
  if (kind === "flag") return typeof value === "boolean";
  if (kind === "whole" || kind === "money") return Number.isSafeInteger(value);
  return typeof value === "string" && !value.includes("\0");
}

const formOf = (facts: readonly Field[], row: Row): Values =>
  Object.fromEntries(
    facts.map(({ name, noun }) => {
      const value = row[name];
      return [name, noun && value ? (value as { _id: string })._id : (value ?? undefined)];
    }),
  );

const isSame = (rules: RecordRules, before: Row, form: Values): boolean =>
  JSON.stringify(stored(rules, formOf(rules.of.facts, before)).values) === JSON.stringify(stored(rules, form).values);
