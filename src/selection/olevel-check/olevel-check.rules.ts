import type { Look } from "#console/record/record.fields.contract.ts";

/** Where the verification of one O-Level sitting with its board stands. */
export const checkStates = ["Not started", "Asked", "Confirmed", "Differs", "Not found", "Disputed"] as const;

export type CheckState = (typeof checkStates)[number];

export const checkLooks = {
  "Not started": "plain",
  Asked: "info",
  Confirmed: "good",
  Differs: "bad",
  "Not found": "bad",
  Disputed: "bad",
} as const satisfies Record<CheckState, Look>;

/** What the board's answer comes to. */
export const outcomes = ["Confirmed", "Differs", "Not found"] as const;

export type Outcome = (typeof outcomes)[number];

/** Whether words say what the board shows; a confirmation speaks for itself. */
export const needsWords = (outcome: Outcome): boolean => outcome !== "Confirmed";

/** Standings that keep an offer from going out, by the college's rule. */
export const keptBack = ["Differs", "Not found", "Disputed"] as const satisfies readonly CheckState[];
