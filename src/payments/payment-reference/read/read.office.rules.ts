import { asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "../../remita/remita.rules.ts";
import { surplusWords } from "../payment-reference.rules.ts";
import type { PaymentView } from "../payment-reference.sentence.rules.ts";

/** Where a payment stands, for the office, which is not its payer. `paymentSentence` speaks to the payer. */
export function officeSentence(payment: PaymentView): string {
  const { state, amount, verified, paidby, whynot, unanswered } = payment;
  switch (state) {
    case "CREATED":
    case "REQUESTING":
    case "UNKNOWN":
      return "The payment service has not answered yet, and the portal keeps asking. The reference appears here";
    case "PARKED":
      return "The payment service gave an unclear answer about this reference. The bursary decides about it under Exceptions";
    case "OPEN":
      if (paidby) return `The same was paid with reference ${groupedRrr(paidby)}. This one should not be paid any more`;
      if (whynot) return "A payment would buy nothing any more. It should not be paid";
      return unanswered
        ? "The payment service did not answer when it was asked last. The portal asks again by itself"
        : `${asNaira(amount)} are to be paid. No payment has come: one made at a bank may take up to two days`;
    case "CANCELLED":
      return "This reference was cancelled. Who pays it all the same has a credit";
    case "EXPIRED":
      return "This reference has lapsed unpaid";
    case "PAID":
      return paidInWords(payment);
    case "SUSPENSE":
    case "HELD":
      return `A payment came that differs from ${asNaira(amount)}. The bursary decides about it under Exceptions`;
    case "REFUSED":
      return "The payment service refused to make this reference. Make a new one";
    case "REVERSED":
      return `The payment${verified ? `, verified on ${asMinute(verified)},` : ""} was taken back`;
  }
}

function paidInWords({ amount, withdrawn = 0, verified, surplus, creditused, items }: PaymentView): string {
  const on = verified ? ` on ${asMinute(verified)}` : "";
  if (amount === 0) return `Nothing was to be paid. ${items?.[0]?.name ?? "This fee is covered"}`;
  const paid = `The payment of ${asNaira(amount)} was verified${on}`;
  if (surplus)
    return `${paid}. ${surplusWords[surplus]}: ${creditused ? becameOf[creditused] : "it is the payer's credit"}`;
  return withdrawn > 0 ? `${paid}. ${asNaira(withdrawn)} of it was taken out again` : paid;
}

const becameOf = { refunded: "it was given back", applied: "it was used for another payment" } as const;
