/** The nine grades, best first. Specification 9. */
export const gradeNames = ["A1", "B2", "B3", "C4", "C5", "C6", "D7", "E8", "F9"] as const;

export type GradeName = (typeof gradeNames)[number];

export interface Grade {
  readonly grade: GradeName;
  /** 1 for A1 to 9 for F9: lower is better. */
  readonly points: number;
  readonly meaning: string;
  /** C6 or better: what admission rules count. */
  readonly credit: boolean;
  readonly pass: boolean;
  /** Out of 9 for the progress bar: 9 for A1 to 1 for F9. Contract 3.7. */
  readonly barScore: number;
}

export const GRADE_SCALE = 9;

const LAST_CREDIT = 6;
const LAST_PASS = 8;

// WAEC's words for the nine points.
const meanings = ["Excellent", "Very Good", "Good", "Credit", "Credit", "Credit", "Pass", "Pass", "Fail"] as const;

export const grades: readonly Grade[] = gradeNames.map((grade, place) => ({
  grade,
  points: place + 1,
  meaning: meanings[place] ?? "",
  credit: place + 1 <= LAST_CREDIT,
  pass: place + 1 <= LAST_PASS,
  barScore: GRADE_SCALE - place,
}));

const byName = new Map<string, Grade>(grades.map((grade) => [grade.grade, grade]));

/** Undefined for what is no grade of the list. */
export const gradeNamed = (name: string): Grade | undefined => byName.get(name);
