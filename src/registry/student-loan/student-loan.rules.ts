/** Where a loan stands: brought in, on its way to the bills, on them, taken off them again until it is corrected. */
export const loanStates = ["Waiting", "Proposed", "Booked", "Undone"] as const;

export type LoanState = (typeof loanStates)[number];

export const loanLooks = {
  Waiting: "info",
  Proposed: "info",
  Booked: "good",
  Undone: "plain",
} as const satisfies Record<LoanState, string>;

/** Whether it may be changed, by a form or a file. */
export const isLoanOpen = (state: unknown): boolean => state === "Waiting" || state === "Undone";

export const bookingStates = ["Proposed", "Approved", "Declined", "Withdrawn"] as const;

export const bookingLooks = {
  Proposed: "info",
  Approved: "good",
  Declined: "plain",
  Withdrawn: "plain",
} as const satisfies Record<(typeof bookingStates)[number], string>;

/** The fund that lends. */
export const FUND = "NELFUND";
