import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TableSum, tableSums } from "../src/app/move/database-move.server.ts";
import { readConfig } from "../src/platform/config/config.server.ts";
import { openStore } from "../src/platform/files/store.server.ts";
import { keepEvidence } from "../testing/evidence.ts";
import {
  checkout,
  isRoot,
  ordinary,
  startProgram,
  stopProgram,
  sweep,
  temporaryFolder,
  until,
} from "../testing/program.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 1_200_000 });

/** Entries of the audit beside what a college brings. */
const rows = Number(process.env.RESTORE_ROWS ?? 1_000_000);
const programs = debianPostgres();
/** PostgreSQL does not run as root. */
const user = isRoot ? ordinary : {};
const operation = join(checkout, "operation");

let backups = "";
let dataDir = "";
let server: Server;
beforeAll(async () => {
  if (!programs || spawnSync("rsync", ["--version"]).status !== 0)
    throw new Error("This drill needs Debian's own: apt-get install -y --no-install-recommends postgresql rsync");
  backups = temporaryFolder(isRoot ? ordinary : undefined);
  for (const name of ["base", "wal", "dump", "files"]) ownFolder(join(backups, name));
  const folder = join(temporaryFolder(isRoot ? ordinary : undefined), "server");
  run(`${programs}/initdb`, "-D", folder, "-U", "portal", "--auth", "trust", "--data-checksums", "--encoding", "UTF8");
  writeFileSync(
    join(folder, "postgresql.conf"),
    `include '${operation}/postgresql.conf'\narchive_command = '${operation}/keep-wal.sh "%p" "%f"'\n`,
    { flag: "a" },
  );
  server = await startServer(folder);
  await server.sql("create database portal", "postgres");
  dataDir = temporaryFolder();
  const portal = await startProgram({ DATABASE_URL: server.url("portal"), DATA_DIR: dataDir });
  await portal.ready;
  await stopProgram(portal);
  await server.sql(`insert into portal.audit (_id, actorkind, deed, subject, after)
    select gen_random_uuid(), 'system', 'drill.entry', 'drill:' || n, jsonb_build_object('n', n)
    from generate_series(1, ${rows}) n`);
  const store = openStore(readConfig({ DATA_DIR: dataDir }));
  for (let n = 0; n < 200; n += 1) await store.keep(`drill-${n}`, randomBytes(20_000), "image/jpeg");
  if (isRoot) run0("chown", "-R", `${ordinary.uid}:${ordinary.gid}`, dataDir);
});
afterAll(async () => {
  await server?.kill();
  await sweep();
});

test("a night's backup is verified, and one with a changed byte is not", async () => {
  expect(run(join(operation, "backup.sh"))).toMatch(/^backup: 1 base backups/m);
  expect(await server.sql("select count(*)::int as told from portal.base_backup")).toEqual([{ told: 1 }]);
  const [name = ""] = readdirSync(join(backups, "base"));
  const spoilt = join(temporaryFolder(), "spoilt");
  cpSync(join(backups, "base", name), spoilt, { recursive: true });
  const file = join(spoilt, "global/pg_control");
  const bytes = readFileSync(file);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const { status, stderr } = spawnSync(`${programs}/pg_verifybackup`, ["--quiet", spoilt], { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining('checksum mismatch for file "global/pg_control"')]);
});

test("a dump brings every row and file back", async (context) => {
  run(join(operation, "copy-files.sh"), join(dataDir, "files"));
  expect(filesIn(join(backups, "files"))).toEqual(filesIn(join(dataDir, "files")));
  const [dump = ""] = readdirSync(join(backups, "dump"));
  await server.sql("create database restored", "postgres");
  const begun = performance.now();
  run(`${programs}/pg_restore`, "--jobs", "2", "--dbname", "restored", join(backups, "dump", dump));
  const seconds = (performance.now() - begun) / 1000;
  const before = await server.sums("portal");
  expect(await server.sums("restored")).toEqual(before);
  expect(seconds).toBeLessThan(60);
  const count = before.reduce((total, one) => total + one.rows, 0);
  keepEvidence(context, {
    figure: "F-42",
    asked: "at most 60 s",
    measured: `${seconds.toFixed(1)} s, ${count} rows in ${before.length} tables`,
  });
  await server.sql("drop database restored", "postgres");
});

test("after delete and drop the database is as it was a minute before, and the portal starts on it", async (context) => {
  await server.sql(entry("drill.last"));
  const before = await server.sums("portal");
  const [{ now = "" } = {}] = await server.sql<{ now: string }>("select now()::text as now");
  await pause(60_000);
  await server.sql("delete from portal.group_member");
  await server.sql("drop table portal.audit cascade");
  const begun = performance.now();
  await server.sql("select pg_switch_wal()");
  await server.stop();
  const folder = join(temporaryFolder(isRoot ? ordinary : undefined), "restored");
  run(join(operation, "point-in-time.sh"), now, folder);
  const restored = await startServer(folder);
  await until(
    async () => (await restored.sql<{ on: boolean }>("select pg_is_in_recovery() as on"))[0]?.on === false,
    300,
  );
  expect(await restored.sums("portal")).toEqual(before);
  const portal = await startProgram({ DATABASE_URL: restored.url("portal"), DATA_DIR: dataDir });
  await portal.ready;
  const seconds = (performance.now() - begun) / 1000;
  await stopProgram(portal);
  expect(seconds).toBeLessThan(600);
  keepEvidence(context, { figure: "F-43", asked: "back within 600 s", measured: `${seconds.toFixed(1)} s` });
  server = restored;
  run(join(operation, "backup.sh"));
});

test("a disk that is lost takes a minute with it at most", async (context) => {
  const ticking = new AbortController();
  const ticks = (async () => {
    while (!ticking.signal.aborted) {
      await server.sql(entry("drill.tick"));
      await pause(250);
    }
  })();
  await pause(150_000);
  ticking.abort();
  await ticks;
  const [{ lost = "" } = {}] = await server.sql<{ lost: string }>("select now()::text as lost");
  await server.kill();
  rmSync(server.folder, { recursive: true });
  const folder = join(temporaryFolder(isRoot ? ordinary : undefined), "again");
  run(join(operation, "point-in-time.sh"), "latest", folder);
  const again = await startServer(folder);
  await until(async () => (await again.sql<{ on: boolean }>("select pg_is_in_recovery() as on"))[0]?.on === false, 300);
  const [{ seconds = 9999 } = {}] = await again.sql<{ seconds: number }>(
    `select extract(epoch from '${lost}'::timestamptz - max(at))::float8 as seconds from portal.audit where deed = 'drill.tick'`,
  );
  server = again;
  expect(seconds).toBeLessThanOrEqual(60);
  keepEvidence(context, { figure: "F-43", asked: "at most 60 s are lost", measured: `${seconds.toFixed(1)} s` });
});

test("what is no time, and a time before every backup, are refused in words", () => {
  const refused = (time: string) => {
    const { status, stderr } = attempt(join(operation, "point-in-time.sh"), time, join(backups, "nowhere"));
    return [status, stderr.trim().split("\n").at(-1)];
  };
  expect(refused("soon enough")).toEqual([
    1,
    "“soon enough” is no time: write it like 2026-11-29 14:03:00+01, or latest.",
  ]);
  expect(refused("2001-01-01 00:00:00+00")).toEqual([
    1,
    expect.stringMatching(/^No base backup was complete at 2001-01-01 00:00:00\+00: the oldest is \d{4}-/),
  ]);
});

const entry = (deed: string) =>
  `insert into portal.audit (_id, actorkind, deed, subject) values (gen_random_uuid(), 'system', '${deed}', 'drill:one')`;

interface Server {
  readonly folder: string;
  url(database: string): string;
  sql<Row extends pg.QueryResultRow>(statement: string, database?: string): Promise<Row[]>;
  sums(database: string): Promise<readonly TableSum[]>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

async function startServer(folder: string): Promise<Server> {
  const host = temporaryFolder(isRoot ? ordinary : undefined);
  const child: ChildProcess = spawn(
    `${programs}/postgres`,
    ["-D", folder, "-k", host, "-c", "listen_addresses=", "-c", "shared_buffers=256MB"],
    { env: environment(host), stdio: "ignore", ...user },
  );
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const withClient = async <T>(database: string, work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client({ host, user: "portal", database });
    client.on("error", () => {});
    await client.connect();
    return work(client).finally(() => client.end());
  };
  const end = async (signal: "SIGINT" | "SIGKILL") => {
    child.kill(signal);
    await ended;
  };
  await until(() => withClient("postgres", async () => true).catch(() => false), 120);
  process.env.PGHOST = host;
  return {
    folder,
    url: (database) => `postgres://portal@/${database}?host=${encodeURIComponent(host)}`,
    sql: (statement, database = "portal") =>
      withClient(database, async (client) => (await client.query(statement)).rows),
    sums: (database) => withClient(database, tableSums),
    stop: () => end("SIGINT"),
    kill: () => (child.exitCode === null && child.signalCode === null ? end("SIGKILL") : ended),
  };
}

function environment(host = process.env.PGHOST): Record<string, string | undefined> {
  return {
    PATH: `${programs}:${process.env.PATH}`,
    LANG: "C.UTF-8",
    PGHOST: host,
    PGUSER: "portal",
    BACKUP_DIR: backups,
  };
}

function attempt(command: string, ...rest: string[]) {
  return spawnSync(command, rest, { encoding: "utf8", env: environment(), cwd: "/", ...user });
}

function run(command: string, ...rest: string[]): string {
  const { status, stdout, stderr, error } = attempt(command, ...rest);
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
  return stdout;
}

function run0(command: string, ...rest: string[]): void {
  expect(spawnSync(command, rest).status).toBe(0);
}

function ownFolder(path: string): void {
  mkdirSync(path);
  if (isRoot) chownSync(path, ordinary.uid, ordinary.gid);
}

function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex"),
      ]),
  );
}

/** The folder of the programs of Debian's newest PostgreSQL here. */
function debianPostgres(): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => join(root, version, "bin"))
    .find((folder) => existsSync(join(folder, "pg_verifybackup")));
}
