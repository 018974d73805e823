import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { type Bench, onCluster, startBench } from "../../bench/bench-process.ts";
import { p95 } from "../../bench/one-by-one.ts";
import { overHttp } from "../../bench/over-http.ts";
import { caller } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";

vi.setConfig({ testTimeout: 900_000 });

const PEOPLE = Number(process.env.RELEASE_PEOPLE ?? 10_000);

/** How many of them are on the way at one moment; the others wait for their pages as they come. */
const AT_ONCE = 200;

interface Seen {
  readonly ms: number[];
  turnedAway: number;
  readonly faults: string[];
}

/** Signs in, as often as it takes, and reads what the release says. */
async function look({ url, password }: Bench, emailaddress: string, seen: Seen): Promise<void> {
  const timed = async <T>(ask: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const answer = await ask();
    seen.ms.push(performance.now() - began);
    return answer;
  };
  for (;;) {
    const reply = await timed(() => caller({ url }).post("/ms_applicant/login", { emailaddress, password }));
    if (reply.status === 503) {
      seen.turnedAway += 1;
      await pause(Number(reply.headers.get("retry-after") ?? 1) * 1000 * (0.5 + Math.random()));
      continue;
    }
    if (!reply.body.token) seen.faults.push(JSON.stringify(reply.body));
    const me = caller({ url }, reply.body.token);
    for (const path of ["/ms_dashboard", "/ms_applications"]) {
      const { status } = await timed(() => me.get(path));
      if (status !== 200) seen.faults.push(`${path}: ${status}`);
    }
    return;
  }
}

test("ten thousand sign in and read their status when a list is released", async (context) => {
  const { seen, seconds, ceiling } = await onCluster(async (cluster) => {
    const { child, bench } = await startBench(cluster, "postgres", PEOPLE, 0);
    const waiting = [...bench.people];
    const found: Seen = { ms: [], turnedAway: 0, faults: [] };
    const began = performance.now();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let one = waiting.pop(); one; one = waiting.pop()) await look(bench, one.emailaddress, found);
      }),
    );
    const taken = (performance.now() - began) / 1000;
    const hash = await overHttp(bench.bareUrl, () => ({ path: "/hash", body: {} }));
    child.kill();
    return { seen: found, seconds: taken, ceiling: hash.perSecond };
  });
  keepEvidence(context, {
    asked: `${PEOPLE.toLocaleString("en")} people, ${AT_ONCE} at a moment: everybody gets in, no fault`,
    measured: `all in ${seconds.toFixed(0)} s, ${(PEOPLE / seconds).toFixed(0)} sign-ins a second with two reads each (the hash alone ${ceiling.toFixed(0)}); p95 of an answer ${p95(seen.ms).toFixed(0)} ms, ${seen.turnedAway} told to come again in a moment`,
  });
  expect(seen.faults).toEqual([]);
});
