/** Asked: waits for an answer. To be corrected: answered so, and waits for two people to correct the mark. The rest are over. */
export const inquiryStates = ["Asked", "To be corrected", "Corrected", "Stands", "Withdrawn", "Recalled"] as const;

export type InquiryState = (typeof inquiryStates)[number];

export const inquiryLooks = {
  Asked: "info",
  "To be corrected": "info",
  Corrected: "good",
  Stands: "plain",
  Withdrawn: "plain",
  Recalled: "plain",
} as const satisfies Record<InquiryState, string>;

/** What an answer says. */
export const answers = ["Stands", "To be corrected"] as const;

export type InquiryAnswer = (typeof answers)[number];

export const isOpen = (state: InquiryState): boolean => state === "Asked" || state === "To be corrected";

/** How a case stands, as its student reads it. */
export const inquirySentences: Readonly<Record<InquiryState, string>> = {
  Asked: "Your lecturer, or the head of the department, looks at your script and answers here.",
  "To be corrected":
    "You are right: the mark is to be corrected. Two people do that, so it takes a few days more. Until then the mark stays as it is.",
  Corrected: "The mark was corrected. The earlier one stays on the record beside it.",
  Stands: "The script was looked at again, and the mark stands.",
  Withdrawn: "You took the question back.",
  Recalled:
    "The college took this result back, so there is nothing to ask about now. It is published again once it is right.",
};
