import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Cluster, startCluster } from "../src/platform/cluster/cluster.server.ts";
import { startThrowawayCluster } from "../src/platform/cluster/throwaway-cluster.server.ts";
import { isRoot, ordinary, processesIn, refusalOf, sweep, temporaryFolder } from "../testing/program.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const made = mkdtempSync(join(tmpdir(), "portal-made-"));
beforeAll(() => startedAndStopped(made));
afterEach(sweep);
afterAll(() => rmSync(made, { recursive: true }));

const answers = async ({ host, user }: Cluster) => {
  const client = new pg.Client({ host, user, database: "postgres" });
  await client.connect();
  const { rows } = await client.query("select current_setting('server_version_num')::int >= 180000 as new");
  await client.end();
  return rows[0].new;
};

const startedAndStopped = async (dataDir: string) => {
  const cluster = await startCluster(dataDir);
  expect(await answers(cluster)).toBe(true);
  await cluster.stop();
};

/** A folder of `user` with the database that a first start has made, for what happens to it later. */
function madeFolder(user?: typeof ordinary): string {
  const dataDir = temporaryFolder(user);
  // With its owners: as root, the database's files are another user's.
  expect(spawnSync("cp", ["-a", join(made, "postgres"), dataDir]).status).toBe(0);
  return dataDir;
}

test("a data folder whose path is too long for a socket is reached all the same", async () => {
  const dataDir = join(temporaryFolder(), "x".repeat(80), "y".repeat(80));
  await startedAndStopped(dataDir);
  await startedAndStopped(dataDir);
});

test("PostgreSQL is reached through the folder alone, by its owner alone", async () => {
  const cluster = await startCluster(madeFolder());
  const client = new pg.Client({ ...cluster, database: "postgres" });
  await client.connect();
  const { rows } = await client.query("select current_setting('listen_addresses') as tcp");
  expect(rows).toEqual([{ tcp: "" }]);
  expect(statSync(cluster.host).mode & 0o777).toBe(0o700);
  await client.end();
  await cluster.stop();
});

test("a throwaway cluster leaves neither folder nor process", async () => {
  const cluster = await startThrowawayCluster();
  expect(await answers(cluster)).toBe(true);
  await cluster.stop();
  expect(existsSync(dirname(cluster.host))).toBe(false);
  expect(processesIn(cluster.host)).toEqual([]);
});

test("a throwaway cluster removes what killed runs have left, and nothing of one that runs or begins", async () => {
  const running = await startThrowawayCluster();
  const place = dirname(dirname(running.host));
  const folders = Array.from({ length: 3 }, () => mkdtempSync(join(place, "portal-")));
  for (const folder of folders) mkdirSync(join(folder, "postgres"));
  const [killed = "", stopped = "", begun = ""] = folders;
  writeFileSync(join(killed, "postgres/postmaster.pid"), `${spawnSync("true").pid}\n`);
  const longAgo = new Date(Date.now() - 11 * 60_000);
  utimesSync(join(stopped, "postgres"), longAgo, longAgo);
  const next = await startThrowawayCluster();
  const stand = [killed, stopped, begun, dirname(running.host)].map((folder) => existsSync(folder));
  rmSync(begun, { recursive: true });
  await next.stop();
  await running.stop();
  expect(stand).toEqual([false, false, true, true]);
});

test("two first starts at once on one folder: one runs, the other is refused", async () => {
  const dataDir = temporaryFolder();
  const both = await Promise.allSettled([startCluster(dataDir), refusalOf({ DATA_DIR: dataDir })]);
  const [here, there] = both;
  if (here.status === "fulfilled") await here.value.stop();
  const refused = there.status === "fulfilled" && there.value[0] === 1 ? there.value[1] : "";
  const reason = here.status === "rejected" ? String(here.reason) : refused;
  expect(reason).toContain("Another portal runs on the database");
  expect(readdirSync(dataDir).filter((name) => name.startsWith("postgres"))).toEqual(["postgres"]);
  await startedAndStopped(dataDir);
});

test("a folder that holds something else is left alone", async () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres/thesis.txt"), "mine");
  await expect(startCluster(dataDir)).rejects.toThrow(/holds files, but no PostgreSQL database: move them away/);
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["thesis.txt"]);
});

test("a database of another major version is refused in one sentence", async () => {
  const dataDir = madeFolder();
  writeFileSync(join(dataDir, "postgres/PG_VERSION"), "16\n");
  await expect(startCluster(dataDir)).rejects.toThrow(/was made by another major version of PostgreSQL/);
});

test("a system without a PostgreSQL in the packages is told to set DATABASE_URL", async () => {
  const { arch } = process;
  Object.defineProperty(process, "arch", { value: "riscv64" });
  try {
    await expect(startCluster(temporaryFolder())).rejects.toThrow(
      "There is no embedded PostgreSQL for linux on riscv64: set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  } finally {
    Object.defineProperty(process, "arch", { value: arch });
  }
});

test.runIf(isRoot)("files that root put back from a copy are handed over again", async () => {
  const dataDir = madeFolder();
  spawnSync("chown", ["-R", "0:0", join(dataDir, "postgres")]);
  spawnSync("chmod", ["755", join(dataDir, "postgres")]);
  await startedAndStopped(dataDir);
  expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
});

test.runIf(isRoot)("root runs an ordinary user's database as that user, who can go on with it", async () => {
  const dataDir = temporaryFolder(ordinary);
  await startedAndStopped(dataDir);
  spawnSync("chown", ["-R", "12345:12345", join(dataDir, "postgres")]);
  await startedAndStopped(dataDir);
  const owners = readdirSync(join(dataDir, "postgres")).map((name) => statSync(join(dataDir, "postgres", name)).uid);
  expect(new Set(owners)).toEqual(new Set([12345]));
});

test.runIf(isRoot)("another user's data folder is refused in one sentence", async () => {
  const DATA_DIR = madeFolder(ordinary);
  spawnSync("chown", ["-R", "12345:12345", join(DATA_DIR, "postgres")]);
  expect(await refusalOf({ DATA_DIR }, { user: ordinary })).toEqual([
    1,
    `${DATA_DIR}/postgres cannot be written by this user: start as its owner, hand it over with chown -R, or set DATA_DIR to another folder.`,
  ]);
});
