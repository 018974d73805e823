import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startThrowawayCluster } from "#platform/cluster/throwaway-cluster.server.ts";
import { readConfig } from "#platform/config/config.server.ts";
import { openDatabase, openStartPool } from "#platform/database/connect.server.ts";
import { migrateAll, openMigrated } from "./server/database.server.ts";
import type { Ending } from "./server/ending.server.ts";

let cluster: Awaited<ReturnType<typeof startThrowawayCluster>>;
const dataDir = mkdtempSync(join(tmpdir(), "portal-data-"));
const ends: (() => Promise<unknown>)[] = [];
const ending: Ending = { remember: (end) => ends.push(end), end: async () => {} };

beforeAll(async () => {
  cluster = await startThrowawayCluster();
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await cluster.stop();
  rmSync(dataDir, { recursive: true });
});

const start = (name: string) => {
  const address = `postgres://${cluster.user}@/postgres?host=${encodeURIComponent(cluster.host)}`;
  return openMigrated(readConfig({ DATABASE_URL: address, DATA_DIR: dataDir }), name, ending);
};

test("of three servers that start together on an empty database one migrates and fills it, and the others wait", async () => {
  const opened = await Promise.all(["portal:1", "portal:2", "portal:3"].map(start));
  const db = openDatabase((await start("portal:4")).pool);
  const { rows: migrations } = await sql<{ name: string }>`select name from migration.kysely_migration`.execute(db);
  expect(migrations.map(({ name }) => `${name}.sql`).sort()).toEqual(readdirSync("migrations").sort());
  const { rows } = await sql<{ programmes: number; codes: number; sessions: number }>`
    select count(*)::int as programmes, count(distinct code)::int as codes,
      (select count(*)::int from portal.session where admission) as sessions from portal.programme`.execute(db);
  expect(rows[0]?.programmes).toBe(rows[0]?.codes);
  expect(rows[0]).toMatchObject({ sessions: 1 });
  expect(opened.filter(({ news }) => news.length > 0)).toHaveLength(1);
});

const place = () => ({ ...cluster, database: "postgres" });
const migrating = <T>(work: (pool: ReturnType<typeof openStartPool>) => Promise<T>) => {
  const pool = openStartPool(place(), "portal:migrating");
  return work(pool).finally(() => pool.end());
};

test("the tables of jobs wait as long for a lock as the portal's", { timeout: 60_000 }, () =>
  migrating(async (pool) => {
    const other = await pool.connect();
    await other.query("begin; lock table graphile_worker.migrations");
    const migrated = migrateAll(pool).then(
      () => "migrated",
      ({ message }: Error) => message,
    );
    await pause(7_000);
    await other.query("commit");
    other.release();
    expect(await migrated).toBe("migrated");
  }),
);

test("the version before comes back after an upgrade; one that lacks some and finds others refuses by name", () =>
  migrating(async (pool) => {
    const folder = (name: string, more: readonly string[]) => {
      const made = join(dataDir, name);
      cpSync("migrations", made, { recursive: true });
      for (const file of more) writeFileSync(join(made, file), "select 1;");
      return pathToFileURL(`${made}/`);
    };
    await migrateAll(pool, folder("next", ["9990_next.sql"]));
    await migrateAll(pool);
    await expect(migrateAll(pool, folder("other", ["9991_other.sql"]))).rejects.toThrow(
      "The database has 9990_next of another version, and lacks 9991_other of this one: start the version that made it.",
    );
    await sql`delete from migration.kysely_migration where name = '9990_next'`.execute(openDatabase(pool));
  }));

test("a migration takes as long as it takes, and a second start waits for it", { timeout: 60_000 }, async () => {
  const folder = join(dataDir, "migrations");
  cpSync("migrations", folder, { recursive: true });
  writeFileSync(join(folder, "9998_before.sql"), "create table portal.made_before (one integer);");
  writeFileSync(join(folder, "9999_slow.sql"), "select pg_sleep(6);");
  // An empty database is made in one transaction: nobody waits for it.
  await migrating((pool) => migrateAll(pool));
  const both = [1, 2].map(() => migrating((pool) => migrateAll(pool, pathToFileURL(`${folder}/`))));
  // What one migration has made is everybody's while the next takes its time.
  const isThere = () =>
    migrating(async (pool) => {
      const { rows } = await pool.query("select to_regclass('portal.made_before') is not null as made");
      return rows[0].made as boolean;
    });
  await expect.poll(isThere, { timeout: 4_000 }).toBe(true);
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});
