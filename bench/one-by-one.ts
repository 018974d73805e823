import { middleOf } from "./rates.ts";

/** Asks the office's calls one after the other, as one person does. */
export type Asker = (path: string) => Promise<number>;

/** Milliseconds until the whole answer was there. Where it was a refusal it takes for ever, and the console says so. */
export const asker =
  (url: string, cookie: string): Asker =>
  async (path) => {
    const begun = performance.now();
    const response = await fetch(`${url}/api${path}`, { headers: { cookie } });
    const text = await response.text();
    if (response.status === 200) return performance.now() - begun;
    console.error(`${path} answered ${response.status}: ${text}`);
    return Number.POSITIVE_INFINITY;
  };

export async function timesOf(paths: readonly string[], asked: Asker, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) times.push(await asked(paths[turn % paths.length] ?? ""));
  return times;
}

/** Nobody waits for a list without noticing. */
const NOTICED_MS = 300;

/** Each question several times; on the console the slowest, and each that is noticed whenever it is asked. Milliseconds. */
export async function questioned(who: string, paths: readonly string[], asked: Asker, rounds = 3) {
  const times = await timesOf(paths, asked, rounds * paths.length);
  const questions = paths
    .map((path, place) => ({ path, ms: middleOf(times.filter((_, turn) => turn % paths.length === place)) }))
    .toSorted((one, other) => other.ms - one.ms);
  const told = questions.filter(({ ms }, place) => place === 0 || ms > NOTICED_MS);
  for (const { path, ms } of told) console.log(`slow of ${who}: ${path} ${Math.round(ms)} ms`);
  console.log(`the middle of ${who}: ${Math.round(middleOf(times))} ms`);
  return { p95: p95(times), slowest: questions[0]?.ms ?? Number.POSITIVE_INFINITY };
}

export const p95Of = async (...asking: Parameters<typeof questioned>): Promise<number> =>
  (await questioned(...asking)).p95;

export const p95 = (times: readonly number[]): number => within(times, 0.95);

export const p99 = (times: readonly number[]): number => within(times, 0.99);

/** Within how long so large a share of them was done. */
const within = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? Number.POSITIVE_INFINITY;

/** Milliseconds until the first and the last byte of a list as a CSV file, and its lines. */
export async function exported(
  url: string,
  cookie: string,
  path: string,
): Promise<{ readonly first: number; readonly whole: number; readonly lines: number }> {
  const begun = performance.now();
  const response = await fetch(`${url}/api${path}/export`, { headers: { cookie } });
  if (response.status !== 200) throw new Error(`the file of ${path} answered ${response.status}`);
  let first = Number.POSITIVE_INFINITY;
  let lines = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (first === Number.POSITIVE_INFINITY) first = performance.now() - begun;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { first, whole: performance.now() - begun, lines };
}
