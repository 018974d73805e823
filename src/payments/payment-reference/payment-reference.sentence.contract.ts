import { asMinute } from "#kit/dates.contract.ts";
import { asNaira } from "#kit/money.contract.ts";
import type { PaymentState } from "./payment-reference.states.contract.ts";

export interface PaymentView {
  readonly state: PaymentState;
  readonly amount: number;
  readonly verified: string | null;
}

/** Where a payment stands and what to do next, in one or two sentences. */
export function paymentSentence({ state, amount, verified }: PaymentView): string {
  switch (state) {
    case "CREATED":
    case "REQUESTING":
    case "UNKNOWN":
      return "The payment service has not answered yet, and we keep asking. Nothing has to be paid twice: your reference will appear here";
    case "PARKED":
      return "The payment service gave an unclear answer about this reference, so the bursary is looking at it. Please do not pay anything for it yet";
    case "OPEN":
      return `Pay ${asNaira(amount)} with this reference. We have no payment for it yet: one made at a bank may take up to two days to reach us`;
    case "CANCELLED":
      return "This reference was cancelled. If you paid it all the same, verify it again; else make a new one";
    case "EXPIRED":
      return "This reference has lapsed unpaid. If you paid it all the same, verify it again; else make a new one";
    case "PAID":
      return verified
        ? `Your payment of ${asNaira(amount)} was verified on ${asMinute(verified)}`
        : `Your payment of ${asNaira(amount)} is verified`;
    case "HELD":
    case "SUSPENSE":
      return `A payment came for this reference that differs from ${asNaira(amount)}. The bursary is looking at it: please do not pay again, and keep your teller or receipt`;
    case "REFUSED":
      return "The payment service refused to make this reference. Please make a new one";
    case "REVERSED":
      return "The payment with this reference was taken back. Please ask the bursary about it";
  }
}
