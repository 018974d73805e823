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
 * reference was made and the offer is no more, none is: that is REFUSED, too. Money that is moved to a bill is PAID at once.
 */
export const paymentSteps: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  CREATED: ["REQUESTING", "REFUSED", "PAID"],
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

/** At most one of these per applicant, purpose, programme and session, whose offer still stands. */
export const liveStates: readonly PaymentState[] = ["CREATED", "REQUESTING", "UNKNOWN", "OPEN", "PARKED"];

/** No answer of the provider changes these any more, so it is not asked about them. */
export const settledStates: readonly PaymentState[] = ["PAID", "REFUSED", "HELD", "SUSPENSE", "REVERSED"];

/** The provider has not told the reference yet, and nobody can tell whether it made one. */
export const awaitedStates: readonly PaymentState[] = ["CREATED", "REQUESTING", "UNKNOWN", "PARKED"];

export const isAwaited = (state: PaymentState): boolean => awaitedStates.includes(state);

/** It may be paid, or turn out to be paid. */
export const isPayable = (state: PaymentState): boolean =>
  state === "OPEN" || state === "CANCELLED" || state === "EXPIRED";

/** What a payment is for. Wire value and column value are the same. */
export const purposeWords = {
  application: "Application",
  acceptance: "Acceptance",
  tuition: "Tuition",
  service: "Other service",
  sponsorship: "Sponsor",
  "group-application": "List: application",
  "group-acceptance": "List: acceptance",
} as const;

export type PaymentPurpose = keyof typeof purposeWords;

/** Whether whoever pays it has no account and pays for many: its payment is of no programme. */
export const isForMany = (
  purpose: PaymentPurpose,
): purpose is "sponsorship" | "group-application" | "group-acceptance" =>
  purpose === "sponsorship" || purpose === "group-application" || purpose === "group-acceptance";

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

/** Where a payment stands, as the bursary's desk tells apart what is one to its payer. */
export const deskStateWords: Readonly<Record<PaymentState, string>> = {
  ...stateWords,
  REQUESTING: `${stateWords.REQUESTING}: asked for`,
  UNKNOWN: `${stateWords.UNKNOWN}: no answer yet`,
  PARKED: `${stateWords.PARKED}: reference unclear`,
  SUSPENSE: `${stateWords.SUSPENSE}: put aside`,
};

/**
 * Why a paid reference bought nothing: its purpose was paid for already, the last day to accept was over, applications
 * had closed, its payer has accepted another place, the college had recalled the offer, or its payer had given the place up. The
 * money is the payer's credit until the bursary decides. Withdrawn: it had bought something, and all of its money was taken out. Called off: what a sponsor, or whoever pays for a list, was to pay.
 */
export const surplusReasons = [
  "second",
  "late",
  "closed",
  "other-place",
  "recalled",
  "given-up",
  "withdrawn",
  "called-off",
] as const;

export type Surplus = (typeof surplusReasons)[number];

/** Why a payment that is still to be made would buy nothing. */
export const whyNots = ["recalled", "given-up", "late", "other-place"] as const satisfies readonly Surplus[];

export type WhyNot = (typeof whyNots)[number];

/** Whether the offer that was to be paid for is no more. */
export const isOfferGone = (whynot: WhyNot | null): boolean => whynot === "recalled" || whynot === "given-up";

/** In a few words for a badge. */
export const surplusWords: Readonly<Record<Surplus, string>> = {
  second: "Paid twice",
  late: "Paid late",
  closed: "Paid after closing",
  "other-place": "Paid for another place",
  recalled: "Paid for a recalled offer",
  "given-up": "Paid for a place given up",
  withdrawn: "Taken out again",
  "called-off": "Paid after calling off",
};

/** What became of money that bought nothing, once the bursary has decided. */
export const creditUses = ["refunded", "applied"] as const;

export type CreditUse = (typeof creditUses)[number];

/** Why a payment is not reversed, and what to do instead. */
export const NOT_REVERSED =
  "Money of another payment pays this one, so the bank has nothing of it to take back. Look at the payment from which it was moved";
