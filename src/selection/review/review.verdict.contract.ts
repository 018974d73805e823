import type { Verdict as Eligibility } from "#academics/eligibility/eligibility.contract.ts";
import type { Look } from "#console/record/record.fields.contract.ts";

/** What the entry rules say of the O-Level results that were submitted. */
export const verdicts = ["Qualifies", "One subject short", "Short", "Nothing to judge by"] as const;

export type Verdict = (typeof verdicts)[number];

/** What a verdict means at a glance. */
export const verdictLooks = {
  Qualifies: "good",
  "One subject short": "bad",
  Short: "bad",
  "Nothing to judge by": "plain",
} as const satisfies Record<Verdict, Look>;

/** How documents that were asked for again stand; of several the first that one of them is. */
export const paperStates = ["Arrived", "Overdue", "Awaited"] as const;

/** What they mean at a glance. */
export const paperLooks = {
  Arrived: "good",
  Overdue: "bad",
  Awaited: "info",
} as const satisfies Record<(typeof paperStates)[number], Look>;

const named: Readonly<Record<Eligibility["standing"], Verdict>> = {
  qualifies: "Qualifies",
  nearly: "One subject short",
  short: "Short",
  untyped: "Nothing to judge by",
  unpublished: "Nothing to judge by",
};

/** What the office calls a standing. */
export const verdictOf = ({ standing }: Pick<Eligibility, "standing">): Verdict => named[standing];
