export const accountWords: Readonly<Record<string, string>> = {
  provider: "At the provider",
  "application-fee": "Application fees",
  "acceptance-fee": "Acceptance fees",
  "tuition-fee": "Tuition",
  "service-fee": "Other services",
  credit: "Credit of payers",
  suspense: "Suspense",
  payable: "To be paid out",
  refunded: "Given back",
  transfer: "On the way between payments",
  owed: "Owed by payers",
};

/** The revenue heads: what is the college's own. */
export const incomeAccounts: readonly string[] = ["application-fee", "acceptance-fee", "tuition-fee", "service-fee"];

/** What a booking did. */
export const journalWords: Readonly<Record<string, string>> = {
  paid: "Paid",
  held: "Held in suspense",
  again: "Paid again",
  refunded: "Given back",
  applied: "Credit applied",
  rebilled: "Bill moved",
  relisted: "List changed",
  withdrawn: "Taken out",
  returned: "Not paid out",
  reversed: "Reversed",
};
