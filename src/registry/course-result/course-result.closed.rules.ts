import { asNaira, naira } from "#kit/value/money.contract.ts";

/** Why a semester is not read yet, and where that is mended. */
export interface Closed {
  readonly of: "status" | "fees" | "bill" | "hold";
  readonly sentence: string;
  readonly link: string | null;
}

/** What keeps a semester back; where nothing of it is there, the bill that opens it is missing. */
interface Bar {
  readonly status: string | null;
  readonly reason: string | null;
  readonly office: string | null;
  readonly left_kobo: number | null;
}

/** Why results that are out are not read, as their student is told. */
export function closedBy({ status, reason, office, left_kobo }: Bar): Closed {
  if (status !== null) return { of: "status", sentence: closedByStatus(status), link: null };
  if (reason !== null) return closedByHold({ reason, office: office ?? "" });
  return left_kobo === null ? closedWithoutBill : closedByFees(left_kobo);
}

export const closedByStatus = (status: string): string =>
  `Your status is ${status}, and results are not shown while it is. Ask the Registry`;

const closedByFees = (left_kobo: number): Closed => ({
  of: "fees",
  sentence: `Your result is here; it opens when ${asNaira(naira(left_kobo))} are paid`,
  link: "/student/bill",
});

const closedWithoutBill: Closed = {
  of: "bill",
  sentence:
    "Your result is here, and you read it once your bill of this semester is paid. There is no bill for you yet: ask the Bursary for it",
  link: null,
};

const closedByHold = ({ reason, office }: { readonly reason: string; readonly office: string }): Closed => ({
  of: "hold",
  sentence: `Your result is here; a hold on your record keeps it closed. ${reason}. Where to go: ${office}`,
  link: "/student/holds",
});
