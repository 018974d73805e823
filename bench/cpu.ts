import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { overHttp, type Request } from "./over-http.ts";

/** A portal, and the folder of the PostgreSQL that it asks. */
export interface Measured {
  readonly pid: number;
  readonly dataDir: string;
}

/** Milliseconds of processor that the portal and its PostgreSQL spend on each of so many requests, jobs included. Linux only. */
export async function costOf(measured: Measured, url: string, next: () => Request, amount: number): Promise<number> {
  const before = cpuUsed(measured);
  await overHttp(url, next, 16, amount);
  return (cpuUsed(measured) - before) / amount;
}

function cpuUsed({ pid, dataDir }: Measured): number {
  const postmaster = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  const backends = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => usedBy(Number(name)))
    .filter((one) => one?.parent === postmaster);
  const [portal, own] = [usedBy(pid), usedBy(postmaster)];
  return [portal?.own, own?.own, own?.ofEnded, ...backends.map((one) => one?.own)].reduce<number>(
    (sum, ms) => sum + (ms ?? 0),
    0,
  );
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** What a process, and its children that have ended, used; undefined for one that has ended meanwhile. */
function usedBy(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = (at: number) => Number(fields[at]) * TICK_MS;
    return { parent: Number(fields[1]), own: ticks(11) + ticks(12), ofEnded: ticks(13) + ticks(14) };
  } catch {
    return undefined;
  }
}
