import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { keepEvidence } from "../../testing/evidence.ts";
import { clientOf, startPortal, type TestPortal } from "../../testing/portal.ts";
import { type Program, startBeside, stopProgram, sweep } from "../../testing/program.ts";
import { startTcpProxy, type TcpProxy } from "../../testing/tcp-proxy.ts";
import { startWriting } from "../../testing/writing-load.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const CUTS = 20;
const HELD_MS = 20_000;

/** Within so long the portal must write again once the line is whole. */
const HEALED_MS = 5_000;

/** Until PostgreSQL's and the portal's own limits have given up what hangs: a statement, a free connection and a moment. */
const ANSWERED_MS = 15_000;

let portal: TestPortal;
let client: pg.Client;
let line: TcpProxy;
let program: Program;
beforeAll(async () => {
  const place = inject("place");
  portal = await startPortal(place);
  const { database } = portal;
  client = await clientOf(portal, place);
  line = await startTcpProxy(place.host);
  program = await startBeside(portal, place, {
    DATABASE_URL: `postgres://${place.user}@127.0.0.1:${line.port}/${database}`,
  });
});
afterEach(async () => {
  line.flow();
});
afterAll(async () => {
  await stopProgram(program);
  await sweep();
  await line.stop();
  await client.end();
  await portal.stop();
});

test("the line to PostgreSQL cut in the middle of transactions: rolled back or kept whole, and healed by itself", async (context) => {
  const load = await startWriting(client, () => program.url);
  const times: number[] = [];
  for (let cut = 0; cut < CUTS; cut += 1) {
    await load.untilMore(20, 60);
    line.cut();
    times.push(await load.untilMore(8, 60));
  }
  await load.stop();
  expect(await load.wrong(client)).toEqual([]);
  const longest = Math.max(...times);
  keepEvidence(context, {
    figure: "F-40",
    asked: `${CUTS} cuts under eight writers: nothing acknowledged is lost or doubled; writes again within ${HEALED_MS / 1000} s`,
    measured: `${load.acknowledged()} acknowledged, all there once; healed within ${(longest / 1000).toFixed(1)} s`,
  });
  expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(longest).toBeLessThan(HEALED_MS);
});

test("a line that hangs for twenty seconds: every request is answered in time, and it heals when the line does", async (context) => {
  const load = await startWriting(client, () => program.url);
  await load.untilMore(20, 60);
  line.hold();
  await pause(HELD_MS);
  line.flow();
  const healed = await load.untilMore(8, 60);
  await load.stop();
  expect(await load.wrong(client)).toEqual([]);
  keepEvidence(context, {
    figure: "F-40",
    asked: `held up for ${HELD_MS / 1000} s: each request answered within ${ANSWERED_MS / 1000} s, healed within ${HEALED_MS / 1000} s`,
    measured: `the slowest answer after ${(load.slowestMs() / 1000).toFixed(1)} s, healed within ${(healed / 1000).toFixed(1)} s`,
  });
  expect(load.statuses.has(0)).toBe(false);
  expect(load.slowestMs()).toBeLessThan(ANSWERED_MS);
  expect(healed).toBeLessThan(HEALED_MS);
});
