import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import type { Table } from "#console/table-file/table-file.server.ts";
import type { ColumnMap } from "#console/table-map/table-map.contract.ts";
import { rememberMap } from "#console/table-map/table-map.server.ts";
import { asMinute, lagosDay } from "#kit/value/dates.rules.ts";
import { slicesOf } from "#kit/value/slices.rules.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import { bookAlone, bookedLately, ourRrrs } from "#payments/payment-reference/payment-reference.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { judgeLines } from "../line/line.server.ts";
import type { ImportReport, StatementSource } from "../statement.contract.ts";
import { readLines, reportOf, type StatementRow, type TakenFor } from "./import.rows.server.ts";

export interface StatementFile {
  readonly name: string;
  readonly source: StatementSource;
  readonly sha256: Buffer;
  readonly table: Table;
  readonly map: ColumnMap;
}

/** A line with the one reference that it is taken to name, and its place among those that are alike. */
interface Placed extends StatementRow {
  readonly _id: string;
  readonly source: StatementSource;
  readonly rrr: string | null;
  readonly nth: number;
  readonly first: boolean;
}

/** So many lines travel in one statement. */
const AT_ONCE = 2_000;

/**
 * Brings the lines of a file in that no other file has brought, and matches them. Refuses the same file a second time
 * (409). With wrong rows nothing is to be kept: the report says which.
 */
export async function bringStatement(
  { trx, note }: Work,
  { staff }: Officer,
  file: StatementFile,
): Promise<ImportReport> {
  // One import after the other: each sees what the one before it has brought.
  await sql`select pg_advisory_xact_lock(hashtextextended('statements', 0))`.execute(trx);
  await refuseSecond(trx, file.sha256);
  const read = readLines(file.table, file.map, lagosDay(await clock(trx)));
  const _id = newId();
  if (read.wrong.length > 0 || read.lines.length === 0) return reportOf(read, [], [], null);
  const placed = await placedLines(trx, file.source, read.lines);
  await keepStatement(trx, _id, file, staff, read.lines);
  for (const some of slicesOf(placed, AT_ONCE)) {
    await keepLines(trx, _id, some);
    await judgeLines(trx, sql`l._id = any(${some.map((line) => line._id)}::uuid[])`);
  }
  // Whoever books waits from here to the end, which is near: so every line meets what was booked meanwhile.
  await bookAlone(trx);
  await judgeLines(trx, sql`l.statement = ${_id} and l.rrr in (${bookedLately()})`);
  const kept = await trx
    .selectFrom("statement_line")
    .select(["row", "rrr", "standing", "amount_kobo"])
    .where("statement", "=", _id)
    .execute();
  const known = await takenFor(trx, kept.length < placed.length ? placed : []);
  const counts = { added: kept.length, known: placed.length - kept.length };
  await trx.updateTable("statement").set(counts).where("_id", "=", _id).execute();
  await rememberMap(trx, "statement", file.table.headings, file.map, staff);
  const { name, source } = file;
  note({
    deed: "statement.import",
    subject: `statement:${_id}`,
    after: { name, source, ...counts, passed: read.passed.length },
  });
  return reportOf(read, kept, known, _id);
}

async function refuseSecond(trx: Trx, sha256: Buffer): Promise<void> {
  const before = await trx
    .selectFrom("statement")
    .select(["importedby", "createdAt", "name"])
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  if (!before) return;
  const names = await namesOfStaff(trx, [before.importedby]);
  throw stale(
    "file-imported-already",
    `This file was imported already, by ${names.get(before.importedby)} on ${asMinute(before.createdAt)} as ${before.name}`,
  );
}

/** Of several references that a line may name, ours; else the likeliest. */
async function placedLines(trx: Trx, source: StatementSource, lines: readonly StatementRow[]): Promise<Placed[]> {
  const ours = await ourRrrs(trx, [...new Set(lines.flatMap(({ rrrs }) => rrrs))]);
  const named = lines.map((line) => ({ ...line, rrr: line.rrrs.find((rrr) => ours.has(rrr)) ?? line.rrrs[0] ?? null }));
  const brought = await broughtBefore(
    trx,
    source,
    named.flatMap(({ rrr }) => rrr ?? []),
  );
  const alike = new Map<string, number>();
  return named.map((line) => {
    // As the constraint statement_line_once and its column `told` have it.
    const told = line.rrr === null && line.bankreference === "" ? line.narration : "";
    const key = JSON.stringify([line.day, line.rrr, line.amount_kobo, line.bankreference, told]);
    const nth = (alike.get(key) ?? 0) + 1;
    alike.set(key, nth);
    const first = line.amount_kobo > 0 && line.rrr !== null && !brought.has(line.rrr);
    if (first && line.rrr) brought.add(line.rrr);
    return { ...line, _id: newId(), source, nth, first };
  });
}

/** References for which a line of the same source has brought money already. */
async function broughtBefore(trx: Trx, source: StatementSource, rrrs: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ rrr: string }>`
    select rrr from portal.statement_line where first and source = ${source} and rrr = any(${[...new Set(rrrs)]}::text[])`.execute(
    trx,
  );
  return new Set(rows.map(({ rrr }) => rrr));
}

async function keepStatement(
  trx: Trx,
  _id: string,
  file: StatementFile,
  importedby: string,
  lines: readonly StatementRow[],
) {
  const days = lines.map(({ day }) => day).sort();
  const sum = (way: number) =>
    lines.reduce((all, { amount_kobo }) => all + (Math.sign(amount_kobo) === way ? amount_kobo : 0), 0);
  await onConstraint(
    { statement_once: () => refuse("file-imported-already", "This file was imported already") },
    trx
      .insertInto("statement")
      .values({
        _id,
        name: file.name,
        source: file.source,
        sha256: file.sha256,
        importedby,
        added: 0,
        known: 0,
        fromday: days[0] ?? "",
        untilday: days.at(-1) ?? "",
        came_kobo: sum(1),
        went_kobo: sum(-1),
      })
      .execute(),
  );
}

/** Those that another file has brought are left where they are. */
async function keepLines(trx: Trx, statement: string, lines: readonly Placed[]): Promise<void> {
  const rows = JSON.stringify(lines.map(({ rrrs: _, ...line }) => line));
  await sql`insert into portal.statement_line
      (_id, statement, source, row, day, rrr, amount_kobo, bankreference, narration, nth, first)
    select n._id, ${statement}, n.source, n.row, n.day, n.rrr, n.amount_kobo, n.bankreference, n.narration, n.nth, n.first
    from jsonb_to_recordset(${rows}::jsonb) as n(_id uuid, source text, row integer, day date, rrr text,
      amount_kobo bigint, bankreference text, narration text, nth integer, first boolean)
    on conflict on constraint statement_line_once do nothing`.execute(trx);
}

/** By row, the line of another file that a row was taken for. */
async function takenFor(trx: Trx, lines: readonly Placed[]): Promise<TakenFor[]> {
  const rows = JSON.stringify(lines.map(({ rrrs: _, ...line }) => line));
  const { rows: found } = await sql<TakenFor>`select n.row, l._id, l.row as itsrow, s.name
    from jsonb_to_recordset(${rows}::jsonb) as n(_id uuid, source text, row integer, day date, rrr text,
      amount_kobo bigint, bankreference text, narration text, nth integer)
    join portal.statement_line l on l._id <> n._id
      and (l.source, l.day, l.amount_kobo, l.bankreference, l.nth)
        = (n.source, n.day, n.amount_kobo, n.bankreference, n.nth)
      and l.told = case when n.rrr is null and n.bankreference = '' then n.narration else '' end
      and l.rrr is not distinct from n.rrr
    join portal.statement s on s._id = l.statement`.execute(trx);
  return found;
}
