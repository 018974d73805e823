import type { Look } from "#console/record/record.fields.contract.ts";

/** Where one item of somebody's exit clearance stands. */
export const exitStates = ["Open", "Cleared", "Refused"] as const;

export type ExitState = (typeof exitStates)[number];

export const exitLooks = { Open: "info", Cleared: "good", Refused: "bad" } as const satisfies Record<ExitState, Look>;

/** Every step that a tick may take: the screen shows no other, the server refuses the rest. */
const steps: Readonly<Record<ExitState, readonly ExitState[]>> = {
  Open: ["Cleared", "Refused"],
  Refused: ["Cleared", "Open"],
  Cleared: ["Refused", "Open"],
};

export const exitStepsFrom = (from: ExitState): readonly ExitState[] => steps[from];

/** The step as a deed: what a button says. */
export const exitDeeds: Readonly<Record<ExitState, string>> = {
  Cleared: "Clear",
  Refused: "Refuse",
  Open: "Take back",
};

/** Whether words must say why: the person reads them. */
export const saysWhy = (to: ExitState): boolean => to !== "Cleared";
