/**
 * `npm test`: the checks beside the tests on real PostgreSQL and in a real browser. The last line gives the totals.
 */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { createVitest, parseCLI, type TestModule } from "vitest/node";
import { proofFiles } from "../testing/proof-ring.ts";
import { installChromium } from "./chromium.ts";
import { runTestFiles } from "./test-run.ts";

process.env.PATH = `${process.cwd()}/node_modules/.bin:${process.env.PATH}`;
process.env.CHROMIUM = installChromium();
const [checksFailed, tests] = await Promise.all([
  runChecks(),
  runTests(process.argv.slice(2)).catch((fault: unknown) => {
    console.error(fault);
    return { passed: 0, failed: 1 };
  }),
]);
const passed = Number(!checksFailed) + tests.passed;
const failed = Number(checksFailed) + tests.failed;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Answers whether one failed; what they say stands together, after their end. */
async function runChecks(): Promise<boolean> {
  const checks = spawn("nice", [process.execPath, "tools/check.ts"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) =>
    checks.once("close", resolve).once("error", () => resolve(null)),
  );
  console.log(`\n${await text(checks.stdout)}`);
  return (await ended) !== 0;
}

/** What is asked by name, else all that is not the proof's. */
async function runTests(asked: string[]): Promise<{ passed: number; failed: number }> {
  const { filter, options } = parseCLI(["vitest", "run", ...asked]);
  const vitest = await createVitest({ project: ["whole"], ...options, run: true, watch: false });
  try {
    const { files, strays } = await runTestFiles(vitest, filter, { leftOut: filter.length > 0 ? [] : proofFiles });
    const none = Number(files.length === 0);
    const failed = files.reduce((sum, file) => sum + (testsOf(file, "failed") || Number(!file.ok())), 0);
    return {
      passed: files.reduce((sum, file) => sum + testsOf(file, "passed"), 0),
      failed: strays.length + none + failed,
    };
  } finally {
    await vitest.close();
  }
}

function testsOf(file: TestModule, state: "passed" | "failed"): number {
  return Array.from(file.children.allTests(state)).length;
}
