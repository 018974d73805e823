import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "../../src/platform/config/config.server.ts";
import { openDatabase } from "../../src/platform/database/connect.server.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { type PatroniCluster, startPatroni } from "../../testing/patroni.ts";
import type { TestPortal } from "../../testing/portal.ts";
import { type Program, startProgram, stopProgram, sweep, temporaryFolder } from "../../testing/program.ts";
import { staffMember } from "../../testing/staff.ts";
import { startWriting } from "../../testing/writing-load.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const FAILOVERS = Number(process.env.FAILOVERS ?? 3);
const BACK_MS = 30_000;

let cluster: PatroniCluster;
let program: Program;
beforeAll(async () => {
  cluster = await startPatroni();
  const dataDir = temporaryFolder();
  program = await startProgram({
    DATABASE_URL: cluster.url,
    DATABASE_READ_URL: cluster.readUrl,
    DATA_DIR: dataDir,
  });
  await program.ready;
});
afterAll(async () => {
  if (program) await stopProgram(program);
  await cluster?.stop();
  await sweep();
});

async function onPrimary<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  return work(client).finally(() => client.end());
}

test("the machine of the primary dies under eight writers: a replica takes over, and nothing acknowledged is lost", async (context) => {
  const load = await onPrimary((client) => startWriting(client, () => program.url, { pauseMs: 20 }));
  const times: number[] = [];
  for (let failover = 0; failover < FAILOVERS; failover += 1) {
    await cluster.untilFollowed(2);
    await load.untilMore(100, 60);
    const before = await cluster.primary();
    cluster.kill(before);
    times.push(await load.untilMore(1, 90));
    expect((await cluster.primary()).name).not.toBe(before.name);
    await cluster.start(before);
  }
  await load.stop();
  expect(await onPrimary(load.wrong)).toEqual([]);
  const longest = Math.max(...times);
  keepEvidence(context, {
    asked: `${FAILOVERS} primaries killed: nothing acknowledged is lost, a row sent after the kill is written within ${BACK_MS / 1000} s, the old one follows again`,
    measured: `${load.acknowledged()} acknowledged, all there once; writes again after ${times.map((ms) => (ms / 1000).toFixed(1)).join(", ")} s; the slowest request ${(load.slowestMs() / 1000).toFixed(1)} s`,
  });
  expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(longest).toBeLessThan(BACK_MS);
});

test("a planned change of the primary loses nothing and is over in seconds", async (context) => {
  await cluster.untilFollowed(2);
  const load = await onPrimary((client) => startWriting(client, () => program.url, { pauseMs: 20 }));
  await load.untilMore(100, 60);
  const before = await cluster.primary();
  const switched = cluster.switchOver();
  await expect.poll(async () => (await cluster.primary()).name, { timeout: 60_000 }).not.toBe(before.name);
  await switched;
  const back = await load.untilMore(50, 60);
  await load.stop();
  expect(await onPrimary(load.wrong)).toEqual([]);
  keepEvidence(context, {
    asked: `a switch-over: nothing acknowledged is lost, no request waits longer than ${BACK_MS / 1000} s`,
    measured: `${load.acknowledged()} acknowledged, all there once; fifty more after ${(back / 1000).toFixed(1)} s; the slowest request ${(load.slowestMs() / 1000).toFixed(1)} s`,
  });
  expect(load.slowestMs()).toBeLessThan(BACK_MS);
});

/** What helpers need of a portal, of the program. */
const served = (pool: pg.Pool) =>
  ({
    url: program.url,
    db: openDatabase(pool),
    config: readConfig({ PORT: new URL(program.url).port, DATA_DIR: temporaryFolder() }),
  }) as TestPortal;

/** Asks each replica, past any proxy. */
async function onReplicas(statement: string): Promise<{ count: number }[]> {
  const { name } = await cluster.primary();
  const asked = cluster.nodes
    .filter((node) => node.name !== name)
    .map(async ({ port }) => {
      const client = new pg.Client({ host: "127.0.0.1", port, user: "portal", database: "postgres" });
      await client.connect();
      return client
        .query<{ count: number }>(statement)
        .then(({ rows }) => client.end().then(() => rows[0] as { count: number }));
    });
  return Promise.all(asked);
}

test("a file of a list is read from a replica that has what was just written, and from the primary while none has", async (context) => {
  await cluster.untilFollowed(2);
  const pool = new pg.Pool({ connectionString: cluster.url, options: "-c search_path=portal" });
  const desk = await staffMember(served(pool), { pages: ["programmes"] });
  const name = async (called: string) => {
    await pool.query(
      "update portal.programme set name = $1 where _id = (select _id from portal.programme order by code limit 1)",
      [called],
    );
    const { status, body } = await desk.get("/staff/ms_programme/export");
    expect(status).toBe(200);
    return String(body).includes(called);
  };
  const read = async () => {
    const counts = await onReplicas(
      "select count(*)::int as count from pg_stat_activity where application_name like 'portal:%' and query = 'rollback'",
    );
    return counts.reduce((sum, { count }) => sum + count, 0);
  };
  for (let time = 1; time <= 10; time += 1) expect(await name(`A programme named anew ${time}`)).toBe(true);
  expect(await read()).toBeGreaterThan(0);
  await onReplicas("select (pg_wal_replay_pause() is not null)::int as count");
  expect(await name("A programme that no replica knows")).toBe(true);
  await onReplicas("select (pg_wal_replay_resume() is not null)::int as count");
  await pool.end();
  keepEvidence(context, {
    asked:
      "ten exports, each just after a change: read from a replica, with the change; with replay stopped, from the primary",
    measured: "each has its change; the replicas were read, and passed over while they stood still",
  });
});
