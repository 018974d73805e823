/**
 * `npm run prove`, or some parts of it by name: what takes too long for each commit. Each part writes
 * evidence/<part>.json; the summary stands at the end. Decision 0054.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createVitest, type TestCase } from "vitest/node";
import type {} from "../testing/evidence.ts";
import { proofRing } from "../testing/proof-ring.ts";
import { installChromium } from "./chromium.ts";
import { runTestFiles } from "./test-run.ts";

interface Part {
  readonly what: string;
  readonly files: readonly string[];
  /** Makes a run of `npm test` the long one. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A folder with packages of its own, which are installed when the part is asked for. */
  readonly packages?: string;
}

const parts: Readonly<Record<string, Part>> = {
  ...proofRing,
  walkers: {
    what: "two hundred walk through every fault of the provider, and no money is lost",
    files: ["src/app/two-hundred-applicants.test.ts"],
    environment: { WALKERS: process.env.WALKERS ?? "200" },
  },
  season: {
    what: "a whole session, from payment to the closed day",
    files: ["src/app/season.test.ts"],
    environment: { SEASON: process.env.SEASON ?? "500" },
  },
  courses: {
    what: "whatever happens around a payment, in whatever order: nothing vanishes, nothing is believed without proof",
    files: [
      "src/payments/payment-reference/verification/verification.sticky.test.ts",
      "src/payments/payment-reference/verification/verification.chance.test.ts",
    ],
    environment: { COURSES: process.env.COURSES ?? "100" },
  },
  crash: {
    what: "kill -9, a full disk, a lock left behind: nothing acknowledged is lost, and the next start works",
    files: [
      "prove/crash.test.ts",
      "prove/verification-crash.test.ts",
      "prove/hand-over-crash.test.ts",
      "prove/progression-crash.test.ts",
    ],
  },
  faults: {
    what: "killed, cut, full, hung, crowded and upgraded under load: nothing acknowledged is lost, everybody is answered in time",
    files: ["kills", "network", "pool", "sockets", "terminate", "disk", "clock", "upgrade"].map(
      (name) => `prove/faults/${name}.test.ts`,
    ),
  },
  start: {
    what: "preparations of a checkout; starts, refusals to start and stops of the real program and its database",
    files: ["prove/setup.test.ts", "prove/start.test.ts", "prove/cluster.test.ts"],
  },
  workbook: { what: "workbooks of a million rows and bombs", files: ["prove/workbook.test.ts"] },
  import: {
    what: "twenty thousand students from a file with a fault in every tenth row",
    files: ["src/registry/student/student.import.test.ts"],
    environment: { STUDENTS: process.env.STUDENTS ?? "20000" },
  },
  semesters: {
    what: "two semesters of results to progression, each figure equal to one computed apart",
    files: ["src/app/semesters.test.ts"],
    environment: { STUDENTS_GRADED: process.env.STUDENTS_GRADED ?? "9000" },
  },
  fuzz: {
    what: "twenty thousand requests of everybody to every call, good and bad: fourteen things hold",
    files: ["testing/fuzz/oracles.test.ts", "src/app/fuzz.test.ts"],
    environment: {
      FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? "20000",
      FUZZ_SEED: process.env.FUZZ_SEED ?? String(Date.now() % 1_000_000),
    },
  },
  guards: { what: "what keeps bad input and bad luck away: without it a test fails", files: ["prove/guards.test.ts"] },
  lighthouse: {
    what: "Lighthouse's 100 of 100 for accessibility",
    files: ["prove/lighthouse.test.ts"],
    packages: "prove/lighthouse",
  },
};

interface Row {
  readonly id: string;
  readonly what: string;
  readonly asked: string;
  readonly measured: string;
  readonly held: boolean;
  readonly seed: string | null;
  readonly seconds: number;
}

process.env.PATH = `${process.cwd()}/node_modules/.bin:${process.env.PATH}`;
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}: ${Object.keys(parts).join(", ")}`);
  process.exit(1);
}
process.env.CHROMIUM = installChromium();
const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name));
const proved: [name: string, part: Part, rows: readonly Row[]][] = [];
for (const [name, part] of chosen) proved.push([name, part, await prove(name, part)]);
console.log(summary());
const rows = proved.flatMap(([, , each]) => each);
const held = rows.filter((row) => row.held).length;
console.log(`${held} held, ${rows.length - held} not held`);
process.exit(held === rows.length ? 0 : 1);

async function prove(name: string, part: Part): Promise<readonly Row[]> {
  const begun = new Date().toISOString();
  const rows = await rowsOf(name, part).catch((fault: unknown) => {
    console.error(fault);
    return [notHeld(name, "the part can be run", String(fault))];
  });
  mkdirSync("evidence", { recursive: true });
  const machine = `${process.platform} ${process.arch}, Node ${process.versions.node}`;
  const told = { part: name, what: part.what, begun, ended: new Date().toISOString(), machine, rows };
  writeFileSync(`evidence/${name}.json`, `${JSON.stringify(told, null, 2)}\n`);
  return rows;
}

async function rowsOf(name: string, { files, environment, packages }: Part): Promise<Row[]> {
  Object.assign(process.env, environment);
  if (packages) execFileSync("npm", ["ci", "--loglevel=error"], { cwd: packages, stdio: "inherit" });
  const vitest = await createVitest({ project: ["whole", "prove"], run: true, watch: false, allowOnly: false });
  try {
    const run = await runTestFiles(vitest, files);
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

/** A row for each thing that the test kept evidence of, else one that says whether it held. */
function rowsOfTest(part: string, test: TestCase): Row[] {
  const { state, errors = [] } = test.result();
  if (state === "skipped") return [];
  const row = {
    id: idOf(part, test.fullName),
    what: test.fullName,
    held: state === "passed",
    seconds: Math.round((test.diagnostic()?.duration ?? 0) / 100) / 10,
  };
  const kept = test.meta().evidence ?? [{ asked: "it holds", measured: "it holds" }];
  if (!row.held) return [{ ...row, asked: "it holds", measured: errors.map(firstLine).join("; "), seed: null }];
  return kept.map(({ asked, measured, seed = null }, place) => ({
    ...row,
    ...(place > 0 && { id: `${row.id}-${place + 1}` }),
    ...{ asked, measured, seed },
  }));
}

function notHeld(part: string, what: string, measured: string): Row {
  return { id: idOf(part, what), what, asked: "it holds", measured, held: false, seed: null, seconds: 0 };
}

function idOf(part: string, what: string): string {
  return `${part}/${what
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)}`;
}

function firstLine({ message }: { readonly message: string }): string {
  return message.split("\n")[0] ?? "";
}

/** One page: a line for each part, and below it what did not hold. */
function summary(): string {
  return proved
    .flatMap(([name, { what }, each]) => {
      const seconds = each.reduce((sum, row) => sum + row.seconds, 0);
      const broken = each.filter((row) => !row.held);
      return [
        `${broken.length === 0 ? "held    " : "NOT HELD"}  ${name.padEnd(11)} ${String(each.length).padStart(3)} rows ${seconds.toFixed(0).padStart(5)} s  ${what}`,
        ...broken.map((row) => `            ${row.what}: ${row.measured}`),
      ];
    })
    .join("\n");
}
