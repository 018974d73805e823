/** `npm test`: the checks, then the tests on real PostgreSQL and in a real browser. The last line gives the totals. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installChromium } from "./chromium.ts";

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly name: string; readonly message: string }[];
}

const env = {
  ...process.env,
  PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}`,
  CHROMIUM: installChromium(),
};
const checked = spawnSync(process.execPath, ["tools/check.ts"], { stdio: "inherit", env });
const checks = checked.status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
const tests = runTests();
const failed = checks.failed + tests.failed;
console.log(`${checks.passed + tests.passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function runTests(): { passed: number; failed: number } {
  const folder = mkdtempSync(join(tmpdir(), "portal-report-"));
  const file = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const run = spawnSync("node_modules/.bin/vitest", ["run", ...reporters, ...process.argv.slice(2)], {
    stdio: "inherit",
    env,
  });
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    // A file that cannot even be read counts as a failed test, and so does a run that ends badly without one.
    const unread = report.testResults.filter(({ status, message }) => status === "failed" && message !== "").length;
    const failures = report.numFailedTests + unread;
    return { passed: report.numPassedTests, failed: run.status === 0 ? failures : Math.max(1, failures) };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
