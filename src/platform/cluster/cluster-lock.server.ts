import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Who holds a database folder: nobody (the lock was left behind by a kill), a PostgreSQL without its portal, or a portal that runs. */
export type Holder = { kind: "nobody" } | { kind: "orphan"; pid: number } | { kind: "portal" };

/** Milliseconds after which an empty lock file is no longer that of a PostgreSQL about to write it. */
const writing = 2000;

/**
 * Looks at the process that the lock file in `folder` names. A lock whose process is gone is "portal" too: PostgreSQL
 * itself removes that one, under its own guard.
 */
export function holderOf(folder: string): Holder {
  try {
    const file = join(folder, "postmaster.pid");
    const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
    if (!pid) return { kind: Date.now() - statSync(file).mtimeMs > writing ? "nobody" : "portal" };
    // The number may be another program's by now, or that of a dead one which nobody has buried.
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    if (!/^Name:\s*postgres$/m.test(status) || /^State:\s*Z/m.test(status)) return { kind: "nobody" };
    if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(folder)) return { kind: "nobody" };
    return isWatched(pid) ? { kind: "portal" } : { kind: "orphan", pid };
  } catch {
    // Gone between two reads, or another user's process.
    return { kind: "portal" };
  }
}

/** Removes the lock files of a PostgreSQL that no longer runs, whose process number another program of the same user has now. */
export function removeStaleLock(folder: string): void {
  for (const name of ["postmaster.pid", ".s.PGSQL.5432", ".s.PGSQL.5432.lock"])
    rmSync(join(folder, name), { force: true });
}

export const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

/** PostgreSQL's children on `folder` whose own postmaster is dead. */
export function straysOf(folder: string): number[] {
  const real = realpathSync(folder);
  return readdirSync("/proc").flatMap((name) => {
    try {
      const pid = Number(name);
      if (!pid || readlinkSync(`/proc/${pid}/cwd`) !== real || nameOf(pid) !== "postgres") return [];
      return nameOf(parentOf(pid)) === "postgres" || isWatched(pid) ? [] : [pid];
    } catch {
      return [];
    }
  });
}

/** It may have ended by itself meanwhile. */
export function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

const nameOf = (pid: number) => readFileSync(`/proc/${pid}/comm`, "utf8").trim();

const parentOf = (pid: number) => Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

/** Whether the parent is the shell that stops this PostgreSQL when its portal dies. */
const isWatched = (pid: number) => readFileSync(`/proc/${parentOf(pid)}/cmdline`, "utf8").includes("portal-watch");
