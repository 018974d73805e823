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
] as const;

export type ReviewState = (typeof reviewStates)[number];

/**
 * Every step that a review may take; the table review_edge holds the same list and the database enforces it. Steps to and
 * from Offered, Accepted and Lapsed are the offer's: no deed of the desk takes them.
 */
export const reviewSteps: Readonly<Record<ReviewState, readonly ReviewState[]>> = {
  Submitted: ["Checking", "Checked", "Refused", "Offered"],
  Checking: ["Checked", "Refused", "Offered"],
  Checked: ["Checking", "Recommended", "Not recommended", "Refused", "Offered"],
  Recommended: ["Checking", "Not recommended", "Refused", "Offered"],
  "Not recommended": ["Checking", "Recommended", "Refused"],
  Refused: ["Checking"],
  Offered: ["Recommended", "Accepted", "Lapsed"],
  Accepted: [],
  Lapsed: ["Offered", "Accepted", "Recommended"],
};

/** Whether a place may be offered. A lapsed offer may stand again, but nobody is offered a second one. */
export const mayBeOffered = (state: ReviewState): boolean => state !== "Lapsed" && mayGo(state, "Offered");

/** Whether a review may go from one state to another. */
export const mayGo = (from: ReviewState, to: ReviewState): boolean => reviewSteps[from].includes(to);
