/**
 * `npm run prove`, or some parts of it by name: what takes too long for each commit. Each part writes
 * evidence/<part>.json; the figures of all parts so far stand in evidence/figures.json, one page in evidence/summary.md. Decision 0054.
 * `rest` is every part that has not held at this commit: a run of hours that was broken off goes on.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createVitest } from "vitest/node";
import { figures } from "../prove/figures.ts";
import { parts as named, type Part } from "../prove/parts.ts";
import { installChromium } from "./chromium.ts";
import { lackedBy } from "./prove-needs.ts";
import { notHeld, rowsOfTest } from "./prove-rows.ts";
import { excusedBy, hasHeld, type ProofRow, writeSummary } from "./prove-summary.ts";
import { runTestFiles } from "./test-run.ts";

/** What shows a figure and is no other part's: `npm test` runs it too, and the proof says so with the rest. */
const shown: Part = {
  what: "what shows a figure and is asked at each commit",
  files: [...new Set(figures.flatMap(({ shownBy = [] }) => shownBy))].filter(
    (file) => !Object.values(named).some(({ files }) => files.includes(file)),
  ),
};
const parts: Readonly<Record<string, Part>> = { shown, ...named };

process.env.PATH = `${process.cwd()}/node_modules/.bin:${process.env.PATH}`;
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts) && name !== "rest");
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}: ${Object.keys(parts).join(", ")}, rest`);
  process.exit(1);
}
const commit = execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
const chosen = Object.fromEntries(Object.entries(parts).filter(([name]) => isAsked(name)));
const lacked = lackedBy(chosen);
if (lacked) {
  console.error(lacked);
  process.exit(1);
}
process.env.CHROMIUM = installChromium();
const rows: ProofRow[] = [];
for (const [name, part] of Object.entries(chosen)) rows.push(...(await prove(name, part)));
console.log(writeSummary(Object.keys(parts)));
const held = rows.filter((row) => row.held || excusedBy(row)).length;
console.log(`${held} held, ${rows.length - held} not held`);
process.exit(held === rows.length ? 0 : 1);

function isAsked(name: string): boolean {
  // Two changed checkouts have the same name and need not be the same.
  if (asked.includes("rest") && (commit.endsWith("-dirty") || !hasHeld(name, commit))) return true;
  return asked.length === 0 || asked.includes(name);
}

async function prove(name: string, part: Part): Promise<readonly ProofRow[]> {
  const begun = new Date().toISOString();
  const found = await rowsOf(name, part).catch((fault: unknown) => {
    console.error(fault);
    return [notHeld(name, "the part can be run", String(fault))];
  });
  mkdirSync("evidence", { recursive: true });
  const machine = `${process.platform} ${process.arch}, Node ${process.versions.node}`;
  const told = { part: name, what: part.what, commit, begun, ended: new Date().toISOString(), machine, rows: found };
  writeFileSync(`evidence/${name}.json`, `${JSON.stringify(told, null, 2)}\n`);
  return found;
}

async function rowsOf(name: string, { files, environment, measures, packages }: Part): Promise<ProofRow[]> {
  Object.assign(process.env, environment);
  if (packages) execFileSync("npm", ["ci", "--loglevel=error"], { cwd: packages, stdio: "inherit" });
  const vitest = await createVitest({
    ...{ project: ["whole", "prove"], run: true, watch: false, allowOnly: false },
    ...(measures && { maxWorkers: 1 }),
  });
  try {
    const run = await runTestFiles(vitest, files, { again: !measures });
    const missing = files.filter((file) => !run.files.some(({ moduleId }) => moduleId.endsWith(`/${file}`)));
    return [
      ...run.files.flatMap((file) => Array.from(file.children.allTests()).flatMap((test) => rowsOfTest(name, test))),
      ...run.files.flatMap((file) => file.errors()).map(({ message }) => notHeld(name, "a file is read", message)),
      ...run.strays.map((error) => notHeld(name, "no error outside the tests", error)),
      ...missing.map((file) => notHeld(name, "a file is there", file)),
    ];
  } finally {
    await vitest.close();
  }
}
