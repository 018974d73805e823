/**
 * Describes every SQL statement of the server on a freshly migrated database, and holds its columns against its type. With
 * --renamed it proves itself: it gives each column that SQL names another name, and says where nothing was noticed.
 */
import type ts from "typescript";
import { openPool } from "../src/platform/database/connect.server.ts";
import { migrateJobs } from "../src/platform/jobs/jobs.server.ts";
import { migratedDatabase } from "../testing/migrated-database.ts";
import { connected, describe } from "./sql-described.ts";
import { hiddenNames } from "./sql-hidden.ts";
import { declaredIn, loadProgram, placeOf, type Template } from "./sql-program.ts";
import { renameEach } from "./sql-renamed.ts";
import { wrongColumns } from "./sql-rows.ts";
import { everyStatement } from "./sql-statements.ts";
import { unfollowed } from "./sql-unfollowed.ts";

const troubles = new Set<string>();
const listed = new Set<string>();
const covered = new Set<Template>();

const program = loadProgram();
const found = everyStatement(program);
const database = await migratedDatabase();
const client = await prepared(database.url);
for (const { text, call, templates, row } of found.statements) {
  const said = await describe(client, text);
  if ("refused" in said) {
    troubles.add(`${placeOf(call)}: PostgreSQL says: ${said.refused}`);
    continue;
  }
  for (const one of templates) covered.add(one);
  for (const name of hiddenNames(text))
    troubles.add(
      `${placeOf(call)}: ${name} stands inside for another than outside: give the inner one a name of its own`,
    );
  for (const wrong of row ? wrongColumns(program.checker, row, said.columns) : [])
    troubles.add(`${placeOf(call)}: the statement ${wrong}`);
}
if (process.argv.includes("--renamed"))
  for (const one of await renameEach(client, program, found.statements)) troubles.add(one);
await client.end();
await database.stop();

for (const { node, reason } of found.unfollowed) tell(node, reason);
for (const one of program.templates)
  if (!covered.has(one)) tell(one, "this part stands in no statement that could be described");
for (const name of Object.keys(unfollowed))
  if (!listed.has(name))
    troubles.add(`${name} can be followed now, or is no more: take it out of tools/sql-unfollowed.ts`);
if (covered.size === 0) troubles.add("no statements were found");

const count = new Set(found.statements.map(({ text }) => text)).size;
console.log([...troubles].sort().join("\n") || `${count} statements described, ${listed.size} listed as not followed`);
process.exit(troubles.size === 0 ? 0 : 1);

/** A connection to the database as it is when the portal runs: with its jobs, and the tables that a statement makes for itself. */
async function prepared(url: string) {
  const pool = openPool({ url }, "check-sql");
  await migrateJobs(pool);
  await pool.end();
  const connection = await connected(url);
  for (const { text } of found.statements)
    if (text.startsWith("create temp table")) await connection.query(text.replace("on commit drop", ""));
  return connection;
}

function tell(node: ts.Node, reason: string): void {
  const name = declaredIn(node);
  if (name in unfollowed) listed.add(name);
  else troubles.add(`${placeOf(node)}: ${reason}`);
}
