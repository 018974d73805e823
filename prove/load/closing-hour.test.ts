import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { p95 } from "../../bench/one-by-one.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { freePort } from "../../testing/free-port.ts";
import { expectInvariants } from "../../testing/invariants.ts";
import { eventLoopDelayAt } from "../../testing/metrics.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { memoryOf, type Program, startBeside, stopProgram, sweep } from "../../testing/program.ts";
import { walk } from "../../testing/walk.ts";

const PEOPLE = Number(process.env.CLOSING_PEOPLE ?? 300);
const MINUTES = Number(process.env.CLOSING_MINUTES ?? 10);
vi.setConfig({ testTimeout: (MINUTES + 10) * 60_000, hookTimeout: 60_000 });

/** Somebody reads, types and thinks between two requests, 1 to 5 seconds. */
const [LEAST_MS, MOST_MS] = [1_000, 5_000];

let portal: TestPortal;
let program: Program;
let metricsPort: number;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  metricsPort = await freePort();
  program = await startBeside(portal, inject("place"), {
    // One folder: whichever of the two posts a mail, it is found.
    ...{ DATA_DIR: portal.config.dataDir, PASSWORD_HASH: "strong", METRICS_PORT: String(metricsPort) },
    TRUST_PROXY: "1",
  });
});
afterAll(async () => {
  await stopProgram(program);
  await sweep();
  await portal.stop();
});

/** Where somebody sits: three share a café's address. */
const seat = new AsyncLocalStorage<string>();
const addressOf = (place: number) => `10.1.${Math.floor(place / 3 / 250)}.${1 + (Math.floor(place / 3) % 250)}`;

/** Times every request to the program, and lets its sender think after it. */
function timed(times: number[], statuses: Map<number, number>): () => void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const isOurs = String(input).startsWith(program.url);
    const began = performance.now();
    const headers = new Headers(init?.headers);
    headers.set("x-forwarded-for", seat.getStore() ?? "");
    const reply = await send(input, isOurs ? { ...init, headers } : init);
    if (!isOurs) return reply;
    times.push(performance.now() - began);
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    await pause(LEAST_MS + Math.random() * (MOST_MS - LEAST_MS));
    return reply;
  };
  return () => {
    globalThis.fetch = send;
  };
}

test("the last hour before applications close: everybody goes the whole way, again and again", async (context) => {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  const before = memoryOf(program.child.pid);
  await eventLoopDelayAt(metricsPort);
  const restore = timed(times, statuses);
  const serving = { ...portal, url: program.url };
  const began = performance.now();
  let seed = 500_000;
  let ways = 0;
  const begunBefore = began + MINUTES * 60_000;
  try {
    await Promise.all(
      Array.from({ length: PEOPLE }, async (_, place) => {
        // They come one after the other over the first minute.
        await pause((place / PEOPLE) * 60_000);
        while (performance.now() < begunBefore) {
          seed += 1;
          await seat
            .run(addressOf(place), () => walk(serving, seed))
            .then(
              () => {
                ways += 1;
              },
              (fault: Error) => faults.push(fault.message),
            );
        }
      }),
    );
  } finally {
    restore();
  }
  const hours = (performance.now() - began) / 3_600_000;
  const after = memoryOf(program.child.pid);
  const delay = await eventLoopDelayAt(metricsPort);
  await expectInvariants(portal.db);
  const busy = statuses.get(503) ?? 0;
  keepEvidence(context, {
    figure: "F-04",
    asked: `${PEOPLE} applicants for ${MINUTES} minutes: 5,000 ways an hour, no unexpected error, p95 within 400 ms`,
    measured: `${Math.round(ways / hours).toLocaleString("en")} ways an hour, ${faults.length} broken; ${times.length} requests, p95 ${p95(times).toFixed(0)} ms; ${busy} turned away for a moment; memory ${before.toFixed(0)} to ${after.toFixed(0)} MB, event loop p99 ${delay.toFixed(0)} ms`,
    held: ways / hours >= 5_000 && p95(times) <= 400,
  });
  expect(faults).toEqual([]);
});
