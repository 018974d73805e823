import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cluster, runCluster } from "./cluster.server.ts";

/** Speed for the safety that a test does not need: a crash of the machine loses everything. */
const careless = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200"];

/** A PostgreSQL for one run of tests, in a temporary folder that `stop` removes. */
export async function startThrowawayCluster(): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), "portal-"));
  const cluster = await runCluster(dataDir, careless, ["--no-sync"]);
  return {
    ...cluster,
    async stop() {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
