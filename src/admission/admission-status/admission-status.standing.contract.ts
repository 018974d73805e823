import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { PaymentView } from "#payments/payment-reference/payment-reference.sentence.contract.ts";
import { paymentSentence } from "#payments/payment-reference/payment-reference.sentence.contract.ts";
import { groupedRrr } from "#payments/remita/remita.contract.ts";

/** What was offered, as far as its standing depends on it. */
export interface Offered {
  readonly due: string;
  /** The last day is over. */
  readonly over: boolean;
  readonly accepted: boolean;
  /** It was accepted, and the payment was taken back since. */
  readonly unpaid: boolean;
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

/** A document that the office asks for; null until it was sent. */
interface Asked {
  readonly label: string;
  readonly due: string;
  readonly file: unknown;
}

/** Where an application stands, in words for its owner. Contract 3.11 and 3.12. */
export function standingOf(
  offer: Offered | undefined,
  fee: AcceptancePayment | undefined,
  documents: readonly Asked[],
): Standing {
  const awaited = documents.find(({ file }) => file === null);
  if (!offer && awaited) {
    const next = `Send ${awaited.label} by ${asDay(`${awaited.due}T12:00:00Z`)}`;
    return { stage: "The admissions office asks you for a document", next, reason: null };
  }
  if (!offer) {
    return {
      stage: "Received by the admissions office",
      next: "Wait for the decision of the college. It will be shown here and sent to you by email",
      reason: null,
    };
  }
  if (offer.accepted) {
    const next = "Print your letters and bring them to your registration";
    return { stage: "Admission accepted", next, reason: offer.condition };
  }
  const { unpaid, elsewhere, over, due, condition } = offer;
  if (fee && isWithBursary(fee)) {
    const reason = elsewhere || over ? null : condition;
    return { stage: "Your payment is with the bursary", next: paymentSentence(fee), reason };
  }
  if (unpaid) {
    const reason = "The bank or the payment service took your payment back. The bursary knows why";
    return { stage: "Your place is to be paid anew", next: nextPay(fee), reason };
  }
  if (elsewhere) {
    const reason = "You can take one place only in a session";
    return { stage: "You have accepted another place", next: "Nothing is to be paid here", reason };
  }
  if (over) {
    const next =
      "If you paid by that day, verify the payment. Else ask the admissions office whether a place is still open";
    return { stage: "The offer has lapsed", next, reason: `It was to be accepted by ${asDay(due)}` };
  }
  const stage = condition ? "Admission offered under a condition" : "Admission offered";
  return { stage, next: nextPay(fee), reason: condition };
}

/** Money came that bought nothing: nothing more is to be paid until the bursary has decided, or put it aside. */
export const isWithBursary = ({ state, surplus, creditused }: Pick<PaymentView, "state" | "surplus" | "creditused">) =>
  (surplus !== null && !creditused) || state === "HELD";

function nextPay(fee: AcceptancePayment | undefined): string {
  if (!fee || fee.state === "REVERSED" || fee.surplus)
    return "To accept it, generate the payment reference of the acceptance fee and pay it";
  if (fee.state !== "OPEN" || !fee.rrr) return paymentSentence(fee);
  return `Pay ${asNaira(fee.amount)} with reference ${groupedRrr(fee.rrr)}`;
}
