import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import * as v from "valibot";
import type { Refusal } from "#kit/wire/refusal.server.ts";
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

export const MOST_TOLD = 200;

/** A row that is added, or of a record that is changed, and what differs. */
export type Told = NonNullable<v.InferOutput<typeof imported>["rows"]>[number];

export interface Place {
  readonly app: FastifyInstance;
  readonly registry: RecordRegistry;
  readonly rules: RecordRules<AnyRecord>;
  readonly work: Work;
  readonly who: Officer;
}

/** What one row says, and what is wrong with its cells alone. */
export interface ReadRow {
  readonly number: number;
  readonly typed: Values;
  readonly troubles: Map<string, string>;
  /** Whether it tells which record it is about. */
  readonly isNamed: boolean;
}

/** What became of the rows so far. */
export interface Tally {
  readonly done: { added: number; changed: number; same: number };
  readonly wrong: { row: number; sentences: string[] }[];
  readonly told: Told[];
  untold: number;
  /** The row that said it first, by what tells rows apart. */
  readonly seen: Map<string, number>;
}

/** Adds or changes the record of one row. */
export async function importAlone({ rules, ...place }: Place, tally: Tally, row: ReadRow): Promise<void> {
  const { number, typed, troubles, isNamed } = row;
  const before = isNamed ? tally.seen.get(keyText(rules, typed)) : undefined;
  if (before !== undefined) troubles.set("", sameAs(before, rules));
  const did = await importRow({ rules, ...place }, typed, troubles);
  if (Array.isArray(did)) {
    tally.wrong.push({ row: number, sentences: did });
    return;
  }
  // A row that is left out stands in nobody's way.
  if (isNamed) tally.seen.set(keyText(rules, typed), number);
  if (did === "same") tally.done.same += 1;
  else tellOf(tally, did.isNew, () => ({ row: number, ...did }));
}

/** Counts a row that adds or changes a record; the first ones are told of. */
export function tellOf(tally: Tally, isNew: boolean, told: () => Told): void {
  tally.done[isNew ? "added" : "changed"] += 1;
  if (tally.told.length < MOST_TOLD) tally.told.push(told());
  else tally.untold += 1;
}

export const sameAs = (row: number, { of }: RecordRules<AnyRecord>): string =>
  `Row ${row} is about the same ${of.called}: keep one of the two`;

/** What tells rows apart; a code in another case is the same code. */
export const keyText = (rules: RecordRules<AnyRecord>, typed: Values): string =>
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
  return refusal ? sentencesOf(rules, refusal) : toldOf(rules, before, after);
}

/** What differs in a record that a row added or changed. */
export function toldOf({ of }: RecordRules<AnyRecord>, before: Row | undefined, after: Row | undefined) {
  const changes = of.shown.flatMap((field: Field) => changeOf(field, before?.[field.name], after?.[field.name]));
  return { isNew: !before, title: after?._title ?? "", changes };
}

export const sentencesOf = (rules: RecordRules<AnyRecord>, { errors, message }: Refusal): string[] =>
  errors ? Object.entries(errors).map(([name, said]) => ofColumn(rules, name, said)) : [message];

/**
 * What cells and form say is wrong, once for each field. Where a cell that tells the record is not read, what it lacks may
 * stand in it already: then only what the row says is judged.
 */
export function wrongIn(
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

export function canBe(facts: readonly Field[], name: string, value: unknown): boolean {
  const kind = facts.find((fact) => fact.name === name)?.kind;
  if (kind === "flag") return typeof value === "boolean";
  if (kind === "whole" || kind === "money") return Number.isSafeInteger(value);
  return typeof value === "string" && !value.includes("\0");
}

export const formOf = (facts: readonly Field[], row: Row): Values =>
  Object.fromEntries(
    facts.map(({ name, noun }) => {
      const value = row[name];
      return [name, noun && value ? (value as { _id: string })._id : (value ?? undefined)];
    }),
  );

export const isSame = (rules: RecordRules, before: Row, form: Values): boolean =>
  JSON.stringify(stored(rules, formOf(rules.of.facts, before)).values) === JSON.stringify(stored(rules, form).values);
