import { asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "../remita/remita.rules.ts";
import type { CreditUse, PaymentState, Surplus, WhyNot } from "./payment-reference.rules.ts";

export interface PaymentView {
  readonly state: PaymentState;
  /** In naira. */
  readonly amount: number;
  /** How much of it was taken out again, in naira. */
  readonly withdrawn?: number;
  readonly verified: string | null;
  readonly surplus: Surplus | null;
  /** What became of that money, or of money that was put aside; null while the bursary keeps it. */
  readonly creditused?: CreditUse | null;
  /** The reference with which the same was paid for, when it is another one. */
  readonly paidby: string | null;
  /** Why its payment would buy nothing. */
  readonly whynot: WhyNot | null;
  /** The provider did not answer when it was last asked about it; not known in lists. */
  readonly unanswered?: boolean;
  /** What it is made of: of a fee that is covered, one item that says what covers it. */
  readonly items?: readonly { readonly name: string }[];
}

/** It may be paid now: it would buy what it is for. */
export const isToPay = ({ state, paidby, whynot }: Pick<PaymentView, "state" | "paidby" | "whynot">): boolean =>
  state === "OPEN" && paidby === null && whynot === null;

/** While the provider is being asked about a reference that somebody may just have paid. */
export const askedSentence = (rrr: string): string =>
  `We are asking the payment service about ${groupedRrr(rrr)}. If you have paid, do not pay again`;

/** Where a payment stands and what to do next, in one or two sentences. */
export function paymentSentence(payment: PaymentView): string {
  const { state, amount, verified } = payment;
  const gone = offerGone(payment);
  switch (state) {
    case "CREATED":
    case "REQUESTING":
    case "UNKNOWN":
      if (gone) return `${gone}, so there is nothing to pay and no reference is made any more`;
      return "The payment service has not answered yet, and we keep asking. Nothing has to be paid twice: your reference will appear here";
    case "PARKED":
      if (gone) return `${gone}. Please do not pay anything for it`;
      return "The payment service gave an unclear answer about this reference, so the bursary is looking at it. Please do not pay anything for it yet";
    case "OPEN":
      return paidAlready(payment) ?? buysNothing(payment) ?? openSentence(payment);
    case "CANCELLED":
      if (gone) return `${gone}, so this reference was cancelled. If you paid it all the same, verify it again`;
      return `This reference was cancelled. ${ifPaidAllTheSame(payment)}`;
    case "EXPIRED":
      return `This reference has lapsed unpaid. ${ifPaidAllTheSame(payment)}`;
    case "PAID":
      return paidSentence(payment);
    case "SUSPENSE":
      return `A payment came for this reference that differs from ${asNaira(amount)}. ${
        payment.creditused
          ? creditUsed[payment.creditused]
          : "The bursary keeps it: please ask there, with this reference and your teller or receipt"
      }`;
    case "HELD":
      return `A payment came for this reference that differs from ${asNaira(amount)}. The bursary is looking at it: please do not pay again, and keep your teller or receipt`;
    case "REFUSED":
      if (gone) return `${gone}, so no reference was made. There is nothing to pay`;
      return "The payment service refused to make this reference. Please make a new one";
    case "REVERSED":
      return verified
        ? `The payment with this reference, verified on ${asMinute(verified)}, was taken back. Please ask the bursary about it`
        : "The payment with this reference was taken back. Please ask the bursary about it";
  }
}

const offerGone = ({ whynot }: Pick<PaymentView, "whynot">): string | null => {
  if (whynot === "recalled") return "The college has recalled its offer";
  return whynot === "given-up" ? "You have given this place up" : null;
};

const openSentence = ({ amount, unanswered }: PaymentView) =>
  unanswered
    ? `The payment service did not answer when we asked about this reference. If you have paid, do not pay again: we go on asking by ourselves. If not, pay ${asNaira(amount)} with it`
    : `Pay ${asNaira(amount)} with this reference. We have no payment for it yet: one made at a bank may take up to two days to reach us`;

const paidAlready = ({ paidby }: PaymentView) =>
  paidby && `You have paid for this with reference ${groupedRrr(paidby)} already. Please do not pay this one too`;

const buysNothing = ({ whynot }: PaymentView) => {
  const gone = offerGone({ whynot });
  if (gone) return `${gone}. Please do not pay this. If you have paid, verify it`;
  if (whynot === "other-place") return "You have accepted another place in this session. Please do not pay this one";
  if (whynot === "late") {
    return "The last day to pay this is over. Please do not pay it now. If you paid in time, verify it: we go on asking too";
  }
  return null;
};

const ifPaidAllTheSame = (payment: PaymentView) =>
  paidAlready(payment) ??
  (payment.whynot ? "If you paid it all the same, verify it again" : null) ??
  "If you paid it all the same, verify it again; else make a new one";

const creditUsed: Readonly<Record<CreditUse, string>> = {
  refunded: "The bursary has given it back to you",
  applied: "The bursary has used it for another payment of yours",
};

function paidSentence(payment: PaymentView): string {
  const { amount, withdrawn = 0, verified, surplus, creditused, paidby, items } = payment;
  if (amount === 0)
    return `Nothing is to be paid. ${items?.[0]?.name ?? "This fee is covered"}${verified ? `, since ${asMinute(verified)}` : ""}`;
  const paid = `Your payment of ${asNaira(amount)} was verified${verified ? ` on ${asMinute(verified)}` : ""}`;
  const kept = creditused
    ? creditUsed[creditused]
    : "The bursary keeps it as your credit: please ask there, with this reference";
  switch (surplus) {
    case "second":
      return `${paid}, but you had paid for this ${paidby ? `with reference ${groupedRrr(paidby)} ` : ""}already. ${kept}`;
    case "late":
      return `${paid}, but it was paid after the last day to accept. ${kept}`;
    case "closed":
      return `${paid}, but applications had closed when it was paid. ${kept}`;
    case "other-place":
      return `${paid}, but you have accepted another place in this session. ${kept}`;
    case "recalled":
      return `${paid}, but the college had recalled the offer. ${kept}`;
    case "given-up":
      return `${paid}, but you had given the place up. ${kept}`;
    case "called-off":
      return `${paid}, but the college had called off what it was for. ${kept}`;
    case "withdrawn":
      if (withdrawn < amount && !creditused)
        return `${paid}, and was to be given back to you, which could not be done. ${kept}`;
      return `${paid}, and all of it was taken out again. ${creditused ? creditUsed[creditused] : "The bursary pays it out to you"}`;
    case null:
      return withdrawn > 0 ? `${paid}. ${asNaira(withdrawn)} of it was taken out again` : paid;
  }
}

/** The ways to pay a reference without the portal, for whoever stands at a counter or holds a phone. */
export const waysToPay: readonly { readonly way: string; readonly how: string }[] = [
  { way: "Bank branch", how: "Any commercial bank. Ask for Remita, give the reference, keep the teller's slip" },
  {
    way: "Bank app or USSD",
    how: "Your own bank's. Choose Remita and enter the 12 digits without dashes or spaces",
  },
  { way: "POS agent", how: "Ask whether the machine takes Remita. Keep the slip that it prints" },
];

export const BANK_CHARGE = "The bank or agent adds its own charge to this amount.";
