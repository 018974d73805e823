import { roundedAverage, type Sum } from "../academic-record/academic-record.rules.ts";
import type { Hundredths, PassClass } from "../result-profile/result-profile.rules.ts";

/** What stands in a cell: what was typed, what moderation made of it, a code, or why there is nothing. */
export const cellStates = ["Raw", "Moderated", "Code", "Published", "Missing", "Not sent in"] as const;

export type CellState = (typeof cellStates)[number];

/** How a cell that is no plain mark is marked on paper, where there is no colour. */
export const cellMarks: Readonly<Record<CellState, string>> = {
  Raw: "",
  Moderated: "m",
  Code: "",
  Published: "",
  Missing: "–",
  "Not sent in": "*",
};

interface Averaged {
  readonly gpa: Sum;
  readonly cgpa: Sum;
}

/** How many averages lie in each class of pass, and below the lowest; those in which nothing counts are left out. */
export function averagesBy(rows: readonly Averaged[], classes: readonly PassClass[]) {
  const sorted = classes.toSorted((one, other) => other.from - one.from);
  const isIn = ({ points, units }: Sum, from: Hundredths, below: Hundredths | undefined) =>
    units > 0 && points >= from * units && (below === undefined || points < below * units);
  const count = (of: keyof Averaged, from: Hundredths, below: Hundredths | undefined) =>
    rows.filter((row) => isIn(row[of], from, below)).length;
  const lowest = sorted.at(-1)?.from;
  return [
    ...sorted.map(({ name, from }, at) => ({
      name,
      gpa: count("gpa", from, sorted[at - 1]?.from),
      cgpa: count("cgpa", from, sorted[at - 1]?.from),
    })),
    ...(lowest === undefined
      ? []
      : [{ name: `Below ${(lowest / 100).toFixed(2)}`, gpa: count("gpa", 0, lowest), cgpa: count("cgpa", 0, lowest) }]),
  ];
}

/** So far from the mean of the others lies nobody's mark by chance, in marks of 100. */
const FAR = 40;
/** Of fewer other marks nothing is said. */
const ENOUGH = 3;

interface Cells {
  readonly name: string;
  readonly cells: readonly ({ readonly total: number | null } | null)[];
}

/** Marks that lie far from all others of their student, a sentence each: often two rows were mixed up. */
export const farFromOwn = (rows: readonly Cells[], courses: readonly { readonly code: string }[]): string[] =>
  rows.flatMap(({ name, cells }) =>
    cells.flatMap((cell, at) => {
      const total = cell?.total;
      const others = cells.flatMap((one, place) => (place === at ? [] : (one?.total ?? [])));
      if (total === null || total === undefined || others.length < ENOUGH) return [];
      const sum = others.reduce((all, one) => all + one, 0);
      return Math.abs(total * others.length - sum) < FAR * others.length
        ? []
        : [
            `${name} has ${total} in ${courses[at]?.code}, and ${Math.round(sum / others.length)} on the average elsewhere`,
          ];
    }),
  );

/** `4.50`; empty where nothing counts, so that a spreadsheet reads a number. */
export const averageInFile = (sum: Sum): number | string => {
  const rounded = roundedAverage(sum);
  return rounded === null ? "" : rounded / 100;
};

interface DatedSum {
  readonly session: string;
  readonly semester: number;
  readonly gpa: Sum;
}

/** The GPA of each step: of the newest semester that a student was registered in at its level. Null where there is none. */
export const gpaOfSteps = (
  steps: readonly { readonly level: number; readonly semester: number }[],
  semesters: readonly DatedSum[],
  levelIn: (session: string, semester: number) => number | undefined,
): (Sum | null)[] =>
  steps.map(
    (step) =>
      semesters.findLast(
        ({ session, semester }) => semester === step.semester && levelIn(session, semester) === step.level,
      )?.gpa ?? null,
  );

/** Where broadsheets stand in the console. */
export const broadsheetLink = "/staff/broadsheets";
