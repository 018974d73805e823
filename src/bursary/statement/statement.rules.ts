/** How a line of a statement stands to what is booked here and what the provider answered. Wire value and word are the same. */
export const lineStandings = [
  "Matched",
  "Matched by hand",
  "Amount differs",
  "Not paid here",
  "Unknown reference",
  "Twice",
  "Taken back",
  "Paid out",
  "Set aside",
] as const;

export type LineStanding = (typeof lineStandings)[number];

/** Those that wait for somebody. */
export const waitingStandings = [
  "Amount differs",
  "Not paid here",
  "Unknown reference",
  "Twice",
  "Taken back",
] as const satisfies readonly LineStanding[];

export const isWaiting = (standing: LineStanding): boolean => waitingStandings.some((one) => one === standing);

/** What each says, and what to do about it. */
export const standingSays: Readonly<Record<LineStanding, string>> = {
  Matched:
    "The line, our booking and the provider's answer are one amount. Where two people confirmed the payment, it is the amount that they confirmed",
  "Matched by hand": "Somebody has said which payment this line is, and why",
  "Amount differs":
    "The payment is ours, but the amounts are not the same, also where somebody has said by hand which payment it is. Look at the payment and at the provider's answers",
  "Not paid here":
    "The reference is ours, but nothing is booked for it. Ask the provider again; if it knows of no payment, the bank's slip decides",
  "Unknown reference":
    "The line names no reference of ours. Match it by hand if you know whose it is, or set it aside if it is not for the portal",
  Twice:
    "Another line of the same source has brought this payment already. Ask the bank, or match this one to the payment that it is for",
  "Taken back": "The bank took money back for a reference that is not reversed here",
  "Paid out": "Money that left the account for something else",
  "Set aside": "Somebody has said that this is not for the portal, and why",
};
