import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { keepEvidence } from "../../testing/evidence.ts";
import { type PatroniCluster, startPatroni } from "../../testing/patroni.ts";
import { type Program, startProgram, stopProgram, sweep, temporaryFolder } from "../../testing/program.ts";
import { startWriting } from "../../testing/writing-load.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const FAILOVERS = Number(process.env.FAILOVERS ?? 3);
const BACK_MS = 30_000;

let cluster: PatroniCluster;
let program: Program;
beforeAll(async () => {
  cluster = await startPatroni();
  program = await startProgram({ DATABASE_URL: cluster.url, DATA_DIR: temporaryFolder() });
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
    asked: `${FAILOVERS} primaries killed: nothing acknowledged is lost, writes again within ${BACK_MS / 1000} s, the old one follows again`,
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
