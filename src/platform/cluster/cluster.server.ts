import { closeSync, openSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { clusterBinaries } from "./cluster-binaries.server.ts";
import { clusterOwner, type Owner, prepareFolder } from "./cluster-folder.server.ts";
import { endProcess, holderOf, removeStaleLock, straysOf } from "./cluster-lock.server.ts";
import { clusterRefusal, lastWords, saysLocked, saysMemoryInUse } from "./cluster-refusal.server.ts";
import { type Postmaster, PostmasterFailure, startPostmaster } from "./postmaster.server.ts";

/** A PostgreSQL of the portal's own. `host` is the folder of its socket, as the pg client takes it. */
export type Cluster = { host: string; user: string; stop(): Promise<void> };

const USER = "portal";

/** Milliseconds that a start waits for another one on the same folder, which may be stopping. */
const patience = 5000;

/** Milliseconds between a crash of PostgreSQL and each try to start it again. */
const again = 250;

/** Starts the embedded PostgreSQL on `dataDir`/postgres, makes it at the first start, and starts it again whenever it dies. */
export async function startCluster(dataDir: string): Promise<Cluster> {
  return runCluster(resolve(dataDir), [], []);
}

/** The embedded PostgreSQL that another process has started on `dataDir`; undefined when none answers there. */
export async function runningCluster(
  dataDir: string,
): Promise<{ host: string; user: string; close(): void } | undefined> {
  const socket = socketFolder(join(resolve(dataDir), "postgres"));
  const client = new pg.Client({ host: socket.host, user: USER, database: "postgres", connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return { ...socket, user: USER };
  } catch {
    socket.close();
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The same with own settings for PostgreSQL and for initdb, as the throwaway cluster of the tests needs them. */
export async function runCluster(dataDir: string, settings: string[], initdb: string[]): Promise<Cluster> {
  const folder = join(dataDir, "postgres");
  const owner = clusterOwner(folder);
  const binaries = clusterBinaries(dataDir, owner !== undefined);
  await prepareFolder(folder, binaries, owner, initdb);
  let postmaster = await firstStart(folder, binaries, owner, settings);
  const ending = new AbortController();
  const kept = keepRunning();
  const socket = socketFolder(folder);
  return {
    host: socket.host,
    user: USER,
    async stop() {
      ending.abort();
      await postmaster.stop();
      await kept;
      socket.close();
    },
  };

  async function keepRunning(): Promise<void> {
    while (!ending.signal.aborted) {
      const words = await postmaster.ended;
      if (ending.signal.aborted) return;
      tell(words);
      postmaster = await restart();
    }
    await postmaster.stop();
  }

  async function restart(): Promise<Postmaster> {
    while (!ending.signal.aborted) {
      const next = await startPostmaster(folder, binaries, owner, settings).catch((fault) => fault);
      if (!(next instanceof Error)) return next;
      tell(next.message);
      if (saysLocked(next.message)) settleLock(folder, next.message);
      await pause(again);
    }
    return postmaster;
  }
}

async function firstStart(folder: string, binaries: string, owner: Owner, settings: string[]): Promise<Postmaster> {
  const deadline = Date.now() + patience;
  while (true) {
    try {
      return await startPostmaster(folder, binaries, owner, settings);
    } catch (fault) {
      if (!(fault instanceof PostmasterFailure)) throw fault;
      if (!saysLocked(fault.message) || Date.now() > deadline) throw clusterRefusal(fault.message, folder);
      settleLock(folder, fault.message);
      await pause(again);
    }
  }
}

function settleLock(folder: string, words: string): void {
  const holder = holderOf(folder);
  if (holder.kind === "nobody") removeStaleLock(folder);
  if (holder.kind === "orphan") endProcess(holder.pid, "SIGINT");
  // The lock's own process is gone then: its children that hang on keep the next PostgreSQL out for ever.
  if (saysMemoryInUse(words)) for (const pid of straysOf(folder)) endProcess(pid, "SIGKILL");
}

/** The portal lives on and answers 503 meanwhile; whoever reads its log learns why. */
function tell(words: string): void {
  process.stderr.write(`PostgreSQL ended and is started again: ${lastWords(words)}.\n`);
}

/** A socket's path may have 107 bytes; a deeper folder is named by this process's open file. */
function socketFolder(folder: string): { host: string; close(): void } {
  if (Buffer.byteLength(join(folder, ".s.PGSQL.5432")) <= 107) return { host: folder, close: () => {} };
  const open = openSync(folder, "r");
  return { host: `/proc/${process.pid}/fd/${open}`, close: () => closeSync(open) };
}
