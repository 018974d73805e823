import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cluster, runCluster } from "./cluster.server.ts";
import { isAlive } from "./cluster-lock.server.ts";

/** Speed for the safety that a test does not need: a crash of the machine loses everything. */
const careless = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "checkpoint_timeout=1h",
  "max_connections=200",
];

const usual = ["max_wal_size=256MB"];
/** For what whoever names CLUSTER_FOLDER fills, as a server for so much is set. */
const large = ["shared_buffers=2GB", "max_wal_size=8GB", "maintenance_work_mem=512MB"];

/** What a run of tests may fill: its databases and their log. */
const ROOM = 4 * 1024 ** 3;

/** After so long a folder without a process is not one whose PostgreSQL is about to start. */
const TEN_MINUTES = 10 * 60_000;

/** A PostgreSQL for one run of tests, in a temporary folder that `stop` removes. */
export async function startThrowawayCluster(): Promise<Cluster> {
  const place = fastestFolder();
  removeLeft(place);
  const dataDir = mkdtempSync(join(place, "portal-"));
  const cluster = await runCluster(
    dataDir,
    [...careless, ...(process.env.CLUSTER_FOLDER ? large : usual)],
    ["--no-sync"],
  );
  return {
    ...cluster,
    async stop() {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Memory where there is enough of it: a copy of a database is two thousand files, which a busy disk takes seconds for. Whoever
 * fills more than memory holds names a folder in CLUSTER_FOLDER.
 */
function fastestFolder(): string {
  const named = process.env.CLUSTER_FOLDER;
  if (named) return named;
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .find((line) => line.includes(` ${memory} tmpfs `));
    if (bavail * bsize > ROOM && mount && !/\bnoexec\b|\bro\b/.test(mount)) return memory;
  } catch {
    // Another system than Linux.
  }
  return tmpdir();
}

/** What a killed run could not remove any more fills the memory of those that follow. */
function removeLeft(place: string): void {
  for (const name of readdirSync(place).filter((one) => /^portal-\w{6}$/.test(one))) {
    const folder = join(place, name);
    try {
      if (isLeft(join(folder, "postgres"))) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's, or removed in this moment by another run.
    }
  }
}

function isLeft(database: string): boolean {
  const mark = join(database, "postmaster.pid");
  if (!existsSync(mark)) return Date.now() - statSync(database).mtimeMs > TEN_MINUTES;
  const pid = Number.parseInt(readFileSync(mark, "utf8"), 10);
  return pid > 0 && !isAlive(pid);
}
