import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { asMinute, lagosDay } from "#kit/value/dates.rules.ts";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { perform } from "#platform/write/perform.server.ts";
import { foundBy, ordered, readListQuery } from "../list/list.query.server.ts";
import type { Row } from "../record/record.contract.ts";
import type { Field } from "../record/record.facts.contract.ts";
import { lagosMinute } from "../record/record.minute.contract.ts";
import { type Rules, registryOf } from "../record/record.rules.server.ts";
import { shownRows } from "../record/record.select.server.ts";
import { inWords } from "../record/record.words.contract.ts";
import type { Officer } from "../scope/scope.server.ts";
import { csvOf } from "../table-file/table-file.write.server.ts";
import { openRows } from "./export.cursor.server.ts";
import { filterInWords } from "./export.words.server.ts";

/** The list as a CSV file, by the same filters and order, under a line that names them; written down before its first byte, with the rows at its end. */
export function exportCall(app: FastifyInstance, rules: Rules, guard: Guard<Officer>): void {
  const { calls, noun, many, shown, file: read } = rules.of;
  const columns = read ? shown.filter(({ name }: Field) => read.includes(name)) : shown;
  const registry = registryOf(app);
  const { db, pool } = app.portal;

  handle(app, calls.export, guard, async ({ who, request, reply }) => {
    const query = readListQuery(rules, request.query);
    const filter = await filterInWords(db, registry, rules, who, query);
    const log = newId();
    const base = sql`select t.* from ${sql.table(`portal.${rules.table}`)} t where ${foundBy(rules, who, query)}`;
    const statement = sql`${shownRows(registry, rules, base)} ${ordered(rules, query, "r")}`.compile(db);
    const opened = await openRows(pool, who.staff, statement);
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
