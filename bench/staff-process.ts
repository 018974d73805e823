/** The portal with 100,000 rows in every list of the office, in a process of its own. Tells its memory when asked. */
import pg from "pg";
import { registryOf } from "../src/console/record/record.registry.server.ts";
import { officer, openBenchPortal } from "./bench-portal.ts";
import { questionsTo } from "./list-questions.ts";
import { fillLists } from "./many-rows.ts";

const { app, pool, url, more } = await openBenchPortal(3998);
const count = Number(more[0]);
const { cookie } = await officer(app);
// A connection of its own: the portal's ends a statement that takes long.
const client = new pg.Client({ ...pool.options, application_name: "bench" });
await client.connect();
await fillLists(client, count);
await client.end();

const lists: string[] = [];
const scans: string[] = [];
for (const rules of registryOf(app).values()) {
  const asked = await questionsTo(app, rules, count);
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
process.send?.({ url, cookie, lists, scans });
