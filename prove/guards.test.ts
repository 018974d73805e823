import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { keepEvidence } from "../testing/evidence.ts";
import { admissionGuards } from "./guards/admission.ts";
import { dataProtectionGuards } from "./guards/data-protection.ts";
import { gradingGuards } from "./guards/grading.ts";
import type { Guard } from "./guards/guard.ts";
import { integrationGuards } from "./guards/integration.ts";
import { languageGuards } from "./guards/languages.ts";
import { letterGuards } from "./guards/letters.ts";
import { moneyGuards } from "./guards/money.ts";
import { operationGuards } from "./guards/operation.ts";
import { programmeChoiceGuards } from "./guards/programme-choice.ts";
import { selectionGuards } from "./guards/selection.ts";
import { smsGuards } from "./guards/sms.ts";

// Each guard is taken out of a copy of the portal: the test that stands for it passes with it, and fails without it.

const TWO_MINUTES = 120_000;

/** A place for each of two guards at a time. */
const copies: string[] = [];
/** Those in which nothing runs. */
const free: string[] = [];
beforeAll(() => {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
  const files = listed.trim().split("\n");
  copies.push(copyOf(files), copyOf(files));
  free.push(...copies);
});
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

function copyOf(files: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), "portal-guards-"));
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  return copy;
}

/** A test that was given up still runs in its copy; who comes after it waits until that is over. */
async function freeCopy(): Promise<string> {
  for (;;) {
    const copy = free.pop();
    if (copy) return copy;
    await pause(250);
  }
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

/** How the tests of a guard end in a copy. */
async function outcomeOf({ shown: [file, name] }: Guard, copy: string): Promise<Outcome> {
  const told = join(copy, "outcome.json");
  rmSync(told, { force: true });
  const args = ["run", "--project", "server", file, "-t", name, "--reporter=json", `--outputFile=${told}`];
  const stderr = await new Promise<string>((end) => {
    execFile("node_modules/.bin/vitest", args, { cwd: copy, maxBuffer: 64_000_000 }, (_fault, _said, complaints) =>
      end(complaints),
    );
  });
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(told, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    throw new Error(`the tests of ${file} were not run: ${stderr.slice(-2_000)}`);
  }
}

/** How they end with the guard and without it. */
async function outcomesOf(guard: Guard, copy: string): Promise<readonly [whole: Outcome, without: Outcome]> {
  const place = join(copy, guard.file);
  const text = readFileSync(place, "utf8");
  expect(text.split(guard.has), "the guard stands once in its file").toHaveLength(2);
  const whole = await outcomeOf(guard, copy);
  const without = text.replace(guard.has, () => guard.becomes);
  writeFileSync(place, without);
  try {
    return [whole, await outcomeOf(guard, copy)];
  } finally {
    writeFileSync(place, text);
  }
}

const everyGuard: readonly Guard[] = [
  ...gradingGuards,
  ...admissionGuards,
  ...selectionGuards,
  ...languageGuards,
  ...letterGuards,
  ...moneyGuards,
  ...operationGuards,
  ...programmeChoiceGuards,
  ...smsGuards,
  ...integrationGuards,
  ...dataProtectionGuards,
];

vi.setConfig({ maxConcurrency: 2 });

test.for(everyGuard.map((guard) => [guard.against, guard] as const))(
  "against %s there is a guard, and a test that fails without it",
  // A test that a busy machine stopped is asked once more by itself, and not all of the others with it.
  { concurrent: true, retry: 1, timeout: 4 * TWO_MINUTES },
  async ([, guard], context) => {
    const copy = await freeCopy();
    const [whole, without] = await outcomesOf(guard, copy).finally(() => free.push(copy));
    expect(whole.failed).toBe(0);
    expect(whole.passed).toBeGreaterThan(0);
    expect(without.failed).toBeGreaterThan(0);
    keepEvidence(context, {
      asked: "its tests pass with the guard, and one fails without it",
      measured: `${whole.passed} pass with it, ${without.failed} fail without it`,
    });
  },
);
