import autocannon from "autocannon";

export interface Shot {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Makes each request differ from the one before. */
  readonly setup?: (request: autocannon.Request) => autocannon.Request;
}

export interface Measured {
  readonly perSecond: number;
  readonly p99: number;
  readonly refused: number;
}

const SECONDS = 4;

/** Requests a second over HTTP at 16 connections, and the 99th percentile in ms. */
export async function overHttp({ setup, ...shot }: Shot, connections = 16): Promise<Measured> {
  const result = await autocannon({
    ...shot,
    connections,
    duration: SECONDS,
    requests: [{ ...(setup && { setupRequest: setup }) }],
  });
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    refused: result.non2xx + result.errors,
  };
}

/** How often `work` is done in a second by so many at once, without HTTP. */
export async function inLoops(work: (turn: number) => Promise<unknown>, atOnce = 16): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        await work(done);
        done += 1;
      }
    }),
  );
  return done / SECONDS;
}

/** The middle one of three runs of each, taken in turns, so that a noisy minute hits both. */
export async function inTurns(ours: () => Promise<number>, ceiling: () => Promise<number>): Promise<[number, number]> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < 3; round += 1) pairs.push([await ours(), await ceiling()]);
  const middle = (side: 0 | 1) => pairs.map((pair) => pair[side]).sort((a, b) => a - b)[1] ?? 0;
  return [middle(0), middle(1)];
}
