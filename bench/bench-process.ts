import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster } from "../src/platform/cluster/cluster.server.ts";
import { copyTemplate, type Place, templateCluster } from "../testing/database.ts";
import { freePort } from "../testing/free-port.ts";
import { eventLoopDelayAt } from "../testing/metrics.ts";
import { memoryOf } from "../testing/program.ts";
import type { BenchPerson } from "./people.ts";

export interface Bench {
  readonly url: string;
  readonly bareUrl: string;
  /** At most 10,000 who have not applied. */
  readonly people: readonly BenchPerson[];
  readonly programme: string;
  readonly password: string;
}

export interface BenchCluster {
  readonly host: string;
  readonly user: string;
  readonly dataDir: string;
}

/** A PostgreSQL of its own that keeps what it acknowledges, removed afterwards. */
export async function onCluster<T>(work: (cluster: BenchCluster) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "portal-bench-"));
  const { host, user, stop } = await startCluster(dataDir);
  try {
    return await work({ host, user, dataDir });
  } finally {
    for (const child of children) child.kill();
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A process of the bench on a copy of the filled database; `more` are arguments of its own. All is gone afterwards. */
export async function onCopy<T>(
  script: string,
  work: (child: ChildProcess) => Promise<T>,
  ...more: readonly string[]
): Promise<T> {
  const cluster = await templateCluster();
  const copy = await copyTemplate(cluster);
  const dataDir = mkdtempSync(join(tmpdir(), "portal-bench-"));
  const child = await forked(script, cluster, copy.name, dataDir, ...more);
  try {
    return await work(child);
  } finally {
    if (child.connected) {
      child.disconnect();
      await once(child, "exit");
    }
    await copy.drop();
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const children = new Set<ChildProcess>();

/** A portal in a process of its own on a database with so many applicants, of whom so many have applied. */
export async function startBench(cluster: BenchCluster, database: string, count: number, applied: number) {
  return startOn<Bench>(cluster, "bench/portal-process.ts", database, String(count), String(applied));
}

/** A process of the bench on a database of this PostgreSQL; `more` are arguments of its own. `onCluster` ends it. */
export async function startOn<T>(
  cluster: BenchCluster,
  script: string,
  database: string,
  ...more: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly bench: T }> {
  const child = await forked(script, cluster, database, cluster.dataDir, ...more);
  children.add(child);
  return { child, bench: await told<T>(child) };
}

/** Where each process of the bench tells its figures. */
const figurePorts = new WeakMap<ChildProcess, number>();

async function forked(script: string, { host, user }: Place, ...more: readonly string[]): Promise<ChildProcess> {
  const port = await freePort();
  const child = fork(script, [host, user, ...more], { env: { ...process.env, METRICS_PORT: String(port) } });
  figurePorts.set(child, port);
  return child;
}

/** What a process of the bench weighs, in megabytes, and its most; how late it came to what waited since this was asked last, p99. */
export async function weightOf(child: ChildProcess) {
  const delayMs = await eventLoopDelayAt(figurePorts.get(child) ?? 0);
  return { memory: memoryOf(child.pid), most: memoryOf(child.pid, "VmHWM"), delayMs };
}

/** The same in words. */
export async function weightWords(child: ChildProcess): Promise<string> {
  const { memory, most, delayMs } = await weightOf(child);
  return `memory ${memory.toFixed(0)} MB, ${most.toFixed(0)} at most; event loop p99 ${delayMs.toFixed(0)} ms`;
}

/** One after the other, from the beginning again after the last. */
export function inOrder<T>(list: readonly T[]): () => T {
  let turn = 0;
  return () => {
    const found = list[turn % list.length];
    if (found === undefined) throw new Error("an empty list");
    turn += 1;
    return found;
  };
}

/** What a process says next; rejected if it ends instead. */
export const told = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the portal of the bench ended with ${code}`));
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message as T);
    });
  });

export async function asked(child: ChildProcess, wish: string): Promise<unknown> {
  child.send(wish);
  return (await told<{ answer: unknown }>(child)).answer;
}

/** The same with a number, of a process that takes both. */
export async function wished<T>(child: ChildProcess, deed: string, count = 0): Promise<T> {
  child.send([deed, count]);
  return (await told<{ answer: T }>(child)).answer;
}
