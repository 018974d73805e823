import { sql } from "kysely";
import * as v from "valibot";
import { Refusal } from "#kit/wire/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { withinSavepoint } from "#platform/write/perform.server.ts";
import type { AnyRecord, Row, Values } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import {
  beyondReach,
  beyondReachOf,
  changesRefused,
  columnsOf,
  completedWith,
  type FormChange,
  type ManyRules,
  mayRead,
  type RecordRules,
  refuseDeeds,
  requireSettled,
  rowsOf,
  writeRows,
} from "../record/record.server.ts";
import {
  canBe,
  formOf,
  isSame,
  keyText,
  type Place,
  type ReadRow,
  sameAs,
  sentencesOf,
  type Tally,
  tellOf,
  toldOf,
  wrongIn,
} from "./import.row.server.ts";

/** A row on its way: what its record is to be, or what is wrong with it. */
interface Coming {
  readonly row: ReadRow;
  readonly before: Row | undefined;
  readonly change: FormChange | null;
  wrong: string[];
}

/**
 * Adds or changes the records of some rows together, judged and written by a few statements for all. Answers false, and
 * leaves all as it was, where a constraint refuses one of them: then each is to be tried by itself.
 */
export async function importMany(
  place: Place,
  many: ManyRules,
  usual: Values,
  tally: Tally,
  rows: readonly ReadRow[],
): Promise<boolean> {
  const { app, registry, rules, work, who } = place;
  const known = await recordsOfKeys(place, rows);
  const coming = rows.map((row) => comingOf(place, usual, row, known.get(keyText(rules, row.typed))));
  const changes = coming.flatMap(({ change }) => change ?? []);
  const refused = await changesRefused(registry, rules, work, changes);
  const seen = new Map(tally.seen);
  for (const one of coming) {
    const refusal = one.change && refused.get(one.change.id);
    if (refusal) one.wrong = sentencesOf(rules, refusal);
    refuseSecond(rules, many, seen, one);
  }

  let left = coming.flatMap(({ change, wrong }) => (change && wrong.length === 0 ? [change] : []));
  let after: ReadonlyMap<string, Row> = new Map();
  for (let isTried = false; left.length > 0 && !isTried; ) {
    let beyond: ReadonlySet<string> = new Set();
    const ids = left.map(({ id }) => id);
    const refusal = await withinSavepoint(work, async (part) => {
      after = await writeRows(app, registry, rules, part, left);
      beyond = await beyondReachOf(part.trx, rules, who, ids);
      if (beyond.size > 0) throw beyondReach();
    });
    if (refusal && beyond.size === 0) return false;
    isTried = !refusal;
    for (const { change, ...one } of coming) if (change && beyond.has(change.id)) one.wrong.push(beyondReach().message);
    left = left.filter(({ id }) => !beyond.has(id));
  }

  for (const [text, row] of seen) tally.seen.set(text, row);
  for (const { row, before, change, wrong } of coming)
    if (wrong.length > 0) tally.wrong.push({ row: row.number, sentences: wrong });
    else if (!change) tally.done.same += 1;
    else tellOf(tally, !before, () => ({ row: row.number, ...toldOf(rules, before, after.get(change.id)) }));
  return true;
}

/** The records that the keys of these rows name, within the asker's reach and locked, by what tells rows apart. */
async function recordsOfKeys(
  { registry, rules, work, who }: Place,
  rows: readonly ReadRow[],
): Promise<Map<string, Row>> {
  const key: readonly string[] = rules.of.key;
  const facts: readonly Field[] = rules.of.facts;
  const named = rows.filter(({ typed }) => key.every((name) => canBe(facts, name, typed[name])));
  if (named.length === 0) return new Map();
  const keys = named.map(({ typed }) => Object.fromEntries(key.map((name) => [columnOf(facts, name), typed[name]])));
  const table = sql.table(`portal.${rules.table}`);
  const same = key.map((name) => {
    const column = columnOf(facts, name);
    const isText = ["text", "choice"].includes(facts.find((fact) => fact.name === name)?.kind ?? "");
    return isText
      ? sql`lower(${sql.ref(`t.${column}`)}) = lower(${sql.ref(`k.${column}`)})`
      : sql`${sql.ref(`t.${column}`)} = ${sql.ref(`k.${column}`)}`;
  });
  const where = sql`${mayRead(rules, who, columnsOf("t"))} and exists (
    select from jsonb_populate_recordset(null::${table}, ${JSON.stringify(keys)}::jsonb) k
    where ${sql.join(same, sql` and `)})`;
  const found = await rowsOf(work.trx, registry, rules, where, sql`for update`);
  return new Map(found.map((row) => [keyText(rules, formOf(facts, row)), row]));
}

const columnOf = (facts: readonly Field[], name: string) => facts.find((fact) => fact.name === name)?.column ?? name;

/** What a row is to do by itself, without a look at the database or at other rows. */
function comingOf({ rules, who }: Place, usual: Values, row: ReadRow, before: Row | undefined): Coming {
  const facts: readonly Field[] = rules.of.facts;
  const checked = v.safeParse(rules.of.form, { ...(before ? formOf(facts, before) : {}), ...row.typed });
  const wrong = wrongIn(rules, checked.issues ?? [], row.typed, row.troubles);
  if (!checked.success || wrong.length > 0) return { row, before, change: null, wrong };
  if (before && isSame(rules, before, checked.output)) return { row, before, change: null, wrong };
  try {
    const form = completedWith(rules, before ? {} : usual, checked.output, before ?? null);
    if (before) requireSettled(rules, who, before, form);
    refuseDeeds(rules, before ?? null, form);
    return { row, before, change: { who, id: before?._id ?? newId(), before: before ?? null, form }, wrong };
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return { row, before, change: null, wrong: sentencesOf(rules, fault) };
  }
}

/** Two rows of a file about one record, or with a value that only one may have. A row that is left out stands in nobody's way. */
function refuseSecond(rules: RecordRules<AnyRecord>, many: ManyRules, seen: Map<string, number>, one: Coming): void {
  const { row, change, wrong } = one;
  const key = keyText(rules, row.typed);
  const first = row.isNamed ? seen.get(key) : undefined;
  const apart = Object.entries(many.apart).flatMap(([name, advice]) => {
    const value = (change?.form ?? row.typed)[name];
    return value == null ? [] : [{ name, advice, text: `${name} ${String(value).toLowerCase()}` }];
  });
  if (first !== undefined) wrong.push(sameAs(first, rules));
  else
    for (const { name, advice, text } of apart) {
      const label = rules.of.facts.find((fact: Field) => fact.name === name)?.label;
      const before = seen.get(text);
      if (before !== undefined) wrong.push(`${label}: row ${before} has the same one. ${advice}`);
    }
  if (wrong.length > 0) return;
  if (row.isNamed) seen.set(key, row.number);
  for (const { text } of apart) seen.set(text, row.number);
}
