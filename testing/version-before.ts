import { spawnSync } from "node:child_process";
import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { checkout, temporaryFolder } from "./program.ts";

export interface VersionBefore {
  /** A checkout that `npm start` could run in, with the packages of this one. */
  readonly folder: string;
  readonly called: string;
}

/** The release before this checkout; without one, the portal as it was before the migration with the highest number came. */
export function versionBefore(): VersionBefore {
  const release = git("describe", "--tags", "--abbrev=0", "HEAD~1");
  const highest = readdirSync(join(checkout, "migrations")).sort().at(-1);
  const migrated = git("log", "-1", "--diff-filter=A", "--format=%H", "--", `migrations/${highest}`);
  const commit = git("rev-parse", "--verify", "--quiet", `${release || `${migrated}~1`}^{commit}`);
  if (!commit)
    throw new Error(
      "The history of this repository is not here, and with it the version before: git fetch --unshallow --tags",
    );
  const folder = temporaryFolder();
  const parts = ["package.json", "src", "migrations", "demo", "sandbox"];
  const { status, stderr } = spawnSync("sh", ["-c", 'git archive "$@" | tar -x -C "$0"', folder, commit, ...parts], {
    cwd: checkout,
    encoding: "utf8",
  });
  if (status !== 0 || stderr) throw new Error(`The version before could not be fetched: ${stderr}`);
  symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"));
  return { folder, called: release || `${commit.slice(0, 8)}, before ${highest}` };
}

/** What git says; nothing where it knows nothing. */
function git(...asked: string[]): string {
  const { status, stdout } = spawnSync("git", asked, { cwd: checkout, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}
