import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { signedInApplicant } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { freePort } from "../../testing/free-port.ts";
import { eventLoopDelayAt } from "../../testing/metrics.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { memoryOf, type Program, startBeside, stopProgram, sweep } from "../../testing/program.ts";
import { staffMember } from "../../testing/staff.ts";

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
/** What a new process still takes for itself. */
const WARM_MINUTES = Math.min(10, MINUTES / 3);
const PER_SECOND = 100;
vi.setConfig({ testTimeout: (MINUTES + 5) * 60_000, hookTimeout: 60_000 });

let portal: TestPortal;
let program: Program;
let metricsPort: number;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  metricsPort = await freePort();
  program = await startBeside(portal, inject("place"), { METRICS_PORT: String(metricsPort) });
});
afterAll(async () => {
  await stopProgram(program);
  await sweep();
  await portal.stop();
});

const handlesOf = (pid = 0) => readdirSync(`/proc/${pid}/fd`).length;

interface Sample {
  readonly hours: number;
  readonly memory: number;
  readonly handles: number;
}

/** By how many megabytes an hour memory grows, by the least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (one: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [hours, memory] = [mean((one) => one.hours), mean((one) => one.memory)];
  const over = samples.reduce((sum, one) => sum + (one.hours - hours) * (one.memory - memory), 0);
  return over / samples.reduce((sum, one) => sum + (one.hours - hours) ** 2, 0);
}

test("an hour of a hundred requests a second: memory, handles and answers stay as they are", async (context) => {
  const people = await Promise.all(Array.from({ length: 50 }, () => signedInApplicant(portal)));
  const desk = await staffMember(portal, { pages: ["applications", "programmes", "staff"] });
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  const father = { firstname: "Musa", lastname: "Bello", phonenumber: "08031234567", homeaddress: "No. 4, Kano" };
  const requests = people.flatMap(({ token }): autocannon.Request[] => [
    { path: "/api/ms_dashboard", headers: as(token) },
    { path: "/api/ms_programme", headers: as(token) },
    { path: "/api/ms_applicant/bio", headers: as(token) },
    { path: "/app" },
    {
      path: "/api/ms_applicant_referee",
      method: "POST",
      headers: { ...as(token), "content-type": "application/json", "idempotency-key": `soak-${token.slice(0, 20)}` },
      body: JSON.stringify(father),
    },
    { path: "/api/staff/ms_programme?limit=20", headers: { cookie: desk.cookie } },
  ]);
  const running = autocannon({
    url: program.url,
    connections: 10,
    overallRate: PER_SECOND,
    duration: MINUTES * 60,
    requests,
  });
  await eventLoopDelayAt(metricsPort);
  const samples: Sample[] = [];
  const begun = performance.now();
  let isOver = false;
  running.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await pause(5_000);
    const hours = (performance.now() - begun) / 3_600_000;
    samples.push({ hours, memory: memoryOf(program.child.pid), handles: handlesOf(program.child.pid) });
  }
  const result = await running;
  const delay = await eventLoopDelayAt(metricsPort);
  const warm = samples.filter(({ hours }) => hours * 60 > WARM_MINUTES);
  const slope = slopeOf(warm);
  const handles = warm.map((one) => one.handles);
  keepEvidence(context, {
    figure: "F-05",
    asked: `${MINUTES} minutes of ${PER_SECOND} mixed requests a second: memory grows by less than 5 MB an hour, event loop p99 within 50 ms`,
    measured: `${result.requests.average.toFixed(0)} a second, ${result.non2xx} refused, ${result.errors} errors; memory ${slope.toFixed(1)} MB an hour, handles ${Math.min(...handles)} to ${Math.max(...handles)}; answers p99 ${result.latency.p99} ms, event loop p99 ${delay.toFixed(0)} ms`,
    held: slope < 5 && delay <= 50,
  });
  expect([result.errors, result.non2xx]).toEqual([0, 0]);
});
