import { asNaira } from "#kit/value/money.contract.ts";
import { isPayable } from "../payment-reference/payment-reference.rules.ts";
import { isToPay, type PaymentView } from "../payment-reference/payment-reference.sentence.rules.ts";

/** Where the page is, below the portal's address; a reference may follow it. */
export const PAYMENT_STATUS = "/rrr";

/** Where a reference stands for who is no party to it. */
export const paymentStandings = ["Paid", "Not paid", "No longer to be paid", "Being checked", "Taken back"] as const;

export type PaymentStanding = (typeof paymentStandings)[number];

/** What a stranger to the payment is told of it. It is not the payer who reads, so nobody is called "you" but the reader. */
export function statusOf(payment: PaymentView): { readonly standing: PaymentStanding; readonly sentence: string } {
  const amount = asNaira(payment.amount);
  if (payment.state === "PAID" && payment.amount === 0)
    return { standing: "Paid", sentence: "This fee is waived, or somebody else has paid it: nothing is to be paid" };
  if (payment.state === "PAID")
    return {
      standing: "Paid",
      sentence: payment.surplus
        ? `The college has ${amount}, but it came beside another payment or too late. Its payer asks the bursary about it`
        : `The college has ${amount} for this reference. Nothing more is to be paid with it`,
    };
  if (payment.state === "REVERSED")
    return { standing: "Taken back", sentence: "The bank took this payment back. Its payer asks the bursary about it" };
  if (isToPay(payment))
    return {
      standing: "Not paid",
      sentence: payment.unanswered
        ? `The payment service does not answer just now. If ${amount} was paid already, do not pay again: look here later`
        : `No payment of ${amount} has reached the college. One made at a bank may take up to two days`,
    };
  if (isPayable(payment.state))
    return {
      standing: "No longer to be paid",
      sentence:
        "Please do not pay with this reference any more. If it was paid already, keep the slip and look here later",
    };
  return {
    standing: "Being checked",
    sentence: "Something about this payment differs, so the bursary is looking at it. Please do not pay again",
  };
}

/** `Aisha Ngozi Bello` gives `A. N. B.`. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => [...word].slice(0, 1))
    .map((letter) => `${letter.toLocaleUpperCase("en-NG")}.`)
    .join(" ");
