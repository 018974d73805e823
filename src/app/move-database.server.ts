/**
 * The program of `npm run move-database -- postgres://…`: brings the embedded database under DATA_DIR to an empty one on a
 * PostgreSQL server, and says what it compared. The embedded one stays as it is.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { startCluster } from "#platform/cluster/cluster.server.ts";
import { readConfig } from "#platform/config/config.server.ts";
import { StartRefusal } from "#platform/config/start-refusal.server.ts";
import { openStartPool } from "#platform/database/connect.server.ts";
import { moveDatabase } from "./move/database-move.server.ts";
import { migrateAll } from "./server/database.server.ts";
import { openEnding } from "./server/ending.server.ts";

const USAGE = "Usage: npm run move-database -- postgres://user:password@server/database, which must be empty.";

const ending = openEnding();
try {
  process.stdout.write(`${await move(process.argv.slice(2))}\n`);
  await ending.end(0);
} catch (fault) {
  process.stderr.write(`${fault instanceof StartRefusal ? fault.message : ((fault as Error).stack ?? fault)}\n`);
  await ending.end(1);
}

async function move([url = "", ...rest]: readonly string[]): Promise<string> {
  if (!/^postgres(ql)?:\/\/./.test(url) || rest.length > 0) throw new StartRefusal(USAGE);
  const { dataDir } = readConfig({ ...process.env, NODE_ENV: "development", DATABASE_URL: "" });
  if (!existsSync(join(dataDir, "postgres/PG_VERSION")))
    throw new StartRefusal(
      `${dataDir} holds no database: set DATA_DIR to the folder of the portal that is to be moved.`,
    );
  const { host, user, stop } = await startCluster(dataDir);
  ending.remember(stop);
  const source = openStartPool({ host, user, database: "postgres" }, "portal:move-from");
  ending.remember(() => source.end());
  const target = openStartPool({ url }, "portal:move-to");
  ending.remember(() => target.end());
  await target.query("select").catch((fault: Error) => {
    throw new StartRefusal(`The target cannot be reached: ${fault.message}.`);
  });
  await migrateAll(source);
  const sums = await moveDatabase(source, target);
  const filled = sums.filter(({ rows }) => rows > 0);
  const width = Math.max(...filled.map(({ table }) => table.length));
  const lines = filled.map(({ table, rows }) => `${table.padEnd(width)} ${String(rows).padStart(9)} rows, sums equal`);
  const all = filled.reduce((total, { rows }) => total + rows, 0);
  return [
    ...lines,
    `Moved: ${all} rows of ${sums.length} tables, each table's count and sum compared.`,
    `Now start the portal with DATABASE_URL, the same DATA_DIR (its files stay there) and PORTAL_SECRET=$(cat ${join(dataDir, "secret")}).`,
  ].join("\n");
}
