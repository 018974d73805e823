/** Where a payment stands. Wire value and column value are the same. */
export const paymentStates = [
  "CREATED",
  "REQUESTING",
  "UNKNOWN",
  "OPEN",
  "PAID",
  "REFUSED",
  "PARKED",
  "CANCELLED",
  "EXPIRED",
  "HELD",
  "SUSPENSE",
  "REVERSED",
] as const;

export type PaymentState = (typeof paymentStates)[number];

/**
 * Every step that a payment may take; the table payment_edge holds the same list and the database enforces it.
 * Back to REQUESTING only with the same order id, after the provider said that it knows no such order. A cancelled or
 * lapsed reference may still be paid at a bank. Staff take the steps out of PARKED, HELD and PAID, but PARKED to OPEN. Where no
 * reference was made and the offer is recalled, none is: that is REFUSED, too.
 */
export const paymentSteps: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  CREATED: ["REQUESTING", "REFUSED"],
  REQUESTING: ["OPEN", "UNKNOWN", "REFUSED", "PARKED"],
  UNKNOWN: ["OPEN", "REQUESTING", "PARKED", "REFUSED"],
  PARKED: ["OPEN", "REFUSED"],
  OPEN: ["PAID", "HELD", "CANCELLED", "EXPIRED"],
  CANCELLED: ["PAID", "HELD"],
  EXPIRED: ["PAID", "HELD"],
  HELD: ["PAID", "SUSPENSE"],
  PAID: ["REVERSED"],
  REFUSED: [],
  SUSPENSE: [],
  REVERSED: [],
};

/** At most one of these per applicant, purpose, programme and session, whose offer is not recalled. */
export const liveStates: readonly PaymentState[] = ["CREATED", "REQUESTING", "UNKNOWN", "OPEN", "PARKED"];

/** No answer of the provider changes these any more, so it is not asked about them. */
export const settledStates: readonly PaymentState[] = ["PAID", "REFUSED", "HELD", "SUSPENSE", "REVERSED"];

/** The provider has not told the reference yet, and nobody can tell whether it made one. */
export const awaitedStates: readonly PaymentState[] = ["CREATED", "REQUESTING", "UNKNOWN", "PARKED"];

export const isAwaited = (state: PaymentState): boolean => awaitedStates.includes(state);

/** It may be paid, or turn out to be paid. */
export const isPayable = (state: PaymentState): boolean =>
  state === "OPEN" || state === "CANCELLED" || state === "EXPIRED";

/** Where a payment stands, in two or three words for a badge. */
export const stateWords: Readonly<Record<PaymentState, string>> = {
  CREATED: "Being made",
  REQUESTING: "Being made",
  UNKNOWN: "Being made",
  OPEN: "Not paid",
  PAID: "Paid",
  REFUSED: "Refused",
  PARKED: "With the bursary",
  CANCELLED: "Cancelled",
  EXPIRED: "Lapsed",
  HELD: "Being checked",
  SUSPENSE: "With the bursary",
  REVERSED: "Reversed",
};
