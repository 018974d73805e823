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
