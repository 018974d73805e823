import type { Look } from "#console/record/record.fields.contract.ts";

/** Where one item of somebody's clearance stands. */
export const clearanceStates = ["Open", "Cleared", "Refused", "Waived"] as const;

export type ClearanceState = (typeof clearanceStates)[number];

/** Every step that a tick may take: the screen shows no other, the server refuses the rest. */
const clearanceSteps: Readonly<Record<ClearanceState, readonly ClearanceState[]>> = {
  Open: ["Cleared", "Refused", "Waived"],
  Refused: ["Cleared", "Waived", "Open"],
  Cleared: ["Refused", "Open"],
  Waived: ["Open"],
};

export const stepsFrom = (from: ClearanceState): readonly ClearanceState[] => clearanceSteps[from];

/** The step as a deed: what a button says. */
export const clearanceDeeds: Readonly<Record<ClearanceState, string>> = {
  Cleared: "Clear",
  Refused: "Refuse",
  Waived: "Waive",
  Open: "Take back",
};

/** Whether words must say why: the person reads them, or who asks later. */
export const needsReason = (to: ClearanceState): boolean => to !== "Cleared";

/** Where somebody's whole list stands. */
export const clearanceStandings = ["Open", "Refused", "Cleared"] as const;

export type ClearanceStanding = (typeof clearanceStandings)[number];

export const clearanceLooks = {
  Open: "info",
  Cleared: "good",
  Refused: "bad",
  Waived: "plain",
} as const satisfies Record<ClearanceState, Look>;

export const standingLooks = {
  Open: "info",
  Refused: "bad",
  Cleared: "good",
} as const satisfies Record<ClearanceStanding, Look>;

/** Whether an item stands in somebody's way. */
export const isInTheWay = (state: ClearanceState): boolean => state === "Open" || state === "Refused";

/** Reasons that an office gives most, so that nobody types them again and again. */
export const usualReasons: Readonly<Partial<Record<ClearanceState, readonly string[]>>> = {
  Refused: [
    "The copy is not the original. Bring the original paper",
    "The name on the paper is another. Bring a sworn affidavit or a newspaper notice of the change of name",
    "The paper cannot be read. Bring a clear one",
    "The result could not be confirmed by the examination board. Bring a new scratch card",
  ],
  Open: ["Ticked for the wrong person", "Ticked by mistake: the paper was not seen"],
};
