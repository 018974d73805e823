/** Holds the imports against tools/directions.config.mjs, and fails when fewer modules were read than there are files. */
import { spawnSync } from "node:child_process";
import { sourceFiles } from "./source-files.ts";

interface Report {
  readonly summary: { readonly violations: readonly { from: string; to: string; rule: { name: string } }[] };
  readonly modules: readonly { source: string }[];
}

const run = spawnSync(
  "node_modules/.bin/depcruise",
  ["--config", "tools/directions.config.mjs", "--output-type", "json", "src"],
  { encoding: "utf8", maxBuffer: 1 << 28 },
);
if (!run.stdout.startsWith("{")) {
  console.log(run.stdout, run.stderr);
  process.exit(1);
}
const report = JSON.parse(run.stdout) as Report;
const read = report.modules.filter(({ source }) => source.startsWith("src/")).length;
const there = sourceFiles().length;
const troubles = report.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`);
if (read < there) troubles.push(`only ${read} of ${there} files were read: the check would be blind`);
console.log(troubles.length === 0 ? `${read} modules in order` : troubles.join("\n"));
process.exit(troubles.length === 0 ? 0 : 1);
