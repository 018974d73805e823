import { inspect } from "node:util";
import type { TestModule, TestRunResult, Vitest } from "vitest/node";

/** More failures than this are no matter of a busy machine. */
const MOST_AGAIN = 10;

/** The last outcome of each file, and what failed outside of all. */
export interface TestRun {
  readonly files: readonly TestModule[];
  readonly strays: readonly string[];
}

interface Asked {
  readonly leftOut?: readonly string[];
  /** False where each file runs by itself already. */
  readonly again?: boolean;
}

/**
 * Runs what the filter finds and is not left out. Asks a few files that failed once more, by themselves, and names them however that
 * ends: decision 0053.
 */
export async function runTestFiles(
  vitest: Vitest,
  filter: readonly string[],
  { leftOut = [], again = true }: Asked = {},
): Promise<TestRun> {
  await vitest.standalone();
  const found = await vitest.globTestSpecifications([...filter]);
  const asked = found.filter(({ moduleId }) => !leftOut.some((file) => moduleId.endsWith(`/${file}`)));
  let run = await vitest.runTestSpecifications(asked, true);
  // An error outside every test belongs to none of the files, and is none the better for their second outcome.
  const strays = run.unhandledErrors.map(wordsOf);
  const failures = run.testModules.filter((file) => !file.ok());
  if (again && failures.length > 0 && failures.length <= MOST_AGAIN)
    for (const failure of failures) {
      run = await runAlone(vitest, failure);
      strays.push(...run.unhandledErrors.map(wordsOf));
    }
  return { files: run.testModules, strays };
}

/** What a worker throws comes as an object that is no error any more, and has no text of its own. */
const wordsOf = (fault: unknown): string => (fault as Partial<Error> | null)?.message ?? inspect(fault);

/** The second outcome takes the first one's place among all files. */
async function runAlone(vitest: Vitest, failure: TestModule): Promise<TestRunResult> {
  const run = await vitest.runTestSpecifications([failure.toTestSpecification()]);
  const again = run.testModules.find(({ id }) => id === failure.id);
  const outcome = again?.ok() ? "passed" : "failed";
  console.log(`${failure.relativeModuleId} failed among the others and ${outcome} by itself: look why`);
  return run;
}
