/**
 * Why a paid reference bought nothing: its purpose was paid for already, the last day to accept was over, applications
 * had closed, its payer has accepted another place, or the college had recalled the offer. The money is the payer's credit until the bursary decides.
 */
export const surplusReasons = ["second", "late", "closed", "other-place", "recalled"] as const;

export type Surplus = (typeof surplusReasons)[number];

/** Why a payment that is still to be made would buy nothing. */
export const whyNots = ["recalled", "late", "other-place"] as const satisfies readonly Surplus[];

export type WhyNot = (typeof whyNots)[number];

/** In a few words for a badge. */
export const surplusWords: Readonly<Record<Surplus, string>> = {
  second: "Paid twice",
  late: "Paid late",
  closed: "Paid after closing",
  "other-place": "Paid for another place",
  recalled: "Paid for a recalled offer",
};

/** What became of money that bought nothing, once the bursary has decided. */
export const creditUses = ["refunded", "applied"] as const;

export type CreditUse = (typeof creditUses)[number];
