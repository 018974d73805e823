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

/** Who may be the same person as one who is to be handed over. */
export interface Doubt {
  /** How many there are of whom nobody knows whether it is the same person. */
  readonly others: number;
  /** Who has left, and may enter anew as this one; `own`: of the same account, so it is the same person. */
  readonly left: readonly { readonly student: string; readonly own: boolean }[];
}

/** What the office has said of one person. */
export interface Said {
  /** Whoever is alike is another person. */
  readonly another: boolean;
  /** The record as which this person was a student before. */
  readonly formerly: string | null;
}

export const nothingSaid: Said = { another: false, formerly: null };

/** What must be said yet, before somebody is handed over; null where nothing must. */
export function unsaidOf({ others, left }: Doubt, { another, formerly }: Said): "formerly" | "another" | null {
  const before = left.find(({ student }) => student === formerly);
  if (!before && (formerly !== null || left.some(({ own }) => own))) return "formerly";
  return others > (before && !before.own ? 1 : 0) && !another ? "another" : null;
}

/** Of how many people one order says something: one request holds no more, and nobody looks at more in one sitting. */
export const MOST_SAID = 1_000;
