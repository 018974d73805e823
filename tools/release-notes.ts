/**
 * `npm run release-notes`, or `-- v1.0.0 v1.1.0`: what came between two versions, from the subjects of the commits, in the words of
 * the changelog. Without a version, since the newest tag; where there is none, everything.
 */
import { execFileSync } from "node:child_process";
import { notesOf } from "./release-notes.kinds.ts";

const [from = newestTag(), to = "HEAD"] = process.argv.slice(2);
const subjects = git("log", "--no-merges", "--format=%s", from ? `${from}..${to}` : to)
  .split("\n")
  .filter(Boolean);
const migrations = git("diff", "--name-only", "--diff-filter=A", from || emptyTree(), to, "--", "migrations")
  .split("\n")
  .filter(Boolean);
console.log(notesOf(subjects, migrations.length));

function newestTag(): string {
  return git("tag", "--sort=-version:refname", "--list", "v*").split("\n")[0] ?? "";
}

function emptyTree(): string {
  return git("hash-object", "-t", "tree", "/dev/null");
}

function git(...words: string[]): string {
  return execFileSync("git", words, { encoding: "utf8", maxBuffer: 1 << 26 }).trim();
}
