import { sql } from "kysely";
import pg from "pg";
import { readListQuery, type ListQuery } from "../src/console/list/list.query.server.ts";
import { pageStatement, withoutTableScans } from "../src/console/list/list.server.ts";
import type { Field } from "../src/console/record/record.facts.contract.ts";
import { type Rules, registryOf } from "../src/console/record/record.rules.server.ts";
import { moneyDesk } from "../testing/correction.ts";
import { templateCluster } from "../testing/database.ts";
import { manyApplications } from "../testing/many-applications.ts";
import { startPortal } from "../testing/portal.ts";
const N = Number(process.argv[2] ?? 100000);
const place = await templateCluster();
const portal = await startPortal(place);
const { db } = portal;
const desk = await moneyDesk(portal);
let t = performance.now();
await manyApplications(portal.app.portal.pool, { count: N });
console.log("filled", Math.round(performance.now() - t));
const client = new pg.Client({ host: place.host, user: place.user, database: (await sql<{d:string}>`select current_database() as d`.execute(db)).rows[0]!.d });
await client.connect();
await client.query("set session_replication_role = replica");
await client.query(`update portal.payment_reference p set surplus = (array['second','late'])[1 + n % 2] , application=null, applicationcode=null from (select _id, row_number() over () n from portal.payment_reference) x where x._id = p._id and n % 50 = 0`);
await client.query(`insert into portal.payment_exception (_id, kind, subject, payment, rrr, name, jamb, came_kobo, asked_kobo, said, "createdAt", takenby, "takenAt", "closedAt", closedby, outcome)
 select gen_random_uuid(), (array['Wrong amount','Paid twice','Unknown notification','Old reference paid'])[1 + n % 4], 'payment:' || _id, _id, rrr, payername, jamb, 250000, 250000, description, "createdAt",
  case when n % 10 = 0 then s end, case when n % 10 = 0 then now() end, case when n % 2 = 0 then now() - n * interval '1 second' end, case when n % 4 = 0 then s end, case when n % 2 = 0 then 'Seen' end
 from (select *, row_number() over () n from portal.payment_reference) p, (select _id as s from portal.staff limit 1) st`);
await client.query(`insert into portal.payment_correction (_id, payment, kind, fromstate, reason, evidence, proposedby, "createdAt", state, decidedby, "decidedAt", rrr, payername, jamb)
 select gen_random_uuid(), _id, (array['Put aside','Reverse'])[1 + n % 2], 'PAID', 'bench reason ' || n, gen_random_uuid(), s, "createdAt", case when n % 20 = 0 then 'Proposed' else 'Approved' end, case when n % 20 = 0 then null else gen_random_uuid() end, case when n % 20 = 0 then null else now() end, rrr, payername, jamb
 from (select *, row_number() over () n from portal.payment_reference) p, (select _id as s from portal.staff limit 1) st`);
await client.query("analyze");
await client.end();
const times: { path: string; ms: number }[] = [];
for (const noun of ["payment", "payment_exception", "payment_exception_shut", "payment_correction"]) {
  const rules = registryOf(portal.app).get(noun) as Rules;
  for (const q of await queriesOf(rules)) {
    const path = `${rules.of.calls.list.path}?${q}`;
    for (let i = 0; i < 3; i += 1) {
      t = performance.now();
      const r = await desk.cashier.get(path);
      if (r.status !== 200) console.log(path, r.status, r.body.message);
      times.push({ path, ms: performance.now() - t });
    }
    const query: ListQuery = readListQuery(rules, Object.fromEntries(new URLSearchParams(q)));
    const page = pageStatement(registryOf(portal.app), rules, { scope: "all" }, query);
    const { rows } = await withoutTableScans(db, (trx) => sql<{ "QUERY PLAN": unknown }>`explain (format json) ${page}`.execute(trx));
    if (JSON.stringify(rows[0]?.["QUERY PLAN"]).includes('"Seq Scan"')) console.log("scan:", path);
  }
}
for (const path of ["/staff/ms_payment_exception/counts", `/staff/ms_payment/${(await db.selectFrom("payment_reference").select("_id").limit(1).executeTakeFirstOrThrow())._id}/story`])
  for (let i = 0; i < 3; i += 1) { t = performance.now(); await desk.cashier.get(path); times.push({ path, ms: performance.now() - t }); }
times.sort((a, b) => b.ms - a.ms);
for (const one of times.slice(0, 14)) console.log(Math.round(one.ms), one.path);
console.log(times.length, "p95", Math.round(times[Math.floor(times.length * 0.05)]?.ms ?? 0), "middle", Math.round(times[Math.floor(times.length / 2)]?.ms ?? 0));
t = performance.now();
const ids = (await db.selectFrom("payment_reference").select("_id").limit(1000).execute()).map((x) => x._id);
await db.updateTable("payment_reference").set({ nextCheckAt: null }).where("_id", "in", ids.slice(0, 1)).execute();
console.log("impossible:");
const { allImpossible } = await import("../src/app/impossible.server.ts");
for (const one of allImpossible.filter(({ name }) => /ledger|credit|owed|corrected|paid/.test(name))) { t = performance.now(); const { rows } = await one.rows.execute(db); console.log(one.name, Math.round(performance.now() - t), rows.length); }
await portal.stop(); await place.stop(); process.exit(0);

async function queriesOf(rules: Rules): Promise<string[]> {
  const { of, table } = rules;
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(`portal.${table}`)} order by "createdAt" desc limit 1`.execute(db);
  const { rows: held } = await sql<Record<string, unknown>>`select ${sql.join((of.filters as string[]).filter((f) => !(of.filterable.find((x: Field) => x.name === f)?.edge)).map((f) => sql`(select ${sql.ref(f)} from ${sql.table(`portal.${table}`)} where ${sql.ref(f)} is not null limit 1) as ${sql.id(f)}`))}`.execute(db);
  const filters = (of.filters as string[]).map((filter) => {
    const edge = of.filterable.find(({ name }: Field) => name === filter)?.edge;
    const value = edge ? String(rows[0]?.[edge.of]).slice(0, 10) : String(held[0]?.[filter]);
    return `${filter}=${encodeURIComponent(value)}`;
  });
  const words = ["bello", "77777", "b", "zzzqqq", "9", "2900000"];
  const orders = (of.sorts as string[]).flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]);
  const middle: string[] = [];
  for (const sort of of.sorts as string[]) {
    const column = of.facts.find((field: Field) => field.name === sort)?.column ?? "createdAt";
    const found = await sql<{ value: string; _id: string }>`select ${sql.ref(column)}::text as value, _id from ${sql.table(`portal.${table}`)} order by ${sql.ref(column)}, _id offset ${Math.floor(N / 3)} limit 1`.execute(db);
    if (found.rows[0]) middle.push(`sort=${sort}&after=${Buffer.from(JSON.stringify([found.rows[0]?.value, found.rows[0]?._id])).toString("base64url")}`);
  }
  const both = filters.flatMap((f) => orders.map((order) => `${f}&${order}`));
  return ["", ...orders, ...middle, ...filters, ...both, ...words.map((word) => `q=${word}`)];
}
