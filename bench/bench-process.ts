import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster } from "../src/platform/cluster/cluster.server.ts";
import { copyTemplate, templateCluster } from "../testing/database.ts";
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
  const child = fork(script, [cluster.host, cluster.user, copy.name, dataDir, ...more]);
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
export async function startBench(
  { host, user, dataDir }: BenchCluster,
  database: string,
  count: number,
  applied: number,
) {
  const child = fork("bench/portal-process.ts", [host, user, dataDir, database, String(count), String(applied)]);
  children.add(child);
  return { child, bench: await told<Bench>(child) };
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
