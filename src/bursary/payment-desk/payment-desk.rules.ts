/** What the audit says of a payment beside its steps, which its history tells better. */
const deedWords: Readonly<Record<string, string>> = {
  "payment.create": "Asked for a reference",
  "payment.create-again": "Asked for a reference again",
  "payment.requery": "Asked the provider",
  "payment.propose-correction": "Proposed a correction",
  "payment.approve-correction": "Approved a correction",
  "payment.refuse-correction": "Refused a correction",
  "payment.withdraw-correction": "Withdrew a correction",
  "payment.surplus": "Kept as credit",
  "payment.refunded": "Gave the money back",
  "payment.applied": "Used the credit for another payment",
  "payment.withdraw": "Took money out",
  "payment.move-in": "Moved money to it",
  "payment.pay-out": "Paid out",
  "payment.return": "Gave up to pay money out",
  "fee_waiver.use": "Used a waiver",
};

/** Lines of the audit that repeat what its history tells. */
export const toldByHistory: readonly string[] = ["payment.step", "payment.heard"];

export const deedInWords = (deed: string): string => deedWords[deed] ?? deed;

interface Heard {
  readonly kind: string;
  readonly code: string | null;
  readonly said: string | null;
}

const heard: Readonly<Record<string, string>> = {
  request: "We asked for a reference",
  lost: "Whoever was asking stopped before the answer",
  open: "The provider says: not paid",
  paid: "The provider says: paid",
  cancelled: "The provider says: cancelled",
  notFound: "The provider does not know it",
  refused: "The provider refused",
  configError: "The provider refuses our account",
  used: "Used",
  confirmed: "Confirmed as paid by two people",
  "put aside": "Put aside by two people",
  reversed: "Reversed by two people",
  refunded: "Given back",
  applied: "Its credit was used",
  credited: "Paid by a credit",
  recalled: "Cancelled: the offer was recalled",
  "given-up": "Cancelled: the payer gave the place up",
  needless: "Cancelled: less is left to pay than it is for",
  withdrawn: "Money was taken out",
  returned: "Money that was taken out could not be paid out, and is credit again",
  moved: "Paid by money of another payment",
  replaced: "Cancelled: another amount is asked for in its place",
  "reference refused": "Closed by two people: the provider has made nothing",
};

const unanswered: Readonly<Record<string, string>> = {
  timeout: "no answer in time",
  network: "it could not be reached",
  redirect: "it sent us to another address, which we do not follow",
  httpStatus: "it answered with a fault",
  rateLimited: "it asked us to wait",
  tooLarge: "its answer was too long",
  unreadable: "its answer could not be read",
  noReference: "it named no reference",
  otherOrder: "it answered about another order",
  duplicateOrder: "it has a reference for this order already",
  alreadyProcessed: "it has worked on this order already",
  unexpectedCode: "it sent a code that nobody knows",
  unreadableInvoice: "it says paid, but the amount, the reference or the order can not be read",
  resting: "not asked: it had failed several times in a row",
};

/** One line of a payment's history in words: "The provider says: not paid (021, Transaction Pending)". */
export function eventInWords({ kind, code, said }: Heard): string {
  const [, why] = /^unknown: (\w+)$/.exec(kind) ?? [];
  const words = why ? `No clear answer: ${unanswered[why] ?? why}` : (heard[kind] ?? kind);
  const quoted = [code, said].filter(Boolean).join(", ");
  return quoted ? `${words} (${quoted})` : words;
}
