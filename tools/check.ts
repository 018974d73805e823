/** Runs every check that needs no browser and prints one table; the same list on a laptop and in CI. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";

const node = process.execPath;
const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["format and lint", "node_modules/.bin/biome", "ci", "--error-on-warnings", "."],
  ["types", node, "node_modules/typescript-7/bin/tsc", "-b"],
  ["directions", node, "tools/check-directions.ts"],
  ["structure", node, "tools/check-structure.ts"],
  ["tables", node, "tools/check-tables.ts"],
  ["drift", node, "tools/generate-tables.ts", "--verify"],
  ["unused code", "node_modules/.bin/knip", "--no-progress"],
];

let failed = 0;
const rows = checks.map(([name, command, ...args]) => {
  const begun = performance.now();
  const run = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}`, FORCE_COLOR: "0" },
  });
  if (run.status !== 0) {
    failed += 1;
    console.log(`\n${name}:\n${saidBy(run)}`);
  }
  return `${run.status === 0 ? "passed" : "FAILED"}  ${name.padEnd(18)} ${((performance.now() - begun) / 1000).toFixed(1)} s`;
});
console.log(rows.join("\n"));
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function saidBy(run: SpawnSyncReturns<string>): string {
  return `${run.stdout ?? ""}${run.stderr ?? ""}${run.error?.message ?? ""}`.trim().slice(0, 12_000);
}
