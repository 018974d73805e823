import type { Look } from "#console/record/record.fields.contract.ts";

/** What becomes of money that is taken out of a payment. Wire value and column value are the same. */
export const withdrawalKinds = ["Refund", "Move"] as const;

/**
 * Where a withdrawal stands. Approved: taken out of the payment, and still to be paid out. Not payable: somebody found that it
 * cannot be, and another is to agree; then it is credit again. Overtaken: the bank took the payment back, or what it would pay was
 * paid otherwise.
 */
export const withdrawalStates = [
  "Proposed",
  "Approved",
  "Paid out",
  "Not payable",
  "Credit again",
  "Moved",
  "Declined",
  "Taken back",
  "Overtaken",
] as const;

export type WithdrawalState = (typeof withdrawalStates)[number];

export const withdrawalLooks = {
  Proposed: "info",
  Approved: "info",
  "Paid out": "good",
  "Not payable": "info",
  "Credit again": "plain",
  Moved: "good",
  Declined: "bad",
  "Taken back": "plain",
  Overtaken: "bad",
} as const satisfies Record<WithdrawalState, Look>;

/** Which step leads on from where. The database holds the same. */
const steps: Readonly<Partial<Record<WithdrawalState, readonly WithdrawalState[]>>> = {
  Proposed: ["Approved", "Moved", "Declined", "Taken back"],
  Approved: ["Paid out", "Not payable"],
};

export const mayWithdrawalGo = (from: WithdrawalState, to: WithdrawalState): boolean =>
  steps[from]?.includes(to) ?? false;

/** Where it leads that a refund is found not payable. */
export const mayReturnGo = (from: WithdrawalState, to: WithdrawalState): boolean =>
  from === "Not payable" && (to === "Credit again" || to === "Approved");

/** How money is paid out. */
export const payoutWays = ["Bank transfer", "Cheque", "Cash"] as const;

/** A bill, before and after: below nothing it is credit. Naira. */
export interface BillChange {
  readonly label: string;
  readonly before: number;
  readonly after: number;
}

interface Source {
  readonly left: number;
  /** The bill that it pays; null for any other payment. */
  readonly bill: { readonly _id: string; readonly label: string; readonly left: number } | null;
  /** What of it pays nothing, beside the credit that stands on its bill: it is taken first. */
  readonly spare: number;
}

interface Goal {
  readonly label: string;
  /** Of a bill, what is left of it. */
  readonly left: number;
}

/** What a withdrawal does to the bills of a person: that which the payment pays, and that to which its money is moved. */
export function changesOfBills({ bill, spare }: Source, amount: number, goal: Goal | null): BillChange[] {
  const off = Math.max(0, amount - spare);
  const of = (label: string, before: number, more: number): BillChange => ({ label, before, after: before + more });
  return [
    ...(bill && off > 0 ? [of(bill.label, bill.left, off)] : []),
    ...(goal ? [of(goal.label, goal.left, -amount)] : []),
  ];
}

/** Where a bill stands after: "₦5,000 is to be paid of it then". */
export const isOwedAfter = ({ after }: BillChange): boolean => after > 0;
