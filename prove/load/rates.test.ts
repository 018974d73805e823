import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Bench, inOrder, onCluster, startBench, weightOf, weightWords } from "../../bench/bench-process.ts";
import { lightClient } from "../../bench/light-client.ts";
import { p99 } from "../../bench/one-by-one.ts";
import { overHttp } from "../../bench/over-http.ts";
import { caller } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const PEOPLE = 6_000;

let bench: Bench;
let child: ChildProcess;
let end: () => void;
let ended: Promise<unknown>;
beforeAll(async () => {
  await new Promise<void>((ready, failed) => {
    ended = onCluster(async (cluster) => {
      ({ child, bench } = await startBench(cluster, "postgres", PEOPLE, 0));
      await weightOf(child);
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      ready();
      await over;
      child.kill();
    });
    ended.catch(failed);
  });
});
afterAll(async () => {
  end();
  await ended;
});

const rounded = (value: number) => Math.round(value).toLocaleString("en");

test("fifty look at their dashboards without a pause", async (context) => {
  const person = inOrder(bench.people);
  const next = () => ({ path: "/api/ms_dashboard", token: person().token });
  // The first thousand find a program that has answered nobody yet; they are told apart.
  const first = await overHttp(bench.url, next, 50, 1_000);
  const ours = await overHttp(bench.url, next, 50);
  const weight = await weightWords(child);
  const bare = await overHttp(bench.bareUrl, () => ({ path: "/dashboard" }), 50);
  keepEvidence(context, {
    figure: "F-01",
    asked: "600 a second at 50 connections, p99 within 100 ms",
    measured: `${rounded(ours.perSecond)} a second, p99 ${rounded(ours.p99)} ms; of the first thousand ${rounded(first.p99)} ms; the bare query ${rounded(bare.perSecond)} a second, p99 ${rounded(bare.p99)} ms; ${weight}`,
    held: ours.perSecond >= 600 && ours.p99 <= 100,
  });
});

test("fifty write without a pause", async (context) => {
  const person = inOrder(bench.people);
  const body = { firstname: "Musa", lastname: "Bello", phonenumber: "08031234567", homeaddress: "No. 4, Kano" };
  let count = 0;
  const next = () => {
    count += 1;
    return { path: "/api/ms_applicant_referee", token: person().token, key: `load-${count}`, body };
  };
  await weightOf(child);
  const ours = await overHttp(bench.url, next, 50, PEOPLE);
  const weight = await weightWords(child);
  const bare = await overHttp(bench.bareUrl, () => ({ path: "/referee", body }), 50);
  keepEvidence(context, {
    figure: "F-02",
    asked: "250 a second, p99 within 250 ms",
    measured: `${rounded(ours.perSecond)} a second, p99 ${rounded(ours.p99)} ms; the bare transaction ${rounded(bare.perSecond)} a second; ${weight}`,
    held: ours.perSecond >= 250 && ours.p99 <= 250,
  });
});

/**
 * So many a second come, evenly and whether those before are answered or not; the milliseconds of those let in and of those turned
 * away, from the moment when each was due.
 */
async function offered(perSecond: number, seconds: number) {
  const person = inOrder(bench.people);
  const times = { in: [] as number[], away: [] as number[], other: [] as number[] };
  const ask = lightClient(bench.url);
  const signIn = async (due: number) => {
    const body = JSON.stringify({ emailaddress: person().emailaddress, password: bench.password });
    const { status } = await ask({ path: "/api/ms_applicant/login", method: "POST", headers: {}, body });
    (status === 200 ? times.in : status === 503 ? times.away : times.other).push(performance.now() - due);
  };
  const begun = performance.now();
  const asked: Promise<void>[] = [];
  while (asked.length < perSecond * seconds) {
    const due = begun + (asked.length * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await wait(early);
    asked.push(signIn(due));
  }
  await Promise.all(asked);
  return times;
}

test("fifty sign in each second, and four hundred want to while others look at their dashboards", async (context) => {
  await weightOf(child);
  const calm = await offered(50, 10);
  const calmWeight = await weightWords(child);
  const lookers = inOrder(bench.people.slice(-500));
  const [storm, others] = await Promise.all([
    offered(400, 10),
    overHttp(bench.url, () => ({ path: "/api/ms_dashboard", token: lookers().token }), 4),
  ]);
  const stormWeight = await weightWords(child);
  expect([...calm.other, ...storm.other]).toEqual([]);
  keepEvidence(context, {
    figure: "F-03",
    asked: "50 a second within 1.5 s at p99",
    measured: `${rounded(calm.in.length / 10)} a second let in, p99 ${rounded(p99(calm.in))} ms, ${calm.away.length} turned away; ${calmWeight}`,
    held: calm.in.length >= 490 && p99(calm.in) <= 1_500,
  });
  keepEvidence(context, {
    figure: "F-03",
    asked: "400 a second offered: others' p99 within 500 ms, the rest turned away within 100 ms",
    measured: `${rounded(storm.in.length / 10)} a second let in, ${rounded(storm.away.length / 10)} turned away with p99 ${rounded(p99(storm.away))} ms; others' p99 ${rounded(others.p99)} ms; ${stormWeight}`,
    held: others.p99 <= 500 && p99(storm.away) <= 100,
  });
});

test("whether an address has an account is told by no answer and by no time", async (context) => {
  const PAIRS = 500;
  const ask = async (emailaddress: string) => {
    const began = performance.now();
    const { status, body, headers } = await caller(bench).post("/ms_applicant/login", {
      emailaddress,
      password: "nobody's password",
    });
    const ms = performance.now() - began;
    return { ms, told: JSON.stringify([status, body, [...headers.keys()].sort()]) };
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (const [place, { emailaddress }] of bench.people.slice(0, PAIRS).entries()) {
    // Each first as often as the other.
    const strange = `nobody.${emailaddress}`;
    const [one, other] = place % 2 === 0 ? [emailaddress, strange] : [strange, emailaddress];
    const [first, second] = [await ask(one), await ask(other)];
    // Three hundred wrong tries are refused to one network, alike.
    expect(first.told).toBe(second.told);
    known.push((place % 2 === 0 ? first : second).ms);
    unknown.push((place % 2 === 0 ? second : first).ms);
  }
  const middle = (times: number[]) => times.sort((one, other) => one - other)[times.length / 2] ?? 0;
  const apart = Math.abs(middle(known) - middle(unknown));
  keepEvidence(context, {
    figure: "F-23",
    asked: `the same answer, and medians of ${PAIRS} pairs within 2 ms`,
    measured: `the same answer; medians ${middle(known).toFixed(2)} and ${middle(unknown).toFixed(2)} ms, ${apart.toFixed(2)} ms apart`,
    held: apart <= 2,
  });
});
