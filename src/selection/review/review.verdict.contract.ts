import type { Verdict as Eligibility } from "#academics/eligibility/eligibility.contract.ts";

/** What the entry rules say of the O-Level results that were submitted. */
export const verdicts = ["Qualifies", "One subject short", "Short", "Nothing to judge by"] as const;

export type Verdict = (typeof verdicts)[number];

/** How documents that were asked for again stand; of several the first that one of them is. */
export const paperStates = ["Arrived", "Overdue", "Awaited"] as const;

const named: Readonly<Record<Eligibility["standing"], Verdict>> = {
  qualifies: "Qualifies",
  nearly: "One subject short",
  short: "Short",
  untyped: "Nothing to judge by",
  unpublished: "Nothing to judge by",
};

/** What the office calls a standing. */
export const verdictOf = ({ standing }: Pick<Eligibility, "standing">): Verdict => named[standing];
