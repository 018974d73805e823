/**
 * `npm test`: the checks beside the tests on real PostgreSQL and in a real browser. The last line gives the totals.
 */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { createVitest, parseCLI, type TestModule, type TestRunResult, type Vitest } from "vitest/node";
import { installChromium } from "./chromium.ts";

/** More failures than this are no matter of a busy machine. */
const MOST_AGAIN = 10;

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

/** Asks a few files that failed once more, by themselves, and names them however that ends: decision 0053. */
async function runTests(asked: string[]): Promise<{ passed: number; failed: number }> {
  const { filter, options } = parseCLI(["vitest", "run", ...asked]);
  const vitest = await createVitest({ project: ["whole"], ...options, run: true, watch: false });
  try {
    let run = await vitest.start(filter);
    // An error outside every test belongs to none of the files, and is none the better for their second outcome.
    let strays = run.unhandledErrors.length;
    const failures = run.testModules.filter((file) => !file.ok());
    if (failures.length > 0 && failures.length <= MOST_AGAIN)
      for (const failure of failures) {
        run = await runAlone(vitest, failure);
        strays += run.unhandledErrors.length;
      }
    const none = Number(run.testModules.length === 0);
    return {
      passed: count(run, (file) => testsOf(file, "passed")),
      failed: strays + none + count(run, (file) => testsOf(file, "failed") || Number(!file.ok())),
    };
  } finally {
    await vitest.close();
  }
}

/** The second outcome takes the first one's place among all files. */
async function runAlone(vitest: Vitest, failure: TestModule): Promise<TestRunResult> {
  const run = await vitest.runTestSpecifications([failure.toTestSpecification()]);
  const again = run.testModules.find(({ id }) => id === failure.id);
  const outcome = again?.ok() ? "passed" : "failed";
  console.log(`${failure.relativeModuleId} failed among the others and ${outcome} by itself: look why`);
  return run;
}

function count({ testModules }: TestRunResult, counted: (file: TestModule) => number): number {
  return testModules.reduce((sum, file) => sum + counted(file), 0);
}

function testsOf(file: TestModule, state: "passed" | "failed"): number {
  return Array.from(file.children.allTests(state)).length;
}
