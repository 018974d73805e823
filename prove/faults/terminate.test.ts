import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { keepEvidence } from "../../testing/evidence.ts";
import { clientOf, startPortal, type TestPortal } from "../../testing/portal.ts";
import { startBeside, statusOf, stopProgram, sweep, until } from "../../testing/program.ts";
import { startWriting } from "../../testing/writing-load.ts";

const TIMES = Number(process.env.KILLS ?? 20);
vi.setConfig({ testTimeout: 60_000 + TIMES * 20_000, hookTimeout: 60_000 });

const IN_FLIGHT = 50;
const ENDED_MS = 10_000;

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

const DRAIN_SECONDS = "1";

/** Whether a request that was sent to a process was answered in full. */
async function isAnswered(url: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/api/ms_applicant/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ emailaddress: "nobody@example.com", password: "nobody knows it" }),
    });
    await reply.text();
    return true;
  } catch {
    return false;
  }
}

test("SIGTERM with fifty requests in flight cuts none: who is sent to the next process once this one is not ready notices nothing", async (context) => {
  const start = () => startBeside(portal, inject("place"), { DRAIN_SECONDS });
  let program = await start();
  const load = await startWriting(client, () => program.url, { pauseMs: 100 });
  const answers: boolean[] = [];
  const ended: number[] = [];
  const codes = new Set<number | null>();
  for (let time = 0; time < TIMES; time += 1) {
    await load.untilMore(10, 60);
    const [before, next] = [program, await start()];
    const flight = Array.from({ length: IN_FLIGHT }, () => isAnswered(before.url));
    const began = performance.now();
    before.child.kill("SIGTERM");
    await until(async () => (await statusOf(`${before.url}/readyz`)) === 503, 5);
    program = next;
    codes.add(await before.ended);
    ended.push(performance.now() - began);
    answers.push(...(await Promise.all(flight)));
  }
  await load.stop();
  expect(await load.wrong(client)).toEqual([]);
  const cut = answers.filter((isWhole) => !isWhole).length;
  keepEvidence(context, {
    figure: "F-13",
    asked: `${TIMES} times ${IN_FLIGHT} in flight: none cut, ended within ${ENDED_MS / 1000} s with code 0`,
    measured: `${cut} cut of ${answers.length}; ended within ${(Math.max(...ended) / 1000).toFixed(1)} s; ${load.acknowledged()} rows acknowledged, all there once; unanswered writes: ${load.statuses.get(0) ?? 0}`,
  });
  expect(cut).toBe(0);
  expect(load.statuses.get(0)).toBeUndefined();
  expect([...codes]).toEqual([0]);
  expect(Math.max(...ended)).toBeLessThan(ENDED_MS);
  await stopProgram(program);
});
