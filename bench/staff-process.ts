/** The portal with 100,000 rows in every list of the office, in a process of its own. Tells its memory when asked. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { cookieName } from "../src/access/staff-session/staff-session.cookie.server.ts";
import { buildPortal } from "../src/app/portal.server.ts";
import { type ListQuery, readListQuery } from "../src/console/list/list.query.server.ts";
import { pageStatement, withoutTableScans } from "../src/console/list/list.server.ts";
import type { Field } from "../src/console/record/record.facts.contract.ts";
import { type Rules, registryOf } from "../src/console/record/record.rules.server.ts";
import { hashed } from "../src/identity/session/session.server.ts";
import { readConfig } from "../src/platform/config.server.ts";
import { openPool } from "../src/platform/database/connect.server.ts";
import { newId } from "../src/platform/database/id.server.ts";
import { fillLists } from "./many-rows.ts";

const [host = "", user = "", database = "", dataDir = "", count = ""] = process.argv.slice(2);
const name = `portal:bench-${process.pid}`;
const pool = openPool({ host, user, database }, name);
const config = { ...readConfig({ DATA_DIR: dataDir, PORT: "3998" }), logLevel: "silent" as const };
const app = await buildPortal(config, pool, name);
const url = await app.listen({ host: "127.0.0.1", port: 0 });
const { db } = app.portal;

await sql`insert into portal.user_permission (_id, staff, page)
  select gen_random_uuid(), s._id, p._id from portal.page p, (select _id from portal.staff order by _id limit 1) s
  on conflict do nothing`.execute(db);
const { rows: staff } = await sql<{ _id: string }>`select _id from portal.staff order by _id limit 1`.execute(db);
const token = randomBytes(32).toString("base64url");
await sql`insert into portal.staff_session (_id, token, staff, address, agent, "endsAt", idle)
  values (${newId()}, ${hashed(token)}, ${staff[0]?._id}, '', '', now() + interval '1 day', interval '1 day')`.execute(
  db,
);
// A connection of its own: the portal's ends a statement that takes long.
const client = new pg.Client({ host, user, database });
await client.connect();
await fillLists(client, Number(count));
await client.end();

const lists: string[] = [];
const scans: string[] = [];
for (const rules of registryOf(app).values()) {
  for (const query of await queriesOf(rules)) {
    lists.push(`${rules.of.calls.list.path}?${query}`);
    await explain(rules, query);
  }
}

let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 20);
process.on("message", () => {
  process.send?.({ peak });
  peak = process.memoryUsage().rss;
});
process.on("disconnect", () => process.exit(0));
process.send?.({ url, cookie: `${cookieName(config)}=${token}`, lists, scans });

/** Every order, each filter with a value that there is, words that many, few and no rows have, and a page of the middle. */
async function queriesOf(rules: Rules): Promise<string[]> {
  const { of, table } = rules;
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(`portal.${table}`)} order by _id desc limit 1`.execute(db);
  const filters = (of.filters as string[]).map((filter) => {
    const edge = of.filterable.find(({ name }: Field) => name === filter)?.edge;
    const value = edge ? String(rows[0]?.[edge.of]).slice(0, 10) : String(rows[0]?.[filter]);
    return `${filter}=${encodeURIComponent(value)}`;
  });
  const words = of.searched === null ? [] : ["bench", "77777", "b", "zzzqqq", "9"];
  const orders = (of.sorts as string[]).flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]);
  const middle: string[] = [];
  for (const sort of of.sorts as string[]) {
    const column = of.facts.find((field: Field) => field.name === sort)?.column ?? "createdAt";
    const found = await sql<{ value: string; _id: string }>`
      select ${sql.ref(column)}::text as value, _id from ${sql.table(`portal.${table}`)} order by ${sql.ref(column)}, _id
      offset ${Math.floor(Number(count) / 2)} limit 1`.execute(db);
    const cursor = Buffer.from(JSON.stringify([found.rows[0]?.value, found.rows[0]?._id])).toString("base64url");
    if (found.rows[0]) middle.push(`sort=${sort}&after=${cursor}`);
  }
  const both = filters[0] ? orders.map((order) => `${filters[0]}&${order}`) : [];
  return ["", ...orders, ...middle, ...filters, ...both, ...words.map((word) => `q=${word}`)];
}

/** Notes a plan that reads a whole table of more than 10,000 rows to fetch one page. */
async function explain(rules: Rules, text: string): Promise<void> {
  const query: ListQuery = readListQuery(rules, Object.fromEntries(new URLSearchParams(text)));
  const page = pageStatement(registryOf(app), rules, { scope: "all" }, query);
  const { rows } = await withoutTableScans(db, (trx) =>
    sql<{ "QUERY PLAN": unknown }>`explain (format json) ${page}`.execute(trx),
  );
  const plan = JSON.stringify(rows[0]?.["QUERY PLAN"]);
  if (plan.includes('"Seq Scan"')) scans.push(`${rules.of.noun}?${text}`);
}
