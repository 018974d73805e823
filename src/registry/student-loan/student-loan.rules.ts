/** Where a loan stands: brought in, on its way to the bills, on them. */
export const loanStates = ["Waiting", "Proposed", "Booked"] as const;

export type LoanState = (typeof loanStates)[number];

export const loanLooks = { Waiting: "info", Proposed: "info", Booked: "good" } as const satisfies Record<
  LoanState,
  string
>;

export const bookingStates = ["Proposed", "Approved", "Declined", "Withdrawn"] as const;

export const bookingLooks = {
  Proposed: "info",
  Approved: "good",
  Declined: "plain",
  Withdrawn: "plain",
} as const satisfies Record<(typeof bookingStates)[number], string>;

/** The fund that lends. */
export const FUND = "NELFUND";
