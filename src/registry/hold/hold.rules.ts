/**
 * What a hold may block. Papers are what the college says about a student: letters, and what is ordered and handed out; not what
 * somebody paid or sent, as receipts and the slip of an application say it. Whoever registers, seats, publishes, prints or sells asks `requireNoHold`.
 */
export const blockables = ["registration", "examination", "results", "papers", "services"] as const;

export type Blockable = (typeof blockables)[number];

/** As the office calls them. */
export const blockableNames: Readonly<Record<Blockable, string>> = {
  registration: "Registration",
  examination: "Examinations",
  results: "Results",
  papers: "Papers",
  services: "Services",
};

/** As a student reads it: "until then you cannot register courses". */
export const blockedWords: Readonly<Record<Blockable, string>> = {
  registration: "register courses",
  examination: "sit examinations",
  results: "see results",
  papers: "get letters and papers",
  services: "order services",
};

export const holdKinds = ["Debt", "Library", "Discipline", "Hostel", "Documents", "Other"] as const;

export type HoldKind = (typeof holdKinds)[number];

/** `register courses or sit examinations`. */
export const blockedList = (blocks: readonly Blockable[]): string =>
  new Intl.ListFormat("en-NG", { type: "disjunction" }).format(blocks.map((one) => blockedWords[one]));
