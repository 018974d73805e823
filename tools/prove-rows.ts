import { relative } from "node:path";
import type { TestCase } from "vitest/node";
import type {} from "../testing/evidence.ts";
import type { ProofRow } from "./prove-summary.ts";

/** A row for each thing that the test kept evidence of, else one that says whether it held: what was not run has not. */
export function rowsOfTest(part: string, test: TestCase): ProofRow[] {
  const result = test.result();
  const { state, errors = [] } = result;
  const row = {
    id: idOf(part, test.fullName),
    figure: null,
    file: relative(process.cwd(), test.module.moduleId),
    what: test.fullName,
    held: state === "passed",
    seconds: Math.round((test.diagnostic()?.duration ?? 0) / 100) / 10,
  };
  const kept = test.meta().evidence ?? [];
  // What was measured before it failed stands beside what it failed by.
  const reason =
    state === "skipped"
      ? ["was not run", result.note].filter(Boolean)
      : errors.map(({ message }) => firstLine(message));
  const broken = row.held ? [] : [{ asked: "it holds", measured: reason.join("; ") }];
  const told = kept.length === 0 && row.held ? [{ asked: "it holds", measured: "it holds" }] : [...broken, ...kept];
  return told.map((evidence: (typeof kept)[number], place) => ({
    ...row,
    ...(place > 0 && { id: `${row.id}-${place + 1}` }),
    asked: evidence.asked,
    measured: evidence.measured,
    held: row.held && evidence.held !== false,
    seed: evidence.seed ?? null,
    figure: evidence.figure ?? null,
  }));
}

export function notHeld(part: string, what: string, measured: string): ProofRow {
  const row = { id: idOf(part, what), figure: null, file: null, what, asked: "it holds", measured };
  return { ...row, held: false, seed: null, seconds: 0 };
}

function idOf(part: string, what: string): string {
  return `${part}/${what
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)}`;
}

const firstLine = (text: string) => text.split("\n")[0] ?? "";
