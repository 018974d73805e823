import { judgeEligibility, type Scored } from "../src/academics/eligibility/eligibility.rules.ts";
import { readTable } from "../src/console/table-file/table-file.server.ts";
import { type Figure, under } from "./table.ts";

/** What one process works out while others wait, in milliseconds of its processor; the least of nine. */
export async function workFigures(): Promise<Figure[]> {
  const blanks = Buffer.alloc(20 * 1024 * 1024, ",");
  const lineFeeds = Buffer.from(`Code,Name\n${"\n".repeat(5 * 1024 * 1024)}SCI,Sciences\n`);
  return [
    under("a hundred programmes judged", await leastOf(judgeMany), 10, "ms"),
    under("20 MB of separators found to be empty", await leastOf(() => refusalOf(blanks)), 800, "ms"),
    under("5 MB of line feeds refused", await leastOf(() => refusalOf(lineFeeds)), 2_000, "ms"),
  ];
}

async function leastOf(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 9; round += 1) {
    const begun = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begun);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

const refusalOf = (file: Buffer) =>
  readTable(file, { rows: 5_000 }).then(
    () => {
      throw new Error("A file of nothing was taken");
    },
    () => undefined,
  );

const rules = {
  olevel: {
    minCredits: 5,
    maxSittings: 2,
    credits: [{ anyOf: ["English Language"] }, { anyOf: ["Mathematics"] }, { anyOf: ["Biology", "Chemistry"] }],
    passes: [{ anyOf: ["Literature in English"] }],
  },
};
const subjects = [
  ...["English Language", "Mathematics", "Biology", "Chemistry", "Physics"],
  ...["Geography", "History", "Arabic", "Literature in English"],
];
const results = ["1", "2"].flatMap((examination) =>
  subjects.map((subject): Scored => ({ examination, subject, scored: examination === "1" ? "D7" : "C6" })),
);

function judgeMany(): void {
  for (let programme = 0; programme < 100; programme += 1) judgeEligibility(rules, results);
}
