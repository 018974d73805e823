import { startThrowawayCluster } from "../src/platform/cluster/throwaway-cluster.server.ts";
import { openDatabase, openPool } from "../src/platform/database/connect.server.ts";
import { migrate } from "../src/platform/database/migrate.server.ts";

/** A migrated database without demo data, as a connection string for tools. */
export async function migratedDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const cluster = await startThrowawayCluster();
  const pool = openPool({ ...cluster, database: "postgres" }, "migrated");
  await migrate(openDatabase(pool));
  await pool.end();
  return { url: `postgres://portal@/postgres?host=${cluster.host}`, stop: () => cluster.stop() };
}
