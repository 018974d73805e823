import { sql } from "kysely";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Registry, Rules, Untitled } from "../record/record.rules.server.ts";
import { shownRows, titled } from "../record/record.select.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import { beyond, cursorOf, foundBy, type ListQuery, ordered, readListQuery, sortedBy } from "./list.query.server.ts";

// Counting is for the eye: beyond this nobody reads the number. Contract 1.
const COUNTED = 10_000;

/** One page of a list with the cursor of the next one and the total. */
export async function readList(db: Database, registry: Registry, rules: Rules, who: Officer, given: unknown) {
  const query = readListQuery(rules, given);
  const [{ rows, next }, total] = await Promise.all([
    pageOf(db, registry, rules, who, query),
    totalOf(db, rules, who, query),
  ]);
  return { list: rows.map((row) => titled(rules, row)), next, total };
}

/** One page and one row more, by which it is known whether another page follows. */
export function pageStatement(
  registry: Registry,
  rules: Rules,
  who: Pick<Officer, "scope" | "staff">,
  query: ListQuery,
) {
  const base = sql`select t.*, ${sortedBy(rules, query, "t")}::text as "cursor" from ${sql.table(`portal.${rules.table}`)} t
    where ${foundBy(rules, who, query)} and ${beyond(rules, query)} ${ordered(rules, query, "t")} limit ${query.limit + 1}`;
  return sql<Untitled & { cursor: string }>`
    ${shownRows(registry, rules, base, sql`, r."cursor"`)} ${ordered(rules, query, "r")}`;
}

async function pageOf(db: Database, registry: Registry, rules: Rules, who: Officer, query: ListQuery) {
  const statement = pageStatement(registry, rules, who, query);
  const { rows } = await withoutTableScans(db, (trx) => statement.execute(trx)).catch(refusingCursor);
  const page = rows.slice(0, query.limit);
  const list = page.map(({ cursor: _, ...row }) => row as Untitled);
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  return {
    rows: rules.told ? await rules.told(db, registry, list) : list,
    next: last ? cursorOf(last.cursor, last._id as string) : null,
  };
}

/** Where few rows fit, the planner would rather read the whole table than an index in its order. */
export const withoutTableScans = <R>(db: Database, read: (trx: Trx) => Promise<R>): Promise<R> =>
  db
    .transaction()
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      return read(trx);
    });

async function totalOf(db: Database, rules: Rules, who: Officer, query: ListQuery): Promise<number | "10,000+"> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from ${sql.table(`portal.${rules.table}`)} t where ${foundBy(rules, who, query)} limit ${COUNTED + 1}) found`.execute(
    db,
  );
  const count = rows[0]?.count ?? 0;
  return count > COUNTED ? "10,000+" : count;
}

/** A cursor is opaque; one that was written by hand may hold what its column cannot be compared with. */
function refusingCursor(fault: unknown): never {
  const isOfValue = fault instanceof Error && "code" in fault && String(fault.code).startsWith("22");
  if (!isOfValue) throw fault;
  throw refuseForm("This page of the list is not known. Begin with the first one", { after: "This page is not known" });
}
