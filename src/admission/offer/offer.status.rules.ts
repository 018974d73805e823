import type { SettingValue } from "#college/setting/setting.contract.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { type PaymentView, paymentSentence } from "#payments/payment-reference/payment-reference.sentence.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { AcceptanceFee, ApplicationView } from "./offer.status.contract.ts";

/** What was offered, as far as its standing depends on it. */
interface OfferAsStood {
  readonly due: string;
  /** The last day is over. */
  readonly over: boolean;
  readonly accepted: boolean;
  /** It was accepted, and the payment was taken back since. */
  readonly unpaid: boolean;
  /** Another place of the same session was accepted. */
  readonly elsewhere: boolean;
  readonly condition: string | null;
  /** What it asks for, one by one. */
  readonly conditions: readonly { readonly words: string; readonly state: string }[];
}

interface AcceptancePayment extends PaymentView {
  readonly rrr: string | null;
}

export interface ApplicationStanding {
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
export function applicationStanding(
  offer: OfferAsStood | undefined,
  fee: AcceptancePayment | undefined,
  documents: readonly Asked[],
  { promise, screening }: Waiting,
): ApplicationStanding {
  const awaited = documents.find(({ file }) => file === null);
  if (!offer && awaited) {
    const next = `Send ${awaited.label} by ${asDay(`${awaited.due}T12:00:00Z`)}`;
    return { stage: "The admissions office asks you for a document", next, reason: null };
  }
  if (!offer) return waitingStanding({ promise, screening });
  if (offer.accepted) {
    const next = "Print your letters, and see what to bring for your clearance";
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
  const unmet = offer.conditions.find(({ state }) => state === "Not met");
  if (over && unmet) {
    const next =
      "Do not pay for it. If you have met it, bring the proof to the admissions office: it can give you more time";
    return { stage: "The offer has lapsed", next, reason: `It asked for this, which was not met: ${unmet.words}` };
  }
  if (over) {
    const next =
      "If you paid by that day, verify the payment. Else ask the admissions office whether a place is still open";
    return { stage: "The offer has lapsed", next, reason: `It was to be accepted by ${asDay(due)}` };
  }
  const isMet = offer.conditions.length > 0 && offer.conditions.every(({ state }) => state === "Met");
  if (isMet) return { stage: "Admission offered: its conditions are met", next: nextPay(fee), reason: null };
  const stage = condition ? "Admission offered under a condition" : "Admission offered";
  return { stage, next: nextPay(fee), reason: condition };
}

/** The day by which the college promised to have decided, and whether it is over. */
interface Promised {
  readonly day: string;
  readonly over: boolean;
}

interface Waiting {
  readonly promise: Promised | undefined;
  /** What its owner does about the screening, such as "Choose a time for your screening"; undefined where there is nothing to do. */
  readonly screening: string | undefined;
}

/** Who waits reads what to do about the screening, until when the decision is promised, and once that day is over, that the college is late and what can be done. */
function waitingStanding({ promise, screening }: Waiting): ApplicationStanding {
  const first = screening ? `${screening}. ` : "";
  const day = promise && asDay(`${promise.day}T12:00:00Z`);
  if (promise?.over)
    return {
      stage: "The college is late with its decision",
      reason: `It was promised by ${day}`,
      next: `${first}Your application stands. Ask the admissions office when the decision comes; if you cannot wait, you may withdraw the application`,
    };
  return {
    stage: "Received by the admissions office",
    next: `${first}${first ? "Then wait" : "Wait"} for the decision of the college${day ? `, which it promises by ${day}` : ""}. It will be shown here and sent to you by email`,
    reason: null,
  };
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

/** The last day to accept with what is left of it: `5 December 2026, 12 days left`. `left` is 0 on the last day. */
export const lastDayInWords = (due: string, left: number): string => `${asDay(due)}, ${leftWords(left)}`;

function leftWords(left: number): string {
  if (left === 0) return "today is the last day";
  return asCount(left, "day left", "days left");
}

interface StepsReached {
  /** The acceptance fee has a reference. */
  readonly reference: boolean;
  readonly accepted: boolean;
}

/** Whether the college's rule lets an offered place's letter be printed now. Contract 3.12. */
export const isLetterAllowed = (
  rule: SettingValue<"admissionLetter">,
  { reference, accepted }: StepsReached,
): boolean => rule === "offered" || accepted || (rule === "reference" && reference);

/** Where an offer stands as its letter says: open until its last day, accepted, over, or given up for another place. */
export const offerStandings = ["open", "accepted", "lapsed", "elsewhere"] as const;

export type OfferStanding = (typeof offerStandings)[number];

interface LetterOffer {
  readonly accepted: boolean;
  /** Another place of the same session was accepted. */
  readonly elsewhere: boolean;
  /** The last day is over. */
  readonly over: boolean;
}

export function offerStanding({ accepted, elsewhere, over }: LetterOffer): OfferStanding {
  if (accepted) return "accepted";
  if (elsewhere) return "elsewhere";
  return over ? "lapsed" : "open";
}

/** What keeps an application from its letter, in words for the greyed button; null when it may be printed. */
export function letterWaitsFor(
  rule: SettingValue<"admissionLetter">,
  offer: { readonly over: boolean; readonly elsewhere: boolean } | undefined,
  reached: StepsReached & { readonly making: boolean },
): string | null {
  if (!offer) return "It can be printed once the college makes you an offer";
  if (isLetterAllowed(rule, reached)) return null;
  if (offer.elsewhere) return "You have accepted another place";
  if (offer.over) return "The offer was not accepted by its last day";
  if (reached.making) return "The acceptance fee's reference is still being made";
  return rule === "accepted"
    ? "Pay the acceptance fee first"
    : "Generate the payment reference of the acceptance fee first";
}

export const feesOf = (list: readonly ApplicationView[]): AcceptanceFee[] =>
  list.flatMap((one) => one.acceptanceFee ?? []);
