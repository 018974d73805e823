/**
 * What may wait for the money desk, and what to do about it; the table payment_exception_kind holds the same kinds. A noun that
 * opens others adds its line here and its row there.
 */
export const exceptionAdvice = {
  "Wrong amount":
    "Compare the teller with what came. In full or more: propose Confirm paid. Less: propose Put aside, so that the payer can pay anew.",
  "Answer differs":
    "The provider names another reference or order, or no amount. Ask it with the order number; then propose Confirm paid or Put aside.",
  "Reference unclear":
    "Ask the provider with the order number whether it made a reference. If it made none, propose Refuse reference.",
  "Put aside": "Money lies in suspense. Refund it by a voucher: propose Refund. Or decide, and say why.",
  "Paid twice":
    "The same was paid for already. Propose Refund, or Apply credit when the payer has another reference of the same amount.",
  "Paid late":
    "The last day to accept was over, or applications had closed. Ask the admissions office whether the day is moved; then propose Apply credit or Refund.",
  "Paid for another place": "Another place of the session was accepted. Propose Refund or Apply credit.",
  "Paid for a recalled offer": "The college had recalled the offer. Propose Refund or Apply credit.",
  "Paid for a place given up":
    "The applicant had declined or deferred the offer. Propose Refund or Apply credit; if the applicant wants the place after all, ask the admissions office.",
  "Paid after calling off":
    "What a sponsor was to pay had been called off. Propose Refund, and a new sponsorship if the money is meant for students after all.",
  Overpaid:
    "More came than the fee, or a refund could not be paid out. The rest is the payer's credit: propose Refund or Apply credit.",
  "Bill overpaid":
    "More was paid than the bill comes to. The rest is the student's credit: propose Refund or Apply credit. It ends by itself when the bill grows, or by a word when the student leaves it here.",
  "Left of a list":
    "Somebody of a list that was paid for needs it no more. Under Payments for a list give it to another applicant; or propose Refund to the payer.",
  "Old reference paid":
    "It was paid after it was cancelled or had lapsed, and counts. Look that the payer is not asked for it again.",
  "Taken back after use":
    "An application, a place or a service was bought, or a bill was paid, with money that is gone. Tell the office that it concerns, and have the payer pay anew.",
  "Taken back after withdrawal":
    "The bank took a payment back of which money was paid out or moved before. The payer owes it: write to the payer, or bring it in as a debt under Changes of bills.",
  "Provider differs":
    "The provider says otherwise than it stands here. Ask it, and correct the payment if it is right: of money that is gone, propose Reverse.",
  "Unknown notification":
    "It names nothing of ours, or a reference that was refused. It proves nothing: ask the provider or look at the statement.",
  "Not at the provider":
    "We hold it for paid, and the provider does not. Ask it again; if the money is gone, propose Reverse. It ends with the next run, or by a decision under Reconciliation.",
  "Books differ":
    "The books do not add up. Tell the auditor, and leave everything as it is. It ends under Reconciliation.",
  "Statement differs":
    "A line of a statement that matches nothing, or a payment that stands on none. Decide it under Statements; it ends with the next run, or under Reconciliation.",
  "Payer says paid":
    "Compare the slip with the statement, and ask the provider. Answer the payer with what you found: it is mailed. It ends by itself once the payment is heard of.",
  "Asked at the help desk":
    "A clerk could not answer the payer. Look at the payment, and settle it with the answer: it is read out at the counter.",
} as const satisfies Readonly<Record<string, string>>;

export type ExceptionKind = keyof typeof exceptionAdvice;

export const exceptionKinds = Object.keys(exceptionAdvice) as ExceptionKind[];

/** The kinds that usually end by a word of the desk alone; the others by a correction of the payment. */
const byWord: readonly string[] = [
  "Old reference paid",
  "Taken back after use",
  "Taken back after withdrawal",
  "Unknown notification",
  "Asked at the help desk",
  "Payer says paid",
];

export const isEndedByWord = (kind: string): boolean => byWord.includes(kind);
