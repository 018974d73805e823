/** Where a moderation stands. Approved: totals of its range count as what it lifts them to. */
export const moderationStates = ["Proposed", "Approved", "Declined", "Withdrawn", "Revoked"] as const;

export type ModerationState = (typeof moderationStates)[number];

export const moderationLooks = {
  Proposed: "info",
  Approved: "good",
  Declined: "bad",
  Withdrawn: "plain",
  Revoked: "plain",
} as const satisfies Record<ModerationState, string>;

const steps: Readonly<Partial<Record<ModerationState, readonly ModerationState[]>>> = {
  Proposed: ["Approved", "Declined", "Withdrawn"],
  Approved: ["Revoked"],
};

export const mayModerationGo = (from: ModerationState, to: ModerationState): boolean =>
  steps[from]?.includes(to) ?? false;

/** What is written down where nobody says why: specification 3 names no reason. */
export const USUAL_REASON = "Moderated as the board of examiners decided";

/** `38 and 39 become 40`, as an officer says it. */
export function moderationWords({ from, to }: { readonly from: number; readonly to: number }): string {
  if (to - from === 1) return `${from} becomes ${to}`;
  return `${from} ${to - from === 2 ? "and" : "to"} ${to - 1} become ${to}`;
}
