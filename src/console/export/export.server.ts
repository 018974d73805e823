import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { asMinute, lagosDay } from "#kit/value/dates.rules.ts";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { perform } from "#platform/write/perform.server.ts";
import { foundBy, type ListQuery, ordered, readListQuery } from "../list/list.server.ts";
import type { Row } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.rules.ts";
import { inWords, lagosMinute } from "../record/record.rules.ts";
import {
  columnsOf,
  labelOf,
  mayRead,
  type RecordRegistry,
  type RecordRules,
  registryOf,
  rulesNamed,
  shownRows,
} from "../record/record.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import { csvOf } from "../table-file/table-file.server.ts";
import { openRows } from "./export.cursor.server.ts";

/** The filter of a list in words, such as "College SSCI School of Sciences, Status Active, search bio, by name". */
async function filterInWords(
  db: Database,
  registry: RecordRegistry,
  { of }: RecordRules,
  who: Pick<Officer, "scope">,
  { q, filters, sort }: ListQuery,
): Promise<string> {
  const field = of.facts.find(({ name }: Field) => name === sort.name);
  const parts: string[] = [];
  for (const [asked, value] of filters)
    parts.push(`${asked.label} ${await valueInWords(db, registry, who, asked, value)}`);
  if (q) parts.push(`search ${q}`);
  if (parts.length === 0) parts.push("all");
  parts.push(`by ${field?.label.toLowerCase() ?? "date added"}${sort.descending ? ", last first" : ""}`);
  return parts.join(", ").slice(0, 500).toWellFormed();
}

/** A record beyond the reader's reach is not called by its name. */
async function valueInWords(
  db: Database,
  registry: RecordRegistry,
  who: Pick<Officer, "scope">,
  field: Field,
  value: string,
): Promise<string> {
  if (field.kind === "flag") return inWords(field, value === "true");
  if (field.kind === "day" || field.kind === "minute" || field.kind === "money") return inWords(field, value);
  if (field.noun === null) return field.called?.[value] ?? value;
  const rules = rulesNamed(registry, field.noun);
  const { rows } = await sql<{ label: string }>`select ${labelOf(rules, columnsOf("t"))} as label
    from ${sql.table(`portal.${rules.table}`)} t where t._id = ${value} and ${mayRead(rules, who, columnsOf("t"))}`.execute(
    db,
  );
  return rows[0]?.label || value;
}

/** The list as a CSV file, by the same filters and order, under a line that names them; written down before its first byte, with the rows at its end. */
export function exportCall(app: FastifyInstance, rules: RecordRules, guard: Guard<Officer>): void {
  const { calls, noun, many, shown, file: read } = rules.of;
  const columns = read ? shown.filter(({ name }: Field) => read.includes(name)) : shown;
  const registry = registryOf(app);
  const { db, reading } = app.portal;

  handle(app, calls.export, guard, async ({ who, request, reply }) => {
    const query = readListQuery(rules, request.query);
    const filter = await filterInWords(db, registry, rules, who, query);
    const log = newId();
    const base = sql`select t.* from ${sql.table(`portal.${rules.table}`)} t where ${foundBy(rules, who, query)}`;
    const statement = sql`${shownRows(registry, rules, base)} ${ordered(rules, query, "r")}`.compile(db);
    const opened = await openRows(await reading(), who.staff, statement);
    try {
      // A file is made anew each time: a key that was used before does not keep its first one.
      await perform(db, { actor: who.actor, request: request.id }, async ({ trx, note }) => {
        await sql`insert into portal.export (_id, staff, noun, name, filter)
          values (${log}, ${who.staff}, ${noun}, ${many}, ${filter})`.execute(trx);
        note({ deed: `${noun}.export`, subject: `${noun}:many`, after: { filter } });
      });
    } catch (fault) {
      await opened.close();
      throw fault;
    }
    const now = new Date().toISOString();
    const told = (page: readonly Row[]) => rules.told?.(db, registry, page) ?? page;
    const rows = cellsOf(columns, opened.pages, told, (count) => ended(app, log, count));
    const headings = columns.map(({ label }: Field) => label);
    const file = csvOf(headings, rows, read ? undefined : `${many}: ${filter}, ${asMinute(now)}`);
    // Also where the receiver went away before its first byte.
    file.once("close", () => void opened.close());
    reply.header("content-type", "text/csv; charset=utf-8");
    reply.header("content-disposition", `attachment; filename="${noun.replaceAll("_", "-")}-${lagosDay(now)}.csv"`);
    return file;
  });
}

async function* cellsOf(
  facts: readonly Field[],
  pages: AsyncIterable<readonly Row[]>,
  told: (page: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>,
  end: (count: number) => Promise<unknown>,
): AsyncGenerator<readonly unknown[][]> {
  let count = 0;
  for await (const page of pages) {
    count += page.length;
    yield (await told(page)).map((row) => facts.map((field) => cell(field, row[field.name])));
  }
  await end(count);
}

/** Numbers and days as a spreadsheet reads them, times in Lagos as an import does; the rest in the office's words. */
function cell(field: Field, value: unknown): unknown {
  if (field.kind === "minute") return value ? lagosMinute(String(value)).replace("T", " ") : "";
  const asItIs = field.kind === "whole" || field.kind === "money" || field.kind === "day";
  return asItIs ? value : inWords(field, value);
}

const ended = (app: FastifyInstance, log: string, rows: number) =>
  sql`update portal.export set rows = ${rows}, "endedAt" = now() where _id = ${log}`.execute(app.portal.db);

interface Leaving {
  /** As its calls are named, in snake_case. */
  readonly noun: string;
  readonly name: string;
  /** What it was asked for, in words. */
  readonly filter: string;
  /** Null where a file has no rows that anybody counts. */
  readonly rows: number | null;
}

/** Writes down a file that is about to leave the console and is no list of it. */
export const writeDownExport = (
  { portal: { db } }: FastifyInstance,
  { who, request }: { readonly who: Officer; readonly request: FastifyRequest },
  { noun, name, filter, rows }: Leaving,
): Promise<void> =>
  perform(db, { actor: who.actor, request: request.id }, async ({ trx, note }) => {
    await sql`insert into portal.export (_id, staff, noun, name, filter, rows, "endedAt")
      values (${newId()}, ${who.staff}, ${noun}, ${name}, ${filter}, ${rows}, now())`.execute(trx);
    note({ deed: `${noun}.export`, subject: `${noun}:many`, after: { filter } });
  });

interface Asking {
  readonly who: Officer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A table that is no list of the console: so small that it is there whole. */
interface Report {
  /** As its calls are named, in snake_case. */
  readonly noun: string;
  readonly name: string;
  /** What it was asked for, in words. */
  readonly filter: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** A report as a CSV file; written down before its first byte like every file that leaves the console. */
export async function sendReport(
  app: FastifyInstance,
  asking: Asking,
  { headings, rows, ...told }: Report,
): Promise<Readable> {
  await writeDownExport(app, asking, { ...told, rows: rows.length });
  const { reply } = asking;
  const { noun, name, filter } = told;
  const now = new Date().toISOString();
  reply.header("content-type", "text/csv; charset=utf-8");
  reply.header("content-disposition", `attachment; filename="${noun.replaceAll("_", "-")}-${lagosDay(now)}.csv"`);
  return csvOf(headings, pageOf(rows), `${name}: ${filter}, ${asMinute(now)}`);
}

async function* pageOf(rows: Report["rows"]): AsyncGenerator<Report["rows"]> {
  yield rows;
}
