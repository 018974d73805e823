import type { PaymentState } from "#payments/payment-reference/payment-reference.rules.ts";

/** What two people may do about a payment; the table payment_correction holds the same list. */
export const correctionKinds = [
  "Confirm paid",
  "Put aside",
  "Reverse",
  "Refund",
  "Apply credit",
  "Refuse reference",
] as const;

export type CorrectionKind = (typeof correctionKinds)[number];

/** Where a proposal stands. Overtaken: the payment has moved on before anybody decided. */
export const correctionStates = ["Proposed", "Approved", "Refused", "Withdrawn", "Overtaken"] as const;

export type CorrectionState = (typeof correctionStates)[number];

/**
 * From which states a payment is corrected how: the screen offers, and the server takes, what stands here. A refund and the
 * use of a credit need money that is owed to the payer besides.
 */
const from: Readonly<Record<CorrectionKind, readonly PaymentState[]>> = {
  "Confirm paid": ["OPEN", "CANCELLED", "EXPIRED", "HELD"],
  "Put aside": ["HELD"],
  Reverse: ["PAID"],
  Refund: ["PAID", "SUSPENSE"],
  "Apply credit": ["PAID"],
  "Refuse reference": ["PARKED"],
};

/** What a payment's money allows: so much is owed to its payer, in kobo, and whether money of another pays it. */
interface Money {
  readonly kobo: number;
  readonly moved: boolean;
}

/** What can be proposed for a payment that stands there. What money of another payment pays is not reversed. */
export const correctionsOf = (state: PaymentState, { kobo, moved }: Money): CorrectionKind[] =>
  correctionKinds.filter(
    (kind) => from[kind].includes(state) && (kobo > 0 || !usesMoney(kind)) && !(moved && kind === "Reverse"),
  );

/** Money that is owed to the payer is given away by it. */
export const usesMoney = (kind: CorrectionKind): boolean => kind === "Refund" || kind === "Apply credit";

/** What it brings about, for whoever proposes or approves it. */
export const correctionEffects: Readonly<Record<CorrectionKind, string>> = {
  "Confirm paid":
    "The payment becomes Paid although the provider has not said so: the fee is income, what it pays for is given, the payer gets the receipt and a mail. What came beyond the fee is the payer's credit.",
  "Put aside":
    "What came does not count for the fee. It stays in suspense, the payer is told and can make a new reference.",
  Reverse:
    "The bank or the provider took the money back. It leaves the books, the receipt is void and the payer is told. An application or a place that it paid for stays, and what was taken out of it before is owed: both wait in Exceptions.",
  Refund:
    "All that is owed to the payer was given back by a voucher. It leaves the books as refunded, and the payer is told.",
  "Apply credit":
    "All that is owed to the payer pays another open reference of the same person and amount, which buys what it is for.",
  "Refuse reference": "The provider has made nothing, so the wish is closed and the payer can make a new reference.",
};

/** What has to be shown for it. */
export const correctionEvidence: Readonly<Record<CorrectionKind, string>> = {
  "Confirm paid": "The bank's or the treasury's statement, or the teller, with the reference and the amount",
  "Put aside": "What shows the amount that came, such as the teller",
  Reverse: "The bank's or the provider's advice",
  Refund: "The voucher, signed",
  "Apply credit": "What the payer asked for, signed",
  "Refuse reference": "What the provider says about this order number",
};
