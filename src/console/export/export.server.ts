import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type pg from "pg";
import { asMinute } from "#kit/dates.contract.ts";
import { type Guard, handle } from "#kit/handle.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { write } from "#platform/write.server.ts";
import { foundBy, type ListQuery, ordered, readListQuery } from "../list/list.query.server.ts";
import type { Row } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.contract.ts";
import { type Rules, registryOf } from "../record/record.rules.server.ts";
import { shownRows } from "../record/record.select.server.ts";
import { inWords } from "../record/record.words.contract.ts";
import type { Officer } from "../scope/scope.server.ts";
import { csvOf } from "../table-file/table-file.write.server.ts";

// Rows of one fetch: enough that the way to the database does not count, few enough for a flat memory.
const FETCHED = 1_000;

/** The list as a CSV file, by the same filters and order; written down before its first byte, with the rows at its end. */
export function exportCall(app: FastifyInstance, rules: Rules, guard: Guard<Officer>): void {
  const { calls, noun, many, shown } = rules.of;
  const registry = registryOf(app);

  handle(app, calls.export, guard, async (ask) => {
    const query = readListQuery(rules, ask.request.query);
    const filter = filterInWords(rules, query);
    const log = newId();
    await write(app, ask, async ({ trx, note }) => {
      await sql`insert into portal.export (_id, staff, noun, name, filter)
        values (${log}, ${ask.who.staff}, ${noun}, ${many}, ${filter})`.execute(trx);
      note({ deed: `${noun}.export`, subject: `${noun}:many`, after: { filter } });
    });
    const base = sql`select t.* from ${sql.table(`portal.${rules.table}`)} t where ${foundBy(rules, ask.who, query)}`;
    const statement = sql`${shownRows(registry, rules, base)} ${ordered(rules, query, "r")}`.compile(app.portal.db);
    const counted = { rows: 0 };
    const rows = cellsOf(shown, fetched(app.portal.pool, statement), counted, () => ended(app, log, counted.rows));
    const headings = shown.map(({ label }: Field) => label);
    const day = new Date().toISOString().slice(0, 10);
    ask.reply.header("content-type", "text/csv; charset=utf-8");
    ask.reply.header("content-disposition", `attachment; filename="${noun.replaceAll("_", "-")}-${day}.csv"`);
    return csvOf(headings, rows, `${many}: ${filter}, ${asMinute(new Date().toISOString())}`);
  });
}

/** The filter of a list in words, such as "Status Active, search bio, by name". */
export function filterInWords({ of }: Rules, { q, filters, sort }: ListQuery): string {
  const field = of.facts.find(({ name }: Field) => name === sort.name);
  const parts = filters.map(([{ label, kind, words }, value]) =>
    kind === "flag" ? `${label} ${inWords({ kind, words }, value === "true")}` : `${label} ${value}`,
  );
  if (q) parts.push(`search ${q}`);
  if (parts.length === 0) parts.push("all");
  parts.push(`by ${field?.label.toLowerCase() ?? "date added"}${sort.descending ? ", last first" : ""}`);
  return parts.join(", ").slice(0, 500);
}

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The rows of a statement, a thousand at a time, all as they stood at one moment. */
async function* fetched(pool: pg.Pool, { sql: text, parameters }: Statement): AsyncGenerator<readonly Row[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(`declare exported no scroll cursor for ${text}`, [...parameters]);
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${FETCHED} from exported`);
      if (rows.length > 0) yield rows;
      if (rows.length < FETCHED) break;
    }
  } catch (fault) {
    broken = fault as Error;
    throw fault;
  } finally {
    await client.query("rollback").catch((fault: Error) => {
      broken = fault;
    });
    client.release(broken);
  }
}

async function* cellsOf(
  facts: readonly Field[],
  pages: AsyncIterable<readonly Row[]>,
  counted: { rows: number },
  end: () => Promise<unknown>,
): AsyncGenerator<readonly unknown[][]> {
  for await (const page of pages) {
    counted.rows += page.length;
    yield page.map((row) => facts.map(({ name, kind, words }) => cell({ kind, words }, row[name])));
  }
  await end();
}

/** Numbers, days and times as a spreadsheet reads them; the rest in the office's words. */
const cell = (field: Pick<Field, "kind" | "words">, value: unknown): unknown =>
  field.kind === "whole" || field.kind === "money" || field.kind === "day" || field.kind === "minute"
    ? value
    : inWords(field, value);

const ended = (app: FastifyInstance, log: string, rows: number) =>
  sql`update portal.export set rows = ${rows}, "endedAt" = now() where _id = ${log}`.execute(app.portal.db);
