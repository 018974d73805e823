import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type ListQuery, readListQuery } from "../src/console/list/list.query.server.ts";
import { pageStatement, withoutTableScans } from "../src/console/list/list.server.ts";
import type { Field } from "../src/console/record/record.facts.rules.ts";
import { type RecordRules, registryOf } from "../src/console/record/record.registry.server.ts";
import type { Trx } from "../src/platform/write/perform.server.ts";

export interface Questions {
  readonly lists: string[];
  /** Those whose page is fetched by reading a whole table. */
  readonly scans: string[];
}

/** For what nobody asks but the bench: it may take longer than the portal lets a statement take. */
const patiently = <T>({ portal }: FastifyInstance, work: (trx: Trx) => Promise<T>): Promise<T> =>
  portal.db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    return work(trx);
  });

/** What every list of at least half so many rows can be asked for. */
export async function questionsToLarge(app: FastifyInstance, count: number): Promise<Questions> {
  const asked: Questions[] = [];
  for (const rules of registryOf(app).values()) {
    const counted = sql<{ many: boolean }>`select count(*) >= ${Math.ceil(count / 2)} as many from (
      select from ${sql.table(`portal.${rules.table}`)} limit ${count}) counted`;
    const { rows } = await patiently(app, (trx) => counted.execute(trx));
    if (rows[0]?.many) asked.push(await questionsTo(app, rules, count));
  }
  return { lists: asked.flatMap(({ lists }) => lists), scans: asked.flatMap(({ scans }) => scans) };
}

/** What a list of so many rows can be asked for, and those of its pages that are fetched by reading a whole table. */
export async function questionsTo(app: FastifyInstance, rules: RecordRules, count: number): Promise<Questions> {
  const queries = await patiently(app, (trx) => queriesOf(trx, rules, count));
  const scans: string[] = [];
  for (const query of queries) if (await readsWhole(app, rules, query)) scans.push(`${rules.of.noun}?${query}`);
  return { lists: queries.map((query) => `${rules.of.calls.list.path}?${query}`), scans };
}

/** Every order, each filter with a value that there is, words that many, few and no rows have, and a page of the middle. */
async function queriesOf(db: Trx, { of, table }: RecordRules, count: number): Promise<string[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(`portal.${table}`)} order by _id desc limit 1`.execute(db);
  const filters = (of.filters as string[]).flatMap((filter) => {
    const edge = of.filterable.find(({ name }: Field) => name === filter)?.edge;
    const [value] = [rows[0]?.[edge ? edge.of : filter]].flat();
    if (value === null || value === undefined) return [];
    return [`${filter}=${encodeURIComponent(edge ? String(value).slice(0, 10) : String(value))}`];
  });
  const words = of.searched === null ? [] : ["bench", "77777", "b", "zzzqqq", "9"];
  const orders = (of.sorts as string[]).flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]);
  const middle: string[] = [];
  for (const sort of of.sorts as string[]) {
    const column = of.facts.find((field: Field) => field.name === sort)?.column ?? "createdAt";
    const found = await sql<{ value: string; _id: string }>`
      select ${sql.ref(column)}::text as value, _id from ${sql.table(`portal.${table}`)} order by ${sql.ref(column)}, _id
      offset ${Math.floor(count / 2)} limit 1`.execute(db);
    const cursor = Buffer.from(JSON.stringify([found.rows[0]?.value, found.rows[0]?._id])).toString("base64url");
    if (found.rows[0]) middle.push(`sort=${sort}&after=${cursor}`);
  }
  const both = filters[0] ? orders.map((order) => `${filters[0]}&${order}`) : [];
  return ["", ...orders, ...middle, ...filters, ...both, ...words.map((word) => `q=${word}`)];
}

/** Who asks; nobody's `_id`. */
const SOMEBODY = "01900000-0000-7000-8000-000000000000";

/** Whether the plan reads a whole table of more than 10,000 rows to fetch one page. */
async function readsWhole(app: FastifyInstance, rules: RecordRules, text: string): Promise<boolean> {
  const query: ListQuery = readListQuery(rules, Object.fromEntries(new URLSearchParams(text)));
  const page = pageStatement(registryOf(app), rules, { scope: "all", staff: SOMEBODY }, query);
  const { rows } = await withoutTableScans(app.portal.db, (trx) =>
    sql<{ "QUERY PLAN": unknown }>`explain (format json) ${page}`.execute(trx),
  );
  const scanned = new Set<string>();
  JSON.stringify(rows[0]?.["QUERY PLAN"], (_, node) => {
    if (node?.["Node Type"] === "Seq Scan") scanned.add(node["Relation Name"]);
    return node;
  });
  const large = await sql`select from pg_class
    where relname = any(${[...scanned]}) and relnamespace = 'portal'::regnamespace and reltuples > ${SMALL}`.execute(
    app.portal.db,
  );
  return large.rows.length > 0;
}

/** A table of so few rows may be read as a whole, such as the statements that say until which day a bank has told. */
const SMALL = 10_000;
