/** What a reconciliation may find. Wire value and word are the same. */
export const discrepancyKinds = [
  "Paid here, not there",
  "Paid there, not here",
  "Amount differs",
  "Answer differs",
  "Unknown notification",
  "Two paid for one purpose",
  "Ledger out of balance",
  "Closed day changed",
  "Statement: unknown reference",
  "Statement: amount differs",
  "Statement: not paid here",
  "Statement: twice",
  "Statement: taken back",
  "Statement: missing",
] as const;

export type DiscrepancyKind = (typeof discrepancyKinds)[number];

/** Found by what the provider answers: they end by another answer only, not by silence. */
export const providerKinds: readonly DiscrepancyKind[] = [
  "Paid here, not there",
  "Paid there, not here",
  "Amount differs",
  "Answer differs",
];

/** What nobody decides about: the books are wrong until they are right. */
export const bookKinds: readonly DiscrepancyKind[] = ["Ledger out of balance", "Closed day changed"];

/** Open: somebody should look. Settled: the run itself has mended it. Vanished: a later run found it no more. */
export const discrepancyStates = ["Open", "Settled", "Vanished", "Decided"] as const;

export type DiscrepancyState = (typeof discrepancyStates)[number];

/** What each means, and what to do about it. */
export const kindSays: Readonly<Record<DiscrepancyKind, string>> = {
  "Paid here, not there":
    "We hold it for paid, and the provider does not. Nothing here changes by itself. Ask the provider and look at the statement; if the money is gone, propose Reverse under Payments",
  "Paid there, not here":
    "The provider has money that is not booked here. Where we had only not heard of it, the run has settled it",
  "Amount differs": "What came is not what is booked or was asked for. Decide it under Exceptions",
  "Answer differs":
    "The provider says paid, with another reference or order than ours. Ask it with both numbers; the payment also waits under Exceptions as “Provider differs”",
  "Unknown notification":
    "Somebody told the portal of a payment for no order of ours. It proves nothing; look at the statement",
  "Two paid for one purpose": "The payer has a credit. Propose Refund or Apply credit under Payments",
  "Ledger out of balance":
    "The books do not add up. This must never be: tell the auditor, and leave everything as it is. It ends when the books are right again, by no decision",
  "Closed day changed":
    "A closed day is not as it was closed. Tell the auditor, and leave everything as it is. It ends when the day is again as it was closed, or when two people have opened it and it was closed anew",
  "Statement: unknown reference": "Money came for no reference of ours. Match the line by hand, or set it aside",
  "Statement: amount differs": "The bank names another amount than is booked",
  "Statement: not paid here":
    "The bank has money for a reference of ours that is not paid here. Ask the provider again",
  "Statement: twice": "The statement brings one payment twice. Ask the bank",
  "Statement: taken back": "The bank took money back for a payment that is not reversed here",
  "Statement: missing":
    "Booked here, and on no statement that reaches far enough. Ask the bank or the provider for its settlement",
};
