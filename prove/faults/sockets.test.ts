import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { p99 } from "../../bench/one-by-one.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { type Program, startBeside, stopProgram, sweep } from "../../testing/program.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const SOCKETS = 500;
const CLOSED_S = 20;

let portal: TestPortal;
let program: Program;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  program = await startBeside(portal, inject("place"));
});
afterAll(async () => {
  await stopProgram(program);
  await sweep();
  await portal.stop();
});

/** Half of them send a piece of a head each second, half of them a whole head and then a byte of the body each second. */
function sendSlowly(isHead: boolean): Promise<number> {
  const { port, hostname } = new URL(program.url);
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write("POST /api/ms_applicant/login HTTP/1.1\r\nhost: localhost\r\n");
      if (!isHead) socket.write("content-type: application/json\r\ncontent-length: 1000\r\n\r\n{");
    });
    const drip = setInterval(() => socket.write(isHead ? "x-more: 1\r\n" : " "), 1_000);
    socket.on("data", () => {});
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(drip);
      resolve((performance.now() - began) / 1000);
    });
  });
}

test("five hundred sockets that never end what they say are closed, and whoever asks honestly is served meanwhile", async (context) => {
  const slow = Promise.all(Array.from({ length: SOCKETS }, (_, place) => sendSlowly(place % 2 === 0)));
  let isOver = false;
  slow.then(() => {
    isOver = true;
  });
  const honest: number[] = [];
  const bad: number[] = [];
  let turnedAway = 0;
  while (!isOver) {
    const began = performance.now();
    const reply = await fetch(`${program.url}/api/portal`);
    await reply.text();
    // An overloaded process says so.
    if (reply.status === 503) turnedAway += 1;
    else if (reply.status !== 200) bad.push(reply.status);
    honest.push(performance.now() - began);
    await pause(20);
  }
  const longest = Math.max(...(await slow));
  keepEvidence(context, {
    figure: "F-10",
    asked: `${SOCKETS} slow sockets: all closed within ${CLOSED_S} s; honest requests at p99 within 50 ms`,
    measured: `closed within ${longest.toFixed(1)} s; p99 of ${honest.length} honest requests ${p99(honest).toFixed(0)} ms, ${turnedAway} turned away`,
    held: longest <= CLOSED_S && p99(honest) <= 50 && turnedAway === 0,
  });
  expect(bad).toEqual([]);
  expect(longest).toBeLessThan(CLOSED_S);
});
