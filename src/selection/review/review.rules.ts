import type { Verdict as Eligibility } from "#academics/eligibility/eligibility.contract.ts";
import type { Look } from "#console/record/record.fields.contract.ts";

/** Where an application stands at the desk. Its owner sees nothing of it before a release. Contract 3.11. */
export const reviewStates = [
  "Submitted",
  "Checking",
  "Checked",
  "Recommended",
  "Not recommended",
  "Refused",
  "Offered",
  "Accepted",
  "Lapsed",
  "Withdrawn",
  "Declined",
  "Deferred",
] as const;

export type ReviewState = (typeof reviewStates)[number];

/** Where an application still waits for the desk. */
export const openStates = ["Submitted", "Checking"] as const satisfies readonly ReviewState[];

/** What a stage means at a glance. */
export const stageLooks = {
  Submitted: "plain",
  Checking: "info",
  Checked: "good",
  Recommended: "good",
  "Not recommended": "bad",
  Refused: "bad",
  Offered: "good",
  Accepted: "good",
  Lapsed: "plain",
  Withdrawn: "plain",
  Declined: "plain",
  Deferred: "plain",
} as const satisfies Record<ReviewState, Look>;

/**
 * Every step that a review may take; the table review_edge holds the same list and the database enforces it. Steps to and
 * from Offered, Accepted and Lapsed are the offer's, those to and from Withdrawn, Declined and Deferred the applicant's: no deed of
 * the desk takes them.
 */
const reviewSteps: Readonly<Record<ReviewState, readonly ReviewState[]>> = {
  Submitted: ["Checking", "Checked", "Refused", "Offered", "Withdrawn"],
  Checking: ["Submitted", "Checked", "Refused", "Offered", "Withdrawn"],
  Checked: ["Checking", "Recommended", "Not recommended", "Refused", "Offered", "Withdrawn"],
  Recommended: ["Checking", "Not recommended", "Refused", "Offered", "Withdrawn"],
  "Not recommended": ["Checking", "Recommended", "Refused", "Withdrawn"],
  Refused: ["Checking"],
  Offered: ["Recommended", "Checking", "Accepted", "Lapsed", "Declined", "Deferred"],
  Accepted: [],
  Lapsed: ["Offered", "Accepted", "Recommended", "Checking", "Declined"],
  Withdrawn: ["Checking"],
  Declined: ["Checking"],
  Deferred: [],
};

/** Where a review stands once there is an offer: it goes on with the offer only, and nobody is offered a second one. */
export const afterOffer: ReadonlySet<ReviewState> = new Set(["Offered", "Accepted", "Lapsed"]);

/** Where a review stands once its applicant has given it up: two people alone bring it back. */
export const givenUpStates = ["Withdrawn", "Declined", "Deferred"] as const satisfies readonly ReviewState[];

const isGivenUp = (state: ReviewState): boolean => givenUpStates.some((one) => one === state);

export const mayReviewGo = (from: ReviewState, to: ReviewState): boolean =>
  !afterOffer.has(from) && !isGivenUp(from) && !isGivenUp(to) && reviewSteps[from].includes(to);

/** Whether an application may be withdrawn by its applicant: nothing of it is decided and told. */
export const mayBeWithdrawn = (from: ReviewState): boolean => reviewSteps[from].includes("Withdrawn");

/** What may be found of an item of the tick list. */
export const tickStates = ["In order", "Not in order", "Does not apply"] as const;

/** What it means at a glance. */
export const tickLooks = {
  "In order": "good",
  "Not in order": "bad",
  "Does not apply": "plain",
} as const satisfies Record<(typeof tickStates)[number], Look>;

export type TickState = (typeof tickStates)[number];

export const reviewVerdicts = ["Qualifies", "One subject short", "Short", "Nothing to judge by"] as const;

export type ReviewVerdict = (typeof reviewVerdicts)[number];

/** What a verdict means at a glance. */
export const verdictLooks = {
  Qualifies: "good",
  "One subject short": "bad",
  Short: "bad",
  "Nothing to judge by": "plain",
} as const satisfies Record<ReviewVerdict, Look>;

/** How documents that were asked for again stand; of several the first that one of them is. */
export const paperStates = ["Arrived", "Overdue", "Awaited"] as const;

/** What they mean at a glance. */
export const paperLooks = {
  Arrived: "good",
  Overdue: "bad",
  Awaited: "info",
} as const satisfies Record<(typeof paperStates)[number], Look>;

/** Results that are not out: whether they may still come by the session's last day for them. */
export const resultStates = ["Awaited", "Overdue"] as const;

/** What they mean at a glance. */
export const resultLooks = { Awaited: "info", Overdue: "bad" } as const satisfies Record<
  (typeof resultStates)[number],
  Look
>;

const named: Readonly<Record<Eligibility["standing"], ReviewVerdict>> = {
  qualifies: "Qualifies",
  nearly: "One subject short",
  short: "Short",
  untyped: "Nothing to judge by",
  unpublished: "Nothing to judge by",
};

/** What the office calls a standing. */
export const verdictOf = ({ standing }: Pick<Eligibility, "standing">): ReviewVerdict => named[standing];

/** Which deeds of the desk an application may take from where it stands; the screen greys by what the server refuses by. */
export const deedsFrom = (state: ReviewState) => ({
  begin: state === "Submitted",
  stop: state === "Checking",
  check: (state === "Submitted" || state === "Checking") && mayReviewGo(state, "Checked"),
  return: state !== "Submitted" && mayReviewGo(state, "Checking"),
});

/** Whether the papers of an application can be called in order among many, which nobody opens first. */
export const isCheckedAmongMany = (of: { state: ReviewState; verdict: string | null; asked: number }): boolean =>
  deedsFrom(of.state).check && of.verdict === "Qualifies" && of.asked === 0;

export type ReviewDeed = keyof ReturnType<typeof deedsFrom>;
