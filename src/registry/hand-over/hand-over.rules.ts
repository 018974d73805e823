/** Where a person of an order stands. Waiting leads to each of the others, which are final. */
export const lineStates = ["Waiting", "Done", "Student already", "Refused"] as const;

export type LineState = (typeof lineStates)[number];

export const lineLooks = {
  Waiting: "plain",
  Done: "good",
  "Student already": "info",
  Refused: "bad",
} as const satisfies Record<LineState, string>;

/** The steps from an accepted place to a student, in their order. */
export const handOverSteps = [
  "Clearance",
  "Place",
  "Student's record",
  "Matric number",
  "Sign-in",
  "First bill",
] as const;

export type HandOverStep = (typeof handOverSteps)[number];

/**
 * The level at which somebody enters: as many years into the programme as the way in is shorter than the longest. Contract
 * 3.12 and 5.
 */
export const entryLevel = (yearsTaught: number, yearsToStudy: number): number =>
  100 * (1 + Math.max(0, yearsTaught - yearsToStudy));
