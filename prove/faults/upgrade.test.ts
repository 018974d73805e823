import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { keepEvidence } from "../../testing/evidence.ts";
import { clientOf, startPortal, type TestPortal } from "../../testing/portal.ts";
import { copiedCheckout, startBeside, statusOf, stopProgram, sweep, until } from "../../testing/program.ts";
import { startWriting } from "../../testing/writing-load.ts";

const LONG_S = Number(process.env.MIGRATION_SECONDS ?? 60);
vi.setConfig({ testTimeout: 240_000 + LONG_S * 2_000, hookTimeout: 60_000 });

/** No write may wait longer, whatever the next version does to the tables. */
const WAITED_MS = 5_000;

let portal: TestPortal;
let client: pg.Client;
beforeAll(async () => {
  const place = inject("place");
  portal = await startPortal(place);
  client = await clientOf(portal, place);
});
afterAll(async () => {
  await sweep();
  await client.end();
  await portal.stop();
});

test("the next version comes under load, with a new column in a hot table and a migration that takes a minute", async (context) => {
  const next = copiedCheckout(0o755);
  writeFileSync(join(next, "migrations/9998_later_column.sql"), "alter table portal.referee add column later text;\n");
  writeFileSync(join(next, "migrations/9999_long.sql"), `select pg_sleep(${LONG_S});\n`);
  const before = await startBeside(portal, inject("place"), { DRAIN_SECONDS: "1" });
  let serving = before;
  const load = await startWriting(client, () => serving.url, { pauseMs: 100 });
  await load.untilMore(40, 60);
  const began = performance.now();
  const after = await startBeside(portal, inject("place"), { DRAIN_SECONDS: "1" }, { cwd: next });
  const seconds = (performance.now() - began) / 1000;
  expect(seconds).toBeGreaterThan(LONG_S);
  before.child.kill("SIGTERM");
  await until(async () => (await statusOf(`${before.url}/readyz`)) === 503, 5);
  serving = after;
  expect(await before.ended).toBe(0);
  await load.untilMore(40, 60);
  // The way back: the version before serves the database that the next one has changed.
  serving = await startBeside(portal, inject("place"));
  await load.untilMore(40, 60);
  await load.stop();
  expect(await load.wrong(client)).toEqual([]);
  keepEvidence(context, {
    figure: "F-44",
    asked: `an upgrade of ${LONG_S} s under eight writers and the way back: no write fails, none waits longer than ${WAITED_MS / 1000} s`,
    measured: `${load.acknowledged()} acknowledged in ${seconds.toFixed(0)} s and after it, all there once; the slowest ${(load.slowestMs() / 1000).toFixed(1)} s; answers: ${[...load.statuses].map(([status, count]) => `${count} × ${status || "none"}`).join(", ")}`,
  });
  expect([...load.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(load.slowestMs()).toBeLessThan(WAITED_MS);
  for (const program of [after, serving]) expect(await stopProgram(program)).toBe(0);
});
