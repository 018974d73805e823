import { parse } from "node:querystring";
import { type RawBuilder, sql } from "kysely";
import { refuseForm, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Choice, ChosenRows } from "../record/record.contract.ts";
import {
  choosableOf,
  columnsOf,
  labelOf,
  mayChange,
  mayRead,
  type RecordRegistry,
  type RecordRules,
  shownRows,
  titledRow,
  type UntitledRow,
} from "../record/record.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import {
  beyond,
  cursorOf,
  foundBy,
  type ListQuery,
  ordered,
  readListQuery,
  sortedBy,
  wordsFound,
  wordsOf,
} from "./list.query.server.ts";

export {
  cursorOf,
  foundBy,
  type ListQuery,
  ordered,
  patternOf,
  readListQuery,
  searchedIn,
  wordsFound,
  wordsOf,
} from "./list.query.server.ts";

// Counting is for the eye: beyond this nobody reads the number. Contract 1.
const COUNTED = 10_000;

/** One page of a list with the cursor of the next one and the total. */
export async function readList(
  db: Database,
  registry: RecordRegistry,
  rules: RecordRules,
  who: Officer,
  given: unknown,
) {
  const query = readListQuery(rules, given);
  const [{ rows, next }, total] = await Promise.all([
    pageOf(db, registry, rules, who, query),
    totalOf(db, rules, who, query),
  ]);
  return { list: rows.map((row) => titledRow(rules, row)), next, total };
}

/** One page and one row more, by which it is known whether another page follows. */
export function pageStatement(
  registry: RecordRegistry,
  rules: RecordRules,
  who: Pick<Officer, "scope" | "staff">,
  query: ListQuery,
) {
  const table = sql.table(`portal.${rules.table}`);
  const onPage = sql`${foundBy(rules, who, query)} and ${beyond(rules, query)} ${ordered(rules, query, "t")} limit ${query.limit + 1}`;
  const cursor = (name: string) => sql`${sortedBy(rules, query, name)}::text as "cursor"`;
  const base = rules.judged
    ? sql`select one.*, ${cursor("one")} from ${table} one where one._id in (select t._id from ${table} t where ${onPage})`
    : sql`select t.*, ${cursor("t")} from ${table} t where ${onPage}`;
  return sql<UntitledRow & { cursor: string }>`
    ${shownRows(registry, rules, base, sql`, r."cursor"`)} ${ordered(rules, query, "r")}`;
}

async function pageOf(db: Database, registry: RecordRegistry, rules: RecordRules, who: Officer, query: ListQuery) {
  const statement = pageStatement(registry, rules, who, query);
  const { rows } = await withoutTableScans(db, async (trx) => {
    if (query.q !== "") await planAnew(trx);
    return statement.execute(trx);
  }).catch(refusingCursor);
  const page = rows.slice(0, query.limit);
  const list = page.map(({ cursor: _, ...row }) => row as UntitledRow);
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

/** One word finds a row, another one all of them: a plan that is kept for any word reads a whole table for most. */
const planAnew = (trx: Trx) => sql`set local plan_cache_mode = force_custom_plan`.execute(trx);

const plannedAnew = <R>(db: Database, read: (trx: Trx) => Promise<R>): Promise<R> =>
  db
    .transaction()
    .setAccessMode("read only")
    .execute(async (trx) => {
      await planAnew(trx);
      return read(trx);
    });

async function totalOf(db: Database, rules: RecordRules, who: Officer, query: ListQuery): Promise<number | "10,000+"> {
  const counted = sql<{ count: number }>`select count(*)::int as count from (
    select from ${sql.table(`portal.${rules.table}`)} t where ${foundBy(rules, who, query)} limit ${COUNTED + 1}) found`;
  const { rows } = query.q === "" ? await counted.execute(db) : await plannedAnew(db, (trx) => counted.execute(trx));
  const count = rows[0]?.count ?? 0;
  return count > COUNTED ? "10,000+" : count;
}

/** A cursor is opaque; one that was written by hand may hold what its column cannot be compared with. */
export function refusingCursor(fault: unknown): never {
  const isOfValue = fault instanceof Error && "code" in fault && String(fault.code).startsWith("22");
  if (!isOfValue) throw fault;
  throw refuseForm("form-invalid", "This page of the list is not known. Begin with the first one", {
    after: "This page is not known",
  });
}

const MOST_CHOICES = 50;

/**
 * Rows to choose from by code and name, within reach: those that `q` finds, at most fifty; what may be chosen no more is left
 * out. With `id` that one alone, active or not.
 */
export async function choicesOf(db: Database, rules: RecordRules, who: Officer, given: unknown): Promise<Choice[]> {
  const { q = "", id = "" } = given as Record<string, unknown>;
  if (typeof q !== "string" || typeof id !== "string" || (id !== "" && !isId(id)))
    throw refuseForm("form-invalid", "Search must be text", { q: "Search must be text" });
  const column = columnsOf("t");
  const fitting = wordsFound(rules, wordsOf(q), column);
  const found = id ? sql`t._id = ${id}` : sql.join([choosableOf(rules, column), ...fitting], sql` and `);
  const label = labelOf(rules, column);
  const { rows } = await sql<Choice>`select t._id, ${label} as label from ${sql.table(`portal.${rules.table}`)} t
    where ${mayRead(rules, who, column)} and ${found} order by label, t._id limit ${MOST_CHOICES}`.execute(db);
  return rows;
}

const MOST_CHOSEN = 10_000;

/**
 * Locks the rows that somebody chose in a list, in one order so that two such deeds wait for each other, and answers their
 * `_id`s. Rows beyond the asker's reach are not among them. Refuses when other rows fit now than the person saw, so that
 * nothing is done to a row that nobody looked at: all or none. Refuses a choice of nothing. Rows of a view over more than
 * one table can not be locked here: the deed locks what lies under them, as `lockedOffers` does.
 */
export const lockedChosen = (trx: Trx, rules: RecordRules, who: Officer, chosen: ChosenRows): Promise<string[]> =>
  chosenAmong(trx, rules, who, chosen, sql`for update of t`);

/** The same without locks, for the rows of a view whose deed locks what lies under them in an order of its own. */
export const foundChosen = (trx: Trx, rules: RecordRules, who: Officer, chosen: ChosenRows): Promise<string[]> =>
  chosenAmong(trx, rules, who, chosen, sql``);

/**
 * What finds the rows of a list that somebody may change, given its query string; for a deed that is pinned to what was seen in
 * another way than by how many there were.
 */
export const fittingNow = (rules: RecordRules, who: Officer, query: string): RawBuilder<unknown> =>
  sql`${foundBy(rules, who, readListQuery(rules, parse(query)))} and ${mayChange(rules, who, columnsOf("t"))}`;

async function chosenAmong(
  trx: Trx,
  rules: RecordRules,
  who: Officer,
  chosen: ChosenRows,
  lock: RawBuilder<unknown>,
): Promise<string[]> {
  const { ids, query, count } = chosen;
  const table = sql.table(`portal.${rules.table}`);
  const { rows } = await sql<{ _id: string }>`select t._id from ${table} t
    where ${wanted(rules, who, { ids, query, count })} and ${mayChange(rules, who, columnsOf("t"))}
    order by t._id limit ${MOST_CHOSEN + 1} ${lock}`.execute(trx);
  if (rows.length !== count) throw stale("rows-changed", otherRows(rows.length, chosen));
  const none = `Choose at least one ${rules.of.called}`;
  if (count === 0) throw refuseForm("nothing-chosen", none, { ids: none });
  return rows.map(({ _id }) => _id);
}

function wanted(rules: RecordRules, who: Officer, { ids, query, count }: ChosenRows): RawBuilder<unknown> {
  if (count > MOST_CHOSEN)
    throw refuseForm("too-many-chosen", "Choose at most 10,000 rows", { count: "Choose at most 10,000 rows" });
  if (ids && !ids.every(isId))
    throw refuseForm("form-invalid", "One of the rows is not known", { ids: "One of the rows is not known" });
  if (!ids === (query === undefined))
    throw refuseForm("form-invalid", "Choose rows", { ids: "Choose rows, or all that a list finds" });
  return ids
    ? sql`t._id = any(${[...new Set(ids)]}::uuid[])`
    : foundBy(rules, who, readListQuery(rules, parse(query ?? "")));
}

const otherRows = (now: number, { ids, count }: ChosenRows): string =>
  ids
    ? `${count - now} of the ${count} chosen rows ${count - now === 1 ? "is" : "are"} not there any more, so nothing was changed. Look at the list again`
    : `${now} rows fit this list now, not ${count}, so nothing was changed. Look at the list again`;
