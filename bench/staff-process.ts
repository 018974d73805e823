/** The portal with 100,000 rows in every list of the office, in a process of its own. Tells its memory when asked. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { staffCookie } from "../src/access/staff-session/staff-session.open.server.ts";
import { buildPortal } from "../src/app/server/portal.server.ts";
import { registryOf } from "../src/console/record/record.registry.server.ts";
import { hashToken } from "../src/identity/session/session.server.ts";
import { readConfig } from "../src/platform/config/config.server.ts";
import { openPool } from "../src/platform/database/connect.server.ts";
import { newId } from "../src/platform/database/id.server.ts";
import { questionsTo } from "./list-questions.ts";
import { fillLists } from "./many-rows.ts";

const [host = "", user = "", database = "", dataDir = "", count = ""] = process.argv.slice(2);
const name = `portal:bench-${process.pid}`;
const pool = openPool({ host, user, database }, name);
const config = {
  ...readConfig({ DATA_DIR: dataDir, PORT: "3998" }),
  logLevel: "silent" as const,
  mostRequests: Infinity,
};
const app = await buildPortal(config, pool, name);
const url = await app.listen({ host: "127.0.0.1", port: 0 });
const { db } = app.portal;

await sql`insert into portal.user_permission (_id, staff, page)
  select gen_random_uuid(), s._id, p._id from portal.page p, (select _id from portal.staff order by _id limit 1) s
  on conflict do nothing`.execute(db);
const { rows: staff } = await sql<{ _id: string }>`select _id from portal.staff order by _id limit 1`.execute(db);
const token = randomBytes(32).toString("base64url");
await sql`insert into portal.staff_session (_id, token, staff, address, agent, "endsAt", idle)
  values (${newId()}, ${hashToken(token)}, ${staff[0]?._id}, '', '', now() + interval '1 day', interval '1 day')`.execute(
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
  const asked = await questionsTo(app, rules, Number(count));
  lists.push(...asked.lists);
  scans.push(...asked.scans);
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
process.send?.({ url, cookie: `${staffCookie.nameAt(config)}=${token}`, lists, scans });
