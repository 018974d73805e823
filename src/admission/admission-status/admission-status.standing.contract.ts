import { asDay } from "#kit/dates.contract.ts";
import { asNaira } from "#kit/money.contract.ts";
import type { PaymentView } from "#payments/payment-reference/payment-reference.sentence.contract.ts";
import { paymentSentence } from "#payments/payment-reference/payment-reference.sentence.contract.ts";
import { isPayable } from "#payments/payment-reference/payment-reference.states.contract.ts";
import { groupedRrr } from "#payments/remita/remita.contract.ts";

/** What was offered, as far as its standing depends on it. */
export interface Offered {
  readonly due: string;
  /** The last day is over. */
  readonly over: boolean;
  readonly accepted: boolean;
  /** Another place of the same session was accepted. */
  readonly elsewhere: boolean;
  readonly condition: string | null;
}

export interface AcceptancePayment extends PaymentView {
  readonly rrr: string | null;
}

export interface Standing {
  readonly stage: string;
  readonly next: string;
  readonly reason: string | null;
}

/** Where an application stands, in words for its owner. Contract 3.11 and 3.12. */
export function standingOf(offer: Offered | undefined, fee: AcceptancePayment | undefined): Standing {
  if (!offer) {
    return {
      stage: "Received by the admissions office",
      next: "Wait for the decision of the college. It will be shown here and sent to you by email",
      reason: null,
    };
  }
  const reason = offer.condition;
  if (offer.accepted) {
    return { stage: "Admission accepted", next: "Print your letters and bring them to your registration", reason };
  }
  if (fee && isWithBursary(fee)) {
    return { stage: "Your payment is with the bursary", next: paymentSentence(fee), reason };
  }
  if (offer.elsewhere) {
    return {
      stage: "You have accepted another place",
      next: "One place is kept for each applicant and session. Nothing is to be paid here",
      reason: "Another offer of this session was accepted",
    };
  }
  if (offer.over) {
    return {
      stage: "The offer has lapsed",
      next: "If you paid by that day, verify the payment. Else ask the admissions office whether a place is still open",
      reason: `It was to be accepted by ${asDay(offer.due)}`,
    };
  }
  return {
    stage: reason ? "Admission offered under a condition" : "Admission offered",
    next: nextPay(offer, fee),
    reason,
  };
}

const isWithBursary = ({ state, surplus }: PaymentView) => surplus !== null || state === "HELD" || state === "SUSPENSE";

function nextPay({ due }: Offered, fee: AcceptancePayment | undefined): string {
  const day = asDay(due);
  if (!fee || fee.state === "REVERSED")
    return `Accept the offer by ${day}: make the acceptance fee's reference and pay it`;
  if (!isPayable(fee.state) || !fee.rrr) return paymentSentence(fee);
  if (fee.state !== "OPEN") return `Make a new reference and pay it by ${day}`;
  return `Pay ${asNaira(fee.amount)} with reference ${groupedRrr(fee.rrr)} by ${day}`;
}
