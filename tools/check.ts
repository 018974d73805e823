/** Runs every check that needs no browser and prints one table; the same list on a laptop and in CI. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

const node = process.execPath;
// The longest first: as many at once as there are cores.
const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  // Several checkers would each find the same types out: a third of the work more.
  ["types", node, "node_modules/typescript-7/bin/tsc", "-b", "--singleThreaded"],
  ["sql", node, "tools/check-sql.ts"],
  ["pages", node, "tools/measure-pages.ts", "--check"],
  ["format and lint", "node_modules/.bin/biome", "ci", "--error-on-warnings", "."],
  ["unused code", "node_modules/.bin/knip", "--no-progress"],
  ["directions", node, "tools/check-directions.ts"],
  ["drift", node, "tools/generate-tables.ts", "--verify"],
  ["structure", node, "tools/check-structure.ts"],
  ["nouns", node, "tools/check-nouns.ts"],
  ["tables", node, "tools/check-tables.ts"],
  ["licences", node, "tools/check-licences.ts"],
  ["architecture", node, "tools/draw-architecture.ts", "--verify"],
  ["languages", node, "tools/language-catalogue.ts", "--verify"],
];

interface Result {
  readonly name: string;
  readonly passed: boolean;
  readonly said: string;
  readonly seconds: number;
}

const waiting = [...checks];
const results: Result[] = [];
await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, runWaiting));

for (const { name, passed, said } of results) if (!passed) console.log(`\n${name}:\n${said.trim().slice(0, 12_000)}`);
for (const { name, passed, seconds } of results)
  console.log(`${passed ? "passed" : "FAILED"}  ${name.padEnd(18)} ${seconds.toFixed(1)} s`);
const failed = results.filter(({ passed }) => !passed).length;
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function runWaiting(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command, ...args] = next;
    results.push(await resultOf(name, command, args));
  }
}

function resultOf(name: string, command: string, args: readonly string[]): Promise<Result> {
  const begun = performance.now();
  // The compiler is a Go program, which would spend a fifth of its work on keeping its memory small.
  const env = { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}`, FORCE_COLOR: "0", GOGC: "400" };
  const run = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [run.stdout, run.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  return new Promise((resolve) => {
    const end = (passed: boolean) => resolve({ name, passed, said, seconds: (performance.now() - begun) / 1000 });
    run.on("error", (fault) => {
      said += fault.message;
      end(false);
    });
    run.on("close", (code) => end(code === 0));
  });
}
