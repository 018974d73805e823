import type { Look } from "#console/record/record.fields.contract.ts";

/**
 * Asked by the applicant; Proposed by the office, waiting for a second person; Offered to the applicant, who answers by a day.
 * The database holds the same steps.
 */
export const moveStates = [
  "Asked",
  "Proposed",
  "Offered",
  "Moved",
  "Declined",
  "Lapsed",
  "Refused",
  "Withdrawn",
] as const;

export type MoveState = (typeof moveStates)[number];

export const moveLooks = {
  Asked: "info",
  Proposed: "info",
  Offered: "info",
  Moved: "good",
  Declined: "plain",
  Lapsed: "plain",
  Refused: "bad",
  Withdrawn: "plain",
} as const satisfies Record<MoveState, Look>;

/** What the office's steps lead to; the applicant's own are conditional statements. */
const officeSteps: Readonly<Partial<Record<MoveState, readonly MoveState[]>>> = {
  Asked: ["Moved", "Refused"],
  Proposed: ["Offered", "Refused", "Withdrawn"],
};

export const mayMoveGo = (from: MoveState, to: MoveState): boolean => officeSteps[from]?.includes(to) ?? false;

/** What an approval makes of it: the applicant's own request moves at once, the office's goes to the applicant. */
export const approvedAs = ({ state }: { readonly state: MoveState }): MoveState =>
  state === "Asked" ? "Moved" : "Offered";

export const isOpenMove = (state: MoveState): boolean =>
  state === "Asked" || state === "Proposed" || state === "Offered";

/** How long somebody may think about another programme. */
export const answerTimes = ["3 days", "5 days", "7 days", "14 days", "21 days"] as const;

export const daysIn = (time: (typeof answerTimes)[number]): number => Number.parseInt(time, 10);
