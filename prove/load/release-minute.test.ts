import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, test, vi } from "vitest";
import { onCluster, startOn, weightOf, weightWords } from "../../bench/bench-process.ts";
import { lightClient } from "../../bench/light-client.ts";
import { p95 } from "../../bench/one-by-one.ts";
import { overHttp } from "../../bench/over-http.ts";
import type { Awaiting, Morning } from "../../bench/release-process.ts";
import { type Caller, callerWith } from "../../testing/applicant.ts";
import { fillDatabase } from "../../testing/database.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { approved, draftOf } from "../../testing/release-desk.ts";

vi.setConfig({ testTimeout: 1_800_000 });

const PEOPLE = Number(process.env.RELEASE_PEOPLE ?? 10_000);

/** How many of them are on the way at one moment; the others wait for their pages as they come. */
const AT_ONCE = 200;

/** One of so many is refused, the others are offered a place. */
const REFUSED_OF = 5;

/** So many look before the minute, too. */
const EARLY = 50;

/** After so long a list is not waited for any more. */
const LONGEST_MS = 900_000;

interface Waiting extends Awaiting {
  readonly isRefused: boolean;
}

/** What is compared of an application as its owner sees it. */
interface Shown {
  readonly programme: { readonly _id: string };
  readonly status: number;
  readonly stage: string;
  readonly acceptable: boolean;
}

interface Seen {
  readonly signIns: number[];
  readonly reads: number[];
  turnedAway: number;
  /** What was answered or shown otherwise than expected. */
  readonly faults: string[];
}

const nothingSeen = (): Seen => ({ signIns: [], reads: [], turnedAway: 0, faults: [] });

/** Signs in, as often as it takes, and answers what the dashboard, the applications and the offers say. */
async function look(send: ReturnType<typeof lightClient>, password: string, one: Waiting, seen: Seen) {
  const timed = async <T>(times: number[], sent: Parameters<typeof send>[0]): Promise<T> => {
    for (;;) {
      const began = performance.now();
      const { status, answer } = await send(sent);
      times.push(performance.now() - began);
      if (status === 200) return answer as T;
      if (status !== 503) throw new Error(`${sent.path}: ${status} ${JSON.stringify(answer)}`);
      seen.turnedAway += 1;
      await pause(1_000 * (0.5 + Math.random()));
    }
  };
  const body = JSON.stringify({ emailaddress: one.emailaddress, password });
  const { token } = await timed<{ token: string }>(seen.signIns, {
    path: "/api/ms_applicant/login",
    method: "POST",
    headers: {},
    body,
  });
  const read = <T>(path: string) =>
    timed<T>(seen.reads, { path: `/api${path}`, headers: { authorization: `Bearer ${token}` } });
  const { offers, refused } = await read<{ offers: number; refused: number }>("/ms_dashboard");
  const applications = await read<readonly Shown[]>("/ms_applications");
  const offered = await read<readonly Shown[]>("/ms_applications/offered/admission");
  const shown = (list: readonly Shown[]) =>
    list.map(({ programme, status, stage, acceptable }) => [programme._id, status, stage, acceptable]);
  return { offers, refused, applications: shown(applications), offered: shown(offered) };
}

const before = ({ programme }: Waiting) => ({
  ...{ offers: 0, refused: 0, offered: [] },
  applications: [[programme, 0, "Received by the admissions office", false]],
});

function after({ programme, isRefused }: Waiting) {
  if (isRefused)
    return {
      ...{ offers: 0, refused: 1, offered: [] },
      applications: [[programme, 0, "The college cannot offer you a place", false]],
    };
  const place = [programme, 1, "Admission offered", true];
  return { offers: 1, refused: 0, applications: [place], offered: [place] };
}

/** All of them look, so many at a moment; whoever does not see what is expected is a fault. */
async function all(
  { url, password }: Morning,
  people: readonly Waiting[],
  expected: (one: Waiting) => object,
): Promise<Seen> {
  const send = lightClient(url);
  const seen = nothingSeen();
  const waiting = [...people];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = waiting.pop(); one; one = waiting.pop())
        try {
          const shown = await look(send, password, one, seen);
          const due = expected(one);
          if (!isDeepStrictEqual(shown, due))
            seen.faults.push(`${one.emailaddress} saw ${JSON.stringify(shown)}, not ${JSON.stringify(due)}`);
        } catch (fault) {
          seen.faults.push(`${one.emailaddress}: ${fault}`);
        }
    }),
  );
  return seen;
}

interface Out {
  readonly lines: number;
  readonly out: number;
  /** From the first that went out to the last. */
  readonly seconds: number;
}

/** Waits until the portal's own round has sent a list out. */
async function whenOut(desk: Caller, list: string): Promise<Out> {
  // Its row alone: to count the whole list each second would be a part of what is measured.
  const state = async () => (await desk.get(`/staff/ms_release/${list}`)).body.state;
  for (const end = Date.now() + LONGEST_MS; (await state()) !== "Released"; await pause(1_000))
    if (Date.now() > end) throw new Error(`not out after ${LONGEST_MS} ms`);
  const { lines, out, history } = (await desk.get(`/staff/ms_release/${list}/whole`)).body;
  const at = (deed: string) => Date.parse(history.find((one: { deed: string }) => one.deed === deed).at);
  return { lines, out, seconds: (at("Went out") - at("Began to go out")) / 1_000 };
}

test("ten thousand sign in and read what was decided when a list is released", async (context) => {
  await onCluster(async (cluster) => {
    await fillDatabase(cluster, "postgres");
    const { child, bench } = await startOn<Morning>(
      ...([cluster, "bench/release-process.ts", "postgres", String(PEOPLE)] as const),
    );
    const { url, bareUrl, origin, session } = bench;
    const [registrar, provost] = bench.officers.map((cookie) => callerWith({ url }, { cookie, origin }));
    if (!registrar || !provost) throw new Error("two hold the keys");
    const people = bench.everybody.map((one, place) => ({ ...one, isRefused: place % REFUSED_OF === 0 }));
    const listOf = (isRefused: boolean) =>
      draftOf(
        { registrar, session },
        people.filter((one) => one.isRefused === isRefused).map(({ application }) => application),
        isRefused ? "Refusals" : "Offers",
      );
    const lists = [await listOf(false), await listOf(true)];
    expect((await all(bench, people.slice(0, EARLY), before)).faults).toEqual([]);

    for (const list of lists) await approved({ registrar, provost }, list, { goes: "As soon as it is approved" });
    await weightOf(child);
    const outs: Out[] = [];
    for (const list of lists) outs.push(await whenOut(provost, list));
    const sum = (of: (one: Out) => number) => outs.reduce((found, one) => found + of(one), 0);
    expect([sum(({ out }) => out), sum(({ lines }) => lines)]).toEqual([PEOPLE, PEOPLE]);
    const releasing = await weightWords(child);

    const began = performance.now();
    const seen = await all(bench, people, after);
    const seconds = (performance.now() - began) / 1_000;
    const looking = await weightWords(child);
    const { perSecond } = await overHttp(bareUrl, () => ({ path: "/hash", body: {} }));
    child.kill();

    const released = sum((one) => one.seconds);
    keepEvidence(context, {
      asked: `${PEOPLE.toLocaleString("en")} decisions go out by the portal's own round, none is held back`,
      measured: `out in ${released.toFixed(0)} s, ${(PEOPLE / released).toFixed(0)} a second; ${releasing}`,
    });
    keepEvidence(context, {
      asked: `${PEOPLE.toLocaleString("en")} people, ${AT_ONCE} at a moment: everybody gets in and reads what was decided, no fault`,
      measured: `all in ${seconds.toFixed(0)} s, ${(PEOPLE / seconds).toFixed(0)} sign-ins a second with three reads each (the hash alone ${perSecond.toFixed(0)}); p95 of a sign-in ${p95(seen.signIns).toFixed(0)} ms, of a read ${p95(seen.reads).toFixed(0)} ms; ${seen.turnedAway} told to come again in a moment; ${looking}`,
    });
    expect(seen.faults).toEqual([]);
  });
});
