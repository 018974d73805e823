/**
 * GPA, CGPA, class of pass, standing and carry-overs from raw scores, computed apart: no line of the portal is used here. Averages are
 * fractions of BigInt, compared by cross multiplication.
 */

export interface RawMark {
  readonly student: string;
  /** The semesters of a career by their order, from 0. */
  readonly term: number;
  readonly course: string;
  readonly units: number;
  readonly ca: number | null;
  readonly examination: number | null;
  readonly code: string | null;
}

/** Scores from `from` to below `to` became `to`, in one term. */
export interface Lift {
  readonly term: number;
  readonly from: number;
  readonly to: number;
}

export interface Book {
  /** Least total of each grade, with its points, the highest first. */
  readonly scale: readonly (readonly [least: number, grade: string, points: number])[];
  readonly pass: number;
  readonly counted: "All" | "Best" | "Last";
  /** Codes that weigh as a fail. */
  readonly weighing: readonly string[];
  /** Least CGPA of each class in hundredths, the highest first. */
  readonly classes: readonly (readonly [least: number, name: string])[];
  /** Below so many hundredths of CGPA, so many terms in a row, the heaviest first. */
  readonly standings: readonly (readonly [below: number, terms: number, name: string])[];
}

interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
}

export interface Career {
  /** By term: GPA and CGPA as `points/units`, and the standing. */
  readonly terms: readonly {
    readonly term: number;
    readonly gpa: string;
    readonly cgpa: string;
    readonly standing: string;
  }[];
  readonly passClass: string | null;
  /** Codes of courses, in their order. */
  readonly owed: readonly string[];
}

const written = ({ above, below }: Fraction): string => `${above}/${below}`;

const isBelow = ({ above, below }: Fraction, hundredths: number): boolean =>
  below > 0n && above * 100n < BigInt(hundredths) * below;

/** Of one student. `demanded` are the compulsory courses of the terms in which the student registered; `taken` all that was registered. */
export function careerOf(
  marks: readonly RawMark[],
  demanded: readonly string[],
  taken: ReadonlySet<string>,
  lifts: readonly Lift[],
  book: Book,
): Career {
  const weights = marks.map((mark) => weigh(mark, lifts, book));
  const lastTerm = Math.max(-1, ...marks.map(({ term }) => term));
  const terms: { term: number; gpa: string; cgpa: string; standing: string }[] = [];
  const averages: Fraction[] = [];
  for (let term = 0; term <= lastTerm; term += 1) {
    if (!marks.some((mark) => mark.term === term)) continue;
    const gpa = total(weights.filter((one) => one.term === term));
    const cgpa = total(
      chosen(
        weights.filter((one) => one.term <= term),
        book.counted,
      ),
    );
    if (cgpa.below > 0n) averages.push(cgpa);
    const met = book.standings.find(([below, inRow]) => {
      const last = averages.slice(averages.length - inRow);
      return averages.length >= inRow && last.every((average) => isBelow(average, below));
    });
    terms.push({ term, gpa: written(gpa), cgpa: written(cgpa), standing: met?.[2] ?? "Good" });
  }
  const cgpa = total(chosen(weights, book.counted));
  const passed = new Set(weights.filter((one) => one.passed).map((one) => one.course));
  const failed = weights.map((one) => one.course).filter((course) => !passed.has(course));
  const never = demanded.filter((course) => !taken.has(course));
  return {
    terms,
    passClass: cgpa.below === 0n ? null : (book.classes.find(([least]) => !isBelow(cgpa, least))?.[1] ?? null),
    owed: [...new Set([...failed, ...never])].sort(),
  };
}

interface Weight {
  readonly term: number;
  readonly course: string;
  readonly units: bigint;
  /** Null: weighs nothing. */
  readonly points: bigint | null;
  readonly score: number;
  readonly passed: boolean;
}

function weigh({ term, course, units, ca, examination, code }: RawMark, lifts: readonly Lift[], book: Book): Weight {
  const of = { term, course, units: BigInt(units) };
  if (code !== null) return { ...of, points: book.weighing.includes(code) ? 0n : null, score: -1, passed: false };
  let score = (ca ?? 0) + (examination ?? 0);
  for (const lift of lifts)
    if (lift.term === term && score >= lift.from && score < lift.to) {
      score = lift.to;
      break;
    }
  const [, , points] = book.scale.find(([least]) => score >= least) ?? [0, "F", 0];
  return { ...of, points: BigInt(points), score, passed: score >= book.pass };
}

function chosen(weights: readonly Weight[], counted: Book["counted"]): Weight[] {
  const weighing = weights.filter(({ points }) => points !== null);
  if (counted === "All") return weighing;
  const kept: Record<string, Weight> = {};
  for (const one of [...weighing].sort((left, right) => left.term - right.term)) {
    const before = kept[one.course];
    const better =
      before === undefined ||
      (one.points ?? 0n) > (before.points ?? 0n) ||
      (one.points === before.points && one.score >= before.score);
    if (counted === "Last" || better) kept[one.course] = one;
  }
  return Object.values(kept);
}

function total(weights: readonly Weight[]): Fraction {
  let above = 0n;
  let below = 0n;
  for (const { points, units } of weights)
    if (points !== null) {
      above += points * units;
      below += units;
    }
  return { above, below };
}
