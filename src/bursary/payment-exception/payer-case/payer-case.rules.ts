/** Where a payer tells it, below /app. */
export const I_PAID = "/app/paid";

/** What the desk answers a payer; the first is the portal's own answer once the payment was heard of. */
export const caseAnswers = [
  "It is paid now",
  "The bank has no such payment",
  "Another reference was paid",
  "Another amount was paid",
  "The paper does not show it",
  "You get the money back",
] as const;

export type CaseAnswer = (typeof caseAnswers)[number];

/** What each means for the payer, in a sentence. */
export const answerSentences: Readonly<Record<CaseAnswer, string>> = {
  "It is paid now": "The payment has reached the college and counts",
  "The bank has no such payment":
    "The college's bank has not received it. Take your slip to the branch where you paid and ask where the money went",
  "Another reference was paid": "Your money was paid with another reference than this one",
  "Another amount was paid": "What came is not what was asked for",
  "The paper does not show it":
    "The picture does not show the payment, or can not be read. Send a clear one of the whole slip",
  "You get the money back": "The college gives this payment back to you",
};

/** Under which the money desk has it. */
export const KIND = "Payer says paid";
