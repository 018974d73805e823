import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { figures, type ProofFigure } from "../prove/figures.ts";

/** One thing that was asked and measured. */
export interface ProofRow {
  readonly id: string;
  /** The figure that it measures, such as F-30. */
  readonly figure: string | null;
  readonly file: string | null;
  readonly what: string;
  readonly asked: string;
  readonly measured: string;
  readonly held: boolean;
  readonly seed: string | null;
  readonly seconds: number;
}

interface Proved {
  readonly part: string;
  readonly what: string;
  /** What was checked out, and whether it was changed. */
  readonly commit: string;
  readonly ended: string;
  readonly rows: readonly ProofRow[];
}

/** What stands in one line of the summary that the README shows. */
const chapters: Readonly<Record<string, readonly string[]>> = {
  "Rights and hostile input": ["shown", "rights", "fuzz", "uploads", "scripts", "workbook"],
  "Races, and what guards them": ["races", "guards"],
  "Pages in a browser": ["journeys", "lighthouse"],
  "A college as a whole": ["college", "walkers", "season", "courses", "semesters", "import"],
  "Rules, papers and waits": ["waits", "papers", "breadth"],
  "Faults and crashes": ["faults", "crash", "start"],
  Load: ["load", "soak"],
  "Growth and more machines": ["growth", "plans", "months", "processes", "failover", "pooler"],
  "Server, backup and restore": ["operation", "restore"],
};

/** The decision that says why a row is not held, and what would change that. It speaks of one row of its figure: another has none. */
export function excusedBy(row: ProofRow): string | undefined {
  const { missed } = figures.find(({ id }) => id === row.figure) ?? {};
  return missed?.asked !== undefined && row.asked.startsWith(missed.asked) ? missed.decision : undefined;
}

/** Whether a part was run at a commit, and all that it asked held or has a decision. */
export function hasHeld(part: string, commit: string): boolean {
  const file = `evidence/${part}.json`;
  if (!existsSync(file)) return false;
  const proved = readEvidence(file);
  return proved.commit === commit && proved.rows.every((row) => row.held || excusedBy(row));
}

/** One page of every part that has evidence, whenever it was run: ten lines, a line for each part, what did not hold, each figure. */
export function writeSummary(parts: readonly string[]): string {
  const proved = parts
    .map((part) => `evidence/${part}.json`)
    .filter(existsSync)
    .map(readEvidence);
  const results = figures.map((figure) =>
    resultOf(
      figure,
      proved.flatMap(({ rows }) => rows),
    ),
  );
  writeFileSync("evidence/figures.json", `${JSON.stringify(results, null, 2)}\n`);
  const counted = ["held", "not held", "not measured"].map(
    (result) => `${results.filter((one) => one.result === result).length} ${result}`,
  );
  const page = [
    ...proved.flatMap(linesOfPart),
    "",
    ...results.map(({ id, result, what, measured }) => `${result.padEnd(12)}  ${id}  ${what}: ${measured}`),
  ].join("\n");
  const lines = [
    ...Object.entries(chapters).map((chapter) => lineOfChapter(chapter, proved)),
    `Figures: ${counted.join(", ")}; at ${[...new Set(proved.map(({ commit }) => commit))].join(", ")}`,
  ];
  const told = [lines.join("\n"), page];
  const blocks = told.map((block) => `\`\`\`\n${block}\n\`\`\`\n`);
  writeFileSync("evidence/summary.md", `# What was proved\n\n${blocks.join("\n")}`);
  return told.join("\n\n");
}

function lineOfChapter([name, parts]: readonly [string, readonly string[]], proved: readonly Proved[]): string {
  const told = parts.flatMap((part) => proved.filter((one) => one.part === part));
  const rows = told.flatMap((one) => one.rows);
  const held = rows.filter((row) => row.held).length;
  const minutes = secondsOf(rows) / 60;
  const missing = parts.filter((part) => told.every((one) => one.part !== part));
  const end = missing.length > 0 ? `; not run: ${missing.join(", ")}` : "";
  return `${name.padEnd(28)} ${String(held).padStart(5)} of ${String(rows.length).padStart(5)} held, ${minutes.toFixed(0).padStart(3)} min of tests (${parts.join(", ")})${end}`;
}

/** A test may have kept several rows. */
function secondsOf(rows: readonly ProofRow[]): number {
  const tests = new Map(rows.map(({ file, what, seconds }) => [`${file} ${what}`, seconds]));
  return [...tests.values()].reduce((sum, seconds) => sum + seconds, 0);
}

const readEvidence = (file: string): Proved => JSON.parse(readFileSync(file, "utf8"));

function linesOfPart({ part, what, ended, rows }: Proved): string[] {
  const seconds = secondsOf(rows);
  const broken = rows.filter((row) => !row.held);
  const word = broken.length === 0 ? "held" : broken.every(excusedBy) ? "decided" : "NOT HELD";
  const day = ended.slice(0, 16).replace("T", " ");
  return [
    `${word.padEnd(8)}  ${part.padEnd(11)} ${String(rows.length).padStart(4)} rows ${seconds.toFixed(0).padStart(5)} s  ${day}  ${what}`,
    ...broken.map((row) => `            ${row.what}: ${row.measured}`),
  ];
}

interface FigureResult extends ProofFigure {
  readonly result: "held" | "not held" | "not measured";
  readonly measured: string;
}

/** A figure holds where every row about it does: those that name it, and those of the files that show it. */
function resultOf(figure: ProofFigure, rows: readonly ProofRow[]): FigureResult {
  const { id, shownBy = [], missed } = figure;
  const decision = missed && `decision ${missed.decision}`;
  const named = rows.filter((row) => row.figure === id);
  const shown = shownBy.map((file) => rows.filter((row) => row.file === file));
  if (shown.some((each) => each.length === 0) || named.length + shown.length === 0)
    return {
      ...figure,
      result: decision ? "not held" : "not measured",
      measured: decision ?? "",
    };
  const tests = shown.flat();
  const isHeld = [...named, ...tests].every(({ held }) => held) && !decision;
  const told = [...named.map(({ measured }) => measured), ...(tests.length > 0 ? [`${tests.length} tests`] : [])];
  if (decision) told.push(decision);
  return { ...figure, result: isHeld ? "held" : "not held", measured: told.join("; ") };
}
