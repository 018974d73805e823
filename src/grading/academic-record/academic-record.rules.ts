import { slicesOf } from "#kit/value/slices.rules.ts";
import {
  type GradingRules,
  gradeOf,
  type Hundredths,
  type Standing,
  type StandingRule,
} from "../result-profile/result-profile.rules.ts";

/** A mark of a course in a semester: published, or about to be. */
export interface Attempt {
  /** The name of the session, such as 2026/2027: semesters come in the order of these names. */
  readonly session: string;
  readonly semester: number;
  readonly course: string;
  readonly title: string;
  readonly units: number;
  /** Of 100; null where a code stands in its place. */
  readonly total: number | null;
  readonly code: string | null;
  /** From which total it is passed; the pass mark of the profile where it has none of its own. */
  readonly passline: number | null;
  /** Of a combination that was left, in a course that the present one has not: on the record, and in no average. */
  readonly left: boolean;
  /** Whether another course may stand in its place, by the catalogue of the present programme; of what is passed nobody asks. */
  readonly elective: boolean;
}

/** An attempt with its grade, and what it brings into an average. */
export interface GradedAttempt extends Attempt {
  readonly grade: string;
  /** Null for what is in no average: a code that counts nothing, a course of a combination that was left. */
  readonly point: Hundredths | null;
  readonly passed: boolean;
}

/** An exact average: points times units, in hundredths, over units. Never rounded but where it is shown. */
export interface Sum {
  readonly points: Hundredths;
  readonly units: number;
}

/** What stands under one semester of a record. */
export interface SemesterRecord {
  readonly session: string;
  readonly semester: number;
  readonly attempts: readonly GradedAttempt[];
  /** Of the semester alone: every attempt in it counts. */
  readonly gpa: Sum;
  /** Of everything up to its end, by the rule of attempts. */
  readonly cgpa: Sum;
  readonly standing: Standing;
}

const isEarlier = (one: Term, other: Term): boolean =>
  one.session === other.session ? one.semester < other.semester : one.session < other.session;

interface Term {
  readonly session: string;
  readonly semester: number;
}

const byTerm = (one: Attempt, other: Attempt): number =>
  isEarlier(one, other) ? -1 : isEarlier(other, one) ? 1 : one.course.localeCompare(other.course);

/** `crs 101` and `CRS 101` are one course. */
const codeOf = ({ course }: { readonly course: string }): string => course.toUpperCase();

const graded = (attempt: Attempt, rules: GradingRules): GradedAttempt => {
  const { grade, point, passed } = gradeOf(attempt, rules, attempt.passline ?? rules.passmark);
  return { ...attempt, grade, point: attempt.left ? null : point, passed };
};

/** Whether an attempt is neither a pass nor a fail. Where the college counts Excused as a fail, it is one. */
export const isExcused = (attempt: {
  readonly code: string | null;
  /** Null for what is in no average. */
  readonly point: unknown;
}): boolean => attempt.code === "Excused" && attempt.point === null;

/** Whether an attempt is in an average. */
const counts = (attempt: GradedAttempt): attempt is GradedAttempt & { readonly point: Hundredths } =>
  attempt.point !== null;

/** The sum of some attempts, whichever they are. */
export const sumOf = (attempts: readonly GradedAttempt[]): Sum =>
  attempts
    .filter(counts)
    .reduce((sum, { point, units }) => ({ points: sum.points + point * units, units: sum.units + units }), {
      points: 0,
      units: 0,
    });

/** The attempts that count in the CGPA: of several at one course all, the best (of two equal ones the later), or the last. */
export function countedAttempts(attempts: readonly GradedAttempt[], rule: GradingRules["attempts"]): GradedAttempt[] {
  const counted = attempts.filter(counts);
  if (rule === "All") return counted;
  const one = new Map<string, GradedAttempt & { readonly point: Hundredths }>();
  for (const attempt of counted.toSorted(byTerm)) {
    const known = one.get(codeOf(attempt));
    if (!known || rule === "Last" || isNoWorse(attempt, known)) one.set(codeOf(attempt), attempt);
  }
  return [...one.values()];
}

const isNoWorse = (
  { point, total }: { readonly point: Hundredths; readonly total: number | null },
  than: { readonly point: Hundredths; readonly total: number | null },
): boolean => point > than.point || (point === than.point && (total ?? 0) >= (than.total ?? 0));

/** Whether an average is at least so much; exact. Nothing is at least anything. */
export const isAtLeast = ({ points, units }: Sum, least: Hundredths): boolean => units > 0 && points >= least * units;

/** Hundredths of an average, half up; null where nothing counts. For showing alone. */
export const roundedAverage = ({ points, units }: Sum): Hundredths | null =>
  units === 0 ? null : Math.floor((2 * points + units) / (2 * units));

/** `4.50`, as papers print it; a dash where nothing counts. */
export function asAverage(sum: Sum): string {
  const rounded = roundedAverage(sum);
  return rounded === null ? "–" : (rounded / 100).toFixed(2);
}

/** The class of pass of a CGPA; null below the lowest, and where nothing counts. */
export const classOf = (cgpa: Sum, { classes }: Pick<GradingRules, "classes">): string | null =>
  classes.toSorted((one, other) => other.from - one.from).find(({ from }) => isAtLeast(cgpa, from))?.name ?? null;

const heaviest: readonly Standing[] = ["Withdrawal", "Probation", "Warning"];

/** The standing at the end of the last of some semesters, in their order: the heaviest that a rule finds. */
export function standingAfter(
  semesters: readonly Pick<SemesterRecord, "gpa" | "cgpa">[],
  rules: Pick<GradingRules, "standings">,
): Standing {
  const found = new Set(rules.standings.filter((rule) => isMet(rule, semesters)).map(({ standing }) => standing));
  return heaviest.find((standing) => standing !== "Good" && found.has(standing)) ?? "Good";
}

function isMet(
  { measure, below, semesters: inRow }: StandingRule,
  semesters: readonly Pick<SemesterRecord, "gpa" | "cgpa">[],
) {
  // A semester in which nothing counts is neither below nor above.
  const judged = semesters.map(({ gpa, cgpa }) => (measure === "GPA" ? gpa : cgpa)).filter(({ units }) => units > 0);
  const last = judged.slice(-inRow);
  return last.length === inRow && last.every((average) => !isAtLeast(average, below));
}

/** A record, semester by semester, in their order: grades, GPA, CGPA and standing, each from the attempts alone. */
export function recordFrom(attempts: readonly Attempt[], rules: GradingRules): SemesterRecord[] {
  const all = attempts.map((attempt) => graded(attempt, rules)).toSorted(byTerm);
  const semesters: SemesterRecord[] = [];
  for (const { session, semester } of termsIn(all)) {
    const until = all.filter((attempt) => !isEarlier({ session, semester }, attempt));
    const own = until.filter((attempt) => attempt.session === session && attempt.semester === semester);
    const sums = { gpa: sumOf(own), cgpa: sumOf(countedAttempts(until, rules.attempts)) };
    semesters.push({ session, semester, attempts: own, ...sums, standing: standingAfter([...semesters, sums], rules) });
  }
  return semesters;
}

function termsIn(attempts: readonly Attempt[]): Term[] {
  const terms = new Map(attempts.map(({ session, semester }) => [`${session} ${semester}`, { session, semester }]));
  return [...terms.values()];
}

/** A compulsory course that a student was to register in a semester that he or she registered in, and did not. */
export interface MissedCourse extends Term {
  readonly course: string;
  readonly title: string;
  readonly units: number;
}

/** Why a course is carried over. Who was excused has failed nothing, and takes it yet. */
export const owedReasons = ["Failed", "Excused", "Not registered"] as const;

/** As one says it of a course. */
export const owedWords: Readonly<Record<(typeof owedReasons)[number], string>> = {
  Failed: "not passed yet",
  Excused: "excused, to be taken yet",
  "Not registered": "never registered",
};

/** A course that is carried over: failed, excused so far, or never registered. */
export interface CarryOver {
  readonly course: string;
  readonly title: string;
  readonly units: number;
  readonly why: (typeof owedReasons)[number];
  /** Offered again, and bound to nothing: another elective may stand in its place. */
  readonly elective: boolean;
}

/**
 * What is carried over: courses with a result and no pass, and compulsory ones that were never registered, by their codes. Courses
 * of a combination that was left are none. Decision 0082.
 */
export function carryOversOf(attempts: readonly GradedAttempt[], missed: readonly MissedCourse[]): CarryOver[] {
  const passed = new Set(attempts.filter((attempt) => attempt.passed).map(codeOf));
  const tried = new Set(attempts.map(codeOf));
  const owed = new Map<string, CarryOver>();
  for (const attempt of attempts.toSorted(byTerm))
    if (!passed.has(codeOf(attempt)) && !attempt.left) {
      const hasFailed = !isExcused(attempt) || owed.get(codeOf(attempt))?.why === "Failed";
      owed.set(codeOf(attempt), owedAs(attempt, hasFailed ? "Failed" : "Excused"));
    }
  for (const one of missed)
    if (!tried.has(codeOf(one))) owed.set(codeOf(one), owedAs({ ...one, elective: false }, "Not registered"));
  return [...owed.values()].toSorted((one, other) => one.course.localeCompare(other.course));
}

const owedAs = ({ course, title, units, elective }: Omit<CarryOver, "why">, why: CarryOver["why"]): CarryOver => ({
  course,
  title,
  units,
  why,
  elective,
});

/** Units of the courses that are passed, each once. */
export function passedUnits(attempts: readonly GradedAttempt[]): number {
  const passed = new Map(
    attempts.filter((attempt) => attempt.passed && !attempt.left).map((attempt) => [codeOf(attempt), attempt.units]),
  );
  return [...passed.values()].reduce((sum, units) => sum + units, 0);
}

/** Whose pages show averages of students, and who so reads what each is the sum of. Whoever signs a transcript compares it with that. */
export const recordReaders = [
  "student-results",
  "broadsheets",
  "moderations",
  "standings",
  "progressions",
  "graduations",
  "transcripts",
] as const;

/** Students whose records are read at once: so many need a small part of the five seconds of a statement, and are sorted in memory. */
const AT_ONCE = 300;

/** Students in slices of so many as are read at once, in their order. */
export const recordSlices = (students: readonly string[]): Iterable<readonly string[]> => slicesOf(students, AT_ONCE);
