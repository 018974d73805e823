/** `npm test`: the checks, then the tests on real PostgreSQL and in a real browser. The last line gives the totals. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installChromium } from "./chromium.ts";

interface File {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

interface Run {
  readonly files: readonly File[];
  readonly green: boolean;
}

/** More failures than this are no matter of a busy machine. */
const MOST_AGAIN = 3;

const env = {
  ...process.env,
  PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}`,
  CHROMIUM: installChromium(),
};
const checked = spawnSync(process.execPath, ["tools/check.ts"], { stdio: "inherit", env });
const tests = runTwice(process.argv.slice(2));
const passed = Number(checked.status === 0) + count(tests, "passed");
const failed = Number(checked.status !== 0) + (tests.green ? 0 : Math.max(1, count(tests, "failed") + unread(tests)));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Asks a few files that failed once more, by themselves, and names them however that ends: decision 0053. */
function runTwice(asked: readonly string[]): Run {
  const first = runTests(asked);
  const failures = first.files.filter(isFailed).map(({ name }) => name);
  if (failures.length === 0 || failures.length > MOST_AGAIN) return first;
  const second = runTests([...failures, "--maxWorkers=1"]);
  for (const file of second.files)
    console.log(`${file.name} failed among the others and ${file.status} by itself: look why`);
  return { files: [...first.files.filter((file) => !isFailed(file)), ...second.files], green: second.green };
}

function runTests(asked: readonly string[]): Run {
  const folder = mkdtempSync(join(tmpdir(), "portal-report-"));
  const file = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const run = spawnSync("node_modules/.bin/vitest", ["run", ...reporters, ...asked], { stdio: "inherit", env });
  try {
    const { testResults } = JSON.parse(readFileSync(file, "utf8")) as { readonly testResults: readonly File[] };
    return { files: testResults, green: run.status === 0 };
  } catch {
    return { files: [], green: false };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isFailed({ status }: File): boolean {
  return status === "failed";
}

function count({ files }: Run, status: "passed" | "failed"): number {
  return files.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length;
}

/** Files that cannot even be read, or whose setting up failed. */
function unread({ files }: Run): number {
  return files.filter((file) => isFailed(file) && file.assertionResults.every((test) => test.status !== "failed"))
    .length;
}
