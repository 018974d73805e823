import { asNaira } from "#kit/value/money.contract.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import type { CreditUse, PaymentPurpose, PaymentState, Surplus } from "../payment-reference/payment-reference.rules.ts";

interface Received {
  readonly state: PaymentState;
  readonly surplus: Surplus | null;
  /** What became of money that bought nothing; null while the bursary keeps it. */
  readonly creditused?: CreditUse | null;
  /** In naira: what it was for, and what of it was taken out again. */
  readonly amount?: number;
  readonly withdrawn?: number;
  /** Of a fee that somebody else covers: what covers it. */
  readonly items?: readonly { readonly name: string }[];
}

/** With which letter the code of a receipt begins. */
export const receiptLetters = {
  application: paperLetters.applicationReceipt,
  acceptance: paperLetters.acceptanceReceipt,
  tuition: paperLetters.tuitionReceipt,
  service: paperLetters.serviceReceipt,
  sponsorship: paperLetters.sponsorReceipt,
  "group-application": paperLetters.groupReceipt,
  "group-acceptance": paperLetters.groupReceipt,
} as const satisfies Record<PaymentPurpose, string>;

/** What a receipt says of its payment, in colour and in black and white. */
export interface ReceiptStanding {
  /** Beside the reference. */
  readonly word: string;
  /** Behind the whole sheet. */
  readonly behind: string;
  readonly look: "good" | "bad";
  /** Why it does not prove that what it names was paid for; null when it does. */
  readonly why: string | null;
}

/** "Paid" stands on a receipt if and only if the payment is paid now. Specification 2 and 4. */
export function receiptStanding({
  state,
  surplus,
  creditused,
  amount,
  withdrawn = 0,
  items,
}: Received): ReceiptStanding {
  const whole = amount ?? 0;
  if (state === "PAID" && surplus && creditused) return { look: "bad", ...spent[creditused] };
  if (state === "PAID" && surplus === "withdrawn" && withdrawn < whole)
    return { word: "Paid, kept as credit", behind: "PAID, AS CREDIT", look: "bad", why: NOT_PAID_OUT };
  if (state === "PAID" && (surplus === "withdrawn" || (!surplus && withdrawn > 0 && withdrawn >= whole)))
    return { word: "Paid, taken out again", behind: "TAKEN OUT", look: "bad", why: boughtNothing.withdrawn };
  if (state === "PAID" && surplus) {
    return { word: "Paid, kept as credit", behind: "PAID, AS CREDIT", look: "bad", why: boughtNothing[surplus] };
  }
  if (state === "PAID" && withdrawn > 0)
    return { word: `Paid, ${asNaira(withdrawn)} taken out`, behind: "PAID IN PART", look: "good", why: null };
  if (state === "PAID" && amount === 0) return { ...coveredStanding(items), look: "good", why: null };
  if (state === "PAID") return { word: "Paid", behind: "PAID", look: "good", why: null };
  if (state === "REVERSED") return { word: "Void", behind: "VOID", look: "bad", why: "The payment was taken back" };
  const why =
    state === "HELD" || state === "SUSPENSE"
      ? "Not paid: what came differs from the amount, and is checked"
      : "Not paid";
  return { word: "Not Paid", behind: "NOT PAID", look: "bad", why };
}

/** As `sayCovered` has it: which fee, how it is covered, and who approved that. */
const covered = /: ((paid|covered) by .*?)(?:, approved by [^,]*)?$/;

/** "Paid by" who paid a list, "Covered by" a sponsor or a free place, else "Waived". */
function coveredStanding(items: Received["items"]): Pick<ReceiptStanding, "word" | "behind"> {
  const [, how = "", first = ""] = covered.exec(items?.[0]?.name ?? "") ?? [];
  if (!how) return { word: "Waived", behind: "WAIVED" };
  return { word: how.charAt(0).toUpperCase() + how.slice(1), behind: first.toUpperCase() };
}

const spent: Readonly<Record<CreditUse, Omit<ReceiptStanding, "look">>> = {
  refunded: { word: "Paid, given back", behind: "GIVEN BACK", why: "The college gave the money back" },
  applied: { word: "Paid, used elsewhere", behind: "USED ELSEWHERE", why: "The college used it for another payment" },
};

const NOT_PAID_OUT = "It was taken out and could not be paid out, so it is kept as credit";

const boughtNothing: Readonly<Record<Surplus, string>> = {
  second: "Paid beside another payment for the same, so it is kept as credit",
  late: "Paid after the last day to accept, so it is kept as credit",
  closed: "Paid after applications had closed, so it is kept as credit",
  "other-place": "Another place of the session was accepted, so it is kept as credit",
  recalled: "The college had recalled the offer, so it is kept as credit",
  "given-up": "The place had been given up, so it is kept as credit",
  withdrawn: "All of it was taken out again",
  "called-off": "What it was for had been called off, so it is kept as credit",
};
