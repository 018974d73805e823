import { type MissingMark, missingMarks } from "#registry/past-mark/past-mark.rules.ts";

/** A whole number of hundredths: points and averages have two decimals at most, so sums of them are exact. */
export type Hundredths = number;

/** 4.5 is 450. */
export const hundredths = (value: number): Hundredths => Math.round(value * 100);

/** Whether a number has two decimals at most, however the processor holds it. */
export const hasTwoDecimals = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

/** Both ends within, whole numbers from 0 to 100. */
export interface Band {
  readonly from: number;
  readonly to: number;
  readonly point: Hundredths;
  readonly grade: string;
}

/** From this average up to below the next class. */
export interface PassClass {
  readonly name: string;
  readonly from: Hundredths;
}

export const standings = ["Warning", "Probation", "Withdrawal"] as const;

/** What a rule proposes; `Good` is whom no rule is about. */
export type Standing = (typeof standings)[number] | "Good";

export const measures = ["CGPA", "GPA"] as const;

/** Of whose average was below this at the end of so many semesters in a row. */
export interface StandingRule {
  readonly standing: (typeof standings)[number];
  readonly measure: (typeof measures)[number];
  readonly below: Hundredths;
  readonly semesters: number;
}

/** Which attempts at a course count in the CGPA. */
export const attemptRules = ["All", "Best", "Last"] as const;

export type AttemptRule = (typeof attemptRules)[number];

/** All by which a student is graded: the rules of a profile. Contract 5. */
export interface GradingRules {
  readonly passmark: number;
  readonly attempts: AttemptRule;
  /** The codes that count as a fail. */
  readonly failing: readonly MissingMark[];
  /** Without gap or overlap, from 0 to 100. */
  readonly bands: readonly Band[];
  /** The highest first. */
  readonly classes: readonly PassClass[];
  readonly standings: readonly StandingRule[];
  readonly awardunits: number | null;
}

export interface Graded {
  /** As papers print it: `A`, or of a code `ABS`. */
  readonly grade: string;
  /** Null for a code that counts nothing. */
  readonly point: Hundredths | null;
  readonly passed: boolean;
}

/** How papers print that there is no mark. */
export const codeGrades: Readonly<Record<MissingMark, string>> = {
  Absent: "ABS",
  Excused: "EXC",
  Malpractice: "MAL",
  "No CA": "NCA",
};

/** The grade and the point of a total from 0 to 100, or of a code. */
export function gradeOf(
  { total, code }: { readonly total: number | null; readonly code: string | null },
  rules: GradingRules,
  passline = rules.passmark,
): Graded {
  if (total === null) {
    const missing = missingMarks.find((one) => one === code);
    if (!missing) return { grade: "", point: null, passed: false };
    return { grade: codeGrades[missing], point: rules.failing.includes(missing) ? 0 : null, passed: false };
  }
  const band = rules.bands.find(({ from, to }) => from <= total && total <= to);
  if (!band) throw new Error(`No band has ${total}`);
  return { grade: band.grade, point: band.point, passed: total >= passline };
}

const isScore = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 100;

/** What is wrong with bands, a sentence each; nothing where each whole number from 0 to 100 is in one of them. */
export function troubleInBands(bands: readonly Pick<Band, "from" | "to" | "grade" | "point">[]): string[] {
  const sorted = bands.toSorted((one, other) => one.from - other.from);
  const troubles: string[] = [];
  let next = 0;
  for (const { from, to, grade } of sorted) {
    if (![from, to].every(isScore)) troubles.push(`${grade} must have whole numbers from 0 to 100 at both ends`);
    if (from > to) {
      troubles.push(`${grade} ends before it begins`);
      continue;
    }
    if (from > next)
      troubles.push(`No band has ${rangeOf(next, from - 1)}. Let ${grade} begin at ${next}, or add a band`);
    if (from < next)
      troubles.push(
        `${rangeOf(from, Math.min(next - 1, to))} is in ${grade} and in the band before it. Let ${grade} begin at ${next}`,
      );
    next = Math.max(next, to + 1);
  }
  if (next <= 100) troubles.push(`No band has ${rangeOf(next, 100)}. Let the last one end at 100`);
  const falls = sorted.find((band, at) => band.point < (sorted[at - 1]?.point ?? 0));
  if (falls) troubles.push(`${falls.grade} has a lower point than the band below it`);
  const grades = sorted.map(({ grade }) => grade);
  const twice = grades.find((grade, at) => grades.indexOf(grade) < at);
  if (twice) troubles.push(`The grade ${twice} stands twice`);
  return troubles;
}

/** As a form and the wire have the rules: points and averages as they are read, such as 4.5. */
export interface TypedBook {
  readonly bands: readonly {
    readonly from: number;
    readonly to: number;
    readonly point: number;
    readonly grade: string;
  }[];
  readonly classes: readonly { readonly name: string; readonly from: number }[];
  readonly standings: readonly StandingRule[];
  readonly failing: readonly string[];
  readonly minunits?: number | undefined;
  readonly maxunits?: number | undefined;
}

interface BookTrouble {
  readonly part: "bands" | "classes" | "standings" | "failing" | "maxunits";
  readonly sentence: string;
}

/** What is wrong with the rules of a profile, a sentence for each part. */
export function troubleInBook({ bands, classes, standings, failing, minunits, maxunits }: TypedBook): BookTrouble[] {
  const most = Math.max(0, ...bands.map(({ point }) => point));
  const troubles: [BookTrouble["part"], readonly string[]][] = [
    ["bands", troubleInBands(bands)],
    ["classes", troubleInClasses(classes, most)],
    ["standings", twiceIn(standings.map(({ standing }) => standing)).map((one) => `${one} has two rules. Keep one`)],
    ["failing", twiceIn(failing).map((one) => `${one} stands twice`)],
    [
      "maxunits",
      (minunits ?? 0) > (maxunits ?? Infinity)
        ? ["Most units of a semester must not be fewer than the least units"]
        : [],
    ],
  ];
  return troubles.flatMap(([part, found]) => (found.length > 0 ? [{ part, sentence: found.join(". ") }] : []));
}

function troubleInClasses(classes: TypedBook["classes"], most: number): string[] {
  const high = classes.find(({ from }) => from > most);
  return [
    ...twiceIn(classes.map(({ name }) => name)).map((name) => `The class ${name} stands twice`),
    ...twiceIn(classes.map(({ from }) => from.toFixed(2))).map((from) => `Two classes begin at ${from}`),
    ...(high
      ? [`${high.name} begins at ${high.from.toFixed(2)}, and no grade has more than ${most.toFixed(2)} points`]
      : []),
  ];
}

const twiceIn = (list: readonly string[]): string[] => [...new Set(list.filter((one, at) => list.indexOf(one) < at))];

/** `4.5 points`, and `1 point`. */
export const asPoints = (point: number): string => `${point} ${point === 1 ? "point" : "points"}`;

/** The rules in sentences, as the history keeps them. */
export const bookInWords = ({ bands, classes, standings, failing }: TypedBook): string[] => [
  ...bands
    .toSorted((one, other) => other.from - one.from)
    .map(({ from, to, point, grade }) => `${grade}: ${rangeOf(from, to)}, ${asPoints(point)}`),
  ...classes
    .toSorted((one, other) => other.from - one.from)
    .map(({ name, from }) => `${name} from a CGPA of ${from.toFixed(2)}`),
  ...standings.map(ruleInWords),
  failing.length > 0 ? `A fail without a mark: ${failing.join(", ")}` : "No code counts as a fail",
];

/** `Probation: the CGPA is below 1.00 at the end of 1 semester`. */
export const ruleInWords = ({ standing, measure, below, semesters }: TypedBook["standings"][number]): string =>
  `${standing}: the ${measure} is below ${below.toFixed(2)} at the end of ${semesters === 1 ? "a semester" : `${semesters} semesters in a row`}`;

/** How the next version of a profile is called: `NCE five points (2)`, where that is free. */
export function nextName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((one) => one.toLowerCase()));
  const bare = name.replace(/ \(\d+\)$/, "").slice(0, 74);
  for (let version = 2; ; version += 1) {
    const next = `${bare} (${version})`;
    if (!known.has(next.toLowerCase())) return next;
  }
}

export const rangeOf = (from: number, to: number): string => (from === to ? `${from}` : `${from} to ${to}`);
