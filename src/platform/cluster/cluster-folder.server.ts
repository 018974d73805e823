import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartRefusal } from "../config/start-refusal.server.ts";
import { isAlive } from "./cluster-lock.server.ts";
import { clusterRefusal } from "./cluster-refusal.server.ts";

/** PostgreSQL refuses to run as root: the user that it runs as instead. Undefined: as whoever runs the portal. */
export type Owner = { uid: number; gid: number } | undefined;

/** Environment of PostgreSQL's programs: none of the portal's secrets, English messages, UTC. */
export const clusterEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", TZ: "UTC" };

/**
 * The database's folder as PostgreSQL's programs name it. Root enters the folder before it becomes another user, so
 * that a parent for root alone is never walked.
 */
export const folderByItself = (owner: Owner) => (owner ? "/proc/self/cwd" : ".");

/** The user that owns the database in `folder`: with root its present owner, or postgres, or nobody. */
export function clusterOwner(folder: string): Owner {
  if (process.getuid?.() !== 0) return undefined;
  const present = statSync(folder, { throwIfNoEntry: false });
  if (present && present.uid !== 0) return { uid: present.uid, gid: present.gid };
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new StartRefusal(
    "PostgreSQL does not run as root, and this system has neither a user postgres nor nobody: start as an ordinary user, or set DATABASE_URL.",
  );
}

/** Makes the database when `folder` has none, and hands it to its owner. Repeats what a kill left half done. */
export async function prepareFolder(folder: string, binaries: string, owner: Owner, initdb: string[]): Promise<void> {
  try {
    sweepHalfMade(folder);
    if (!existsSync(join(folder, "PG_VERSION"))) await makeDatabase(folder, binaries, owner, initdb);
    if (owner) handOver(folder, owner);
    else if (statSync(folder).uid !== process.getuid?.()) throw new Error("EACCES");
    chmodSync(folder, 0o700);
  } catch (fault) {
    throw fault instanceof Error && !(fault instanceof StartRefusal) ? clusterRefusal(fault.message, folder) : fault;
  }
}

async function makeDatabase(folder: string, binaries: string, owner: Owner, initdb: string[]): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new StartRefusal(
      `${folder} holds files, but no PostgreSQL database: move them away, or set DATA_DIR to another folder.`,
    );
  // A kill in the middle of initdb leaves a folder that looks whole: it is made beside and then renamed.
  const fresh = `${folder}.new-${process.pid}`;
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  try {
    if (owner) chownSync(fresh, owner.uid, owner.gid);
    const settings = ["-U", "portal", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-instructions", ...initdb];
    await promisify(execFile)(join(binaries, "bin/initdb"), ["-D", folderByItself(owner), ...settings], {
      cwd: fresh,
      env: clusterEnvironment,
      ...owner,
    });
    renameSync(fresh, folder);
  } catch (fault) {
    // Another start on the same folder may have been faster; who of the two runs it is settled by PostgreSQL's lock.
    if (!existsSync(join(folder, "PG_VERSION"))) throw fault;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    // The initdb of a start that was killed just now may have written on until here.
    sweepHalfMade(folder);
  }
}

function sweepHalfMade(folder: string): void {
  const parent = join(folder, "..");
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const maker = join(parent, name).startsWith(`${folder}.new-`) ? Number(name.split("-").at(-1)) : undefined;
    if (maker !== undefined && (maker === process.pid || !isAlive(maker)))
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A copy that root put back, or a start by another user, leaves files that PostgreSQL may not open. */
function handOver(folder: string, owner: { uid: number; gid: number }): void {
  // One that vanished meanwhile was PostgreSQL's own.
  const belongs = (path: string) => (statSync(path, { throwIfNoEntry: false })?.uid ?? owner.uid) === owner.uid;
  if (belongs(folder) && readdirSync(folder).every((name) => belongs(join(folder, name)))) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    lchownSync(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  chownSync(folder, owner.uid, owner.gid);
}
