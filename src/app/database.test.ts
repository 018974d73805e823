import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#platform/config.server.ts";
import { openDatabase } from "#platform/database/connect.server.ts";
import { startThrowawayCluster } from "#platform/database/throwaway-cluster.server.ts";
import { openMigrated } from "./database.server.ts";
import type { Ending } from "./ending.server.ts";

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
