import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import * as v from "valibot";
import { type Guard, handle } from "#kit/handle.server.ts";
import { Refusal, refuse } from "#kit/refusal.server.ts";
import type { Work } from "#platform/perform.server.ts";
import { write } from "#platform/write.server.ts";
import type { AnyRecord, Row, Values } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.contract.ts";
import { type Registry, type Rules, registryOf, requireWide } from "../record/record.rules.server.ts";
import { oneRow } from "../record/record.select.server.ts";
import { addRow, changeRow, stored } from "../record/record.write.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import { readTable } from "../table-file/table-file.read.server.ts";
import type { Table } from "../table-file/table-file.rows.server.ts";
import { takeTableFile, takeTableFilesOnly } from "../table-file/table-file.upload.server.ts";
import { cellValue, fieldsOf } from "./import.read.contract.ts";
import { type Names, namesIn } from "./import.reference.server.ts";

// Set-up records are typed by people; each row is checked as if it had been.
const MOST_ROWS = 5_000;
const MOST_TOLD = 200;

interface Report {
  added: number;
  changed: number;
  same: number;
  readonly wrong: { row: number; sentences: string[] }[];
  more: number;
}

/** Work that went well and is taken back: what an import would do. */
class OnlyChecked extends Error {}

/** Records from a file in one transaction, all or none. `?check=1` does the same, takes it back, and reports. */
export function importCall(app: FastifyInstance, rules: Rules<AnyRecord>, guard: Guard<Officer>): void {
  const { calls, many, noun } = rules.of;
  const registry = registryOf(app);

  app.register(async (scope) => {
    takeTableFilesOnly(scope);
    handle(scope, calls.import, guard, async (ask) => {
      requireWide(rules, ask.who);
      const isCheck = (ask.request.query as { check?: unknown }).check === "1";
      const bytes = await takeTableFile(ask.request);
      const table = await readTable(bytes, { rows: MOST_ROWS });
      const report: Report = { added: 0, changed: 0, same: 0, wrong: [], more: 0 };
      const body = createHash("sha256").update(bytes).digest("hex");
      const work = async (work: Work) => {
        await importRows(app, registry, rules, work, ask.who, table, report);
        if (isCheck) throw new OnlyChecked();
        const [first] = report.wrong;
        if (first) throw refuse(nothingImported(report, first));
        work.note({ deed: `${noun}.import`, subject: `${noun}:many`, after: counts(report) });
        return answer(`${many}: ${report.added} added, ${report.changed} changed, ${report.same} as they were`, report);
      };
      return write(app, { ...ask, body }, work).catch((fault: unknown) => {
        if (!(fault instanceof OnlyChecked)) throw fault;
        return answer("Nothing has been changed yet", report);
      });
    });
  });
}

async function importRows(
  app: FastifyInstance,
  registry: Registry,
  rules: Rules<AnyRecord>,
  work: Work,
  who: Officer,
  { headings, rows }: Table,
  report: Report,
): Promise<void> {
  const columns = fieldsOf(headings, rules.of.facts);
  refuseUnknown(headings, columns, rules);
  const texts = columns.flatMap((field, place) =>
    field ? [{ field, texts: rows.map(({ cells }) => cells[place] ?? "") }] : [],
  );
  const names = await namesIn(work.trx, registry, who, texts);
  const seen = new Map<string, number>();
  for (const { number, cells } of rows) {
    const sentences: string[] = [];
    const typed = typedIn(columns, cells, names, sentences);
    const key = JSON.stringify(rules.of.key.map((name: string) => typed[name]));
    const before = seen.get(key);
    if (before !== undefined) sentences.push(`Row ${before} is about the same ${rules.of.called}`);
    seen.set(key, number);
    if (sentences.length === 0) sentences.push(...(await importRow(app, registry, rules, work, who, typed, report)));
    if (sentences.length === 0) continue;
    if (report.wrong.length < MOST_TOLD) report.wrong.push({ row: number, sentences });
    else report.more += 1;
  }
}

/** Adds or changes one row within a savepoint; answers what is wrong with it. */
async function importRow(
  app: FastifyInstance,
  registry: Registry,
  rules: Rules<AnyRecord>,
  work: Work,
  who: Officer,
  typed: Values,
  report: Report,
): Promise<string[]> {
  const before = await rowOfKey(registry, rules, work, typed);
  const checked = v.safeParse(rules.of.form, { ...(before ? formOf(rules.of.facts, before) : {}), ...typed });
  if (!checked.success) return checked.issues.map(({ message }) => message);
  const form = checked.output;
  if (before && isSame(rules, before, form)) {
    report.same += 1;
    return [];
  }
  await sql`savepoint imported`.execute(work.trx);
  try {
    if (before) await changeRow(app, registry, rules, work, { who, form, before });
    else await addRow(app, registry, rules, work, { who, form });
    await sql`release savepoint imported`.execute(work.trx);
    report[before ? "changed" : "added"] += 1;
    return [];
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    await sql`rollback to savepoint imported`.execute(work.trx);
    return [fault.message];
  }
}

/** The row that the key's fields name, if there is one. */
function rowOfKey(registry: Registry, rules: Rules<AnyRecord>, { trx }: Work, typed: Values): Promise<Row | undefined> {
  const key = rules.of.key.map((name: string) => typed[name]);
  // What its column cannot hold is nobody's; the form says what is wrong with it.
  if (!rules.of.key.every((name: string, place: number) => canBe(rules.of.facts, name, key[place])))
    return Promise.resolve(undefined);
  const same = rules.of.key.map((name: string, place: number) =>
    typeof key[place] === "string" && name !== "_id" && !isReference(rules.of.facts, name)
      ? sql`lower(t.${sql.ref(name)}) = lower(${key[place]})`
      : sql`t.${sql.ref(name)} = ${key[place]}`,
  );
  return oneRow(trx, registry, rules, sql.join(same, sql` and `), sql`for update`);
}

function canBe(facts: readonly Field[], name: string, value: unknown): boolean {
  const kind = facts.find((fact) => fact.name === name)?.kind;
  if (kind === "flag") return typeof value === "boolean";
  return kind === "whole" || kind === "money" ? Number.isSafeInteger(value) : typeof value === "string";
}

const isReference = (facts: readonly Field[], name: string) => facts.some((fact) => fact.name === name && fact.noun);

/** A row as its form holds it. */
const formOf = (facts: readonly Field[], row: Row): Values =>
  Object.fromEntries(
    facts.map(({ name, noun }) => {
      const value = row[name];
      return [name, noun && value ? (value as { _id: string })._id : (value ?? undefined)];
    }),
  );

const isSame = (rules: Rules, before: Row, form: Values): boolean =>
  JSON.stringify(stored(rules, formOf(rules.of.facts, before)).values) === JSON.stringify(stored(rules, form).values);

function typedIn(
  columns: readonly (Field | null)[],
  cells: readonly string[],
  names: ReadonlyMap<string, Names>,
  sentences: string[],
): Values {
  const typed: Values = {};
  columns.forEach((field, place) => {
    const value = field && cellValue(field, cells[place] ?? "");
    if (!field || value === undefined) return;
    const id = names.get(field.name)?.get(String(value).toLowerCase());
    if (field.noun && !id) sentences.push(`${field.label} ${String(value).slice(0, 60)} was not found`);
    typed[field.name] = field.noun ? id : value;
  });
  return typed;
}

function refuseUnknown(
  headings: readonly string[],
  columns: readonly (Field | null)[],
  { of }: Rules<AnyRecord>,
): void {
  const expected = of.facts.map(({ label }: Field) => label).join(", ");
  // What deeds alone change stands in an exported file, and comes back unread.
  const known = fieldsOf(headings, of.shown);
  const unknown = headings.filter((_, place) => known[place] === null);
  if (unknown.length > 0) throw refuse(`The column ${unknown[0]} is not known. The columns may be: ${expected}`);
  const lacking = of.key.filter((name: string) => !columns.some((field) => field?.name === name));
  const label = of.facts.find(({ name }: Field) => name === lacking[0])?.label;
  if (label) throw refuse(`The column ${label} is missing: it tells the rows apart. The columns may be: ${expected}`);
}

const counts = ({ added, changed, same }: Report) => ({ added, changed, same });

const answer = (message: string, report: Report) => ({ type: "success" as const, message, ...report });

function nothingImported({ wrong, more }: Report, first: Report["wrong"][number]): string {
  const count = wrong.length + more;
  return `${count} ${count === 1 ? "row is" : "rows are"} wrong, so nothing was imported. Row ${first.row}: ${first.sentences.join(". ")}`;
}
