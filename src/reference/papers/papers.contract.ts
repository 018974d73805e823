import * as v from "valibot";

/** The papers that anybody may have checked, by the letter with which their code begins; no letter reads like a digit. */
export const papers = {
  S: "Application slip",
  F: "Application fee receipt",
  A: "Admission letter",
  C: "Acceptance fee receipt",
  P: "Acceptance letter",
  T: "Tuition receipt",
  V: "Service receipt",
  X: "Sponsor's receipt",
  N: "Tuition account",
  K: "ID card",
  W: "Teaching practice posting letter",
  R: "Course form",
  E: "Examination card",
  M: "Class list",
  D: "Letter of allocation",
} as const;

export type PaperLetter = keyof typeof papers;

/** The same for the nouns that print them. */
export const paperLetters = {
  slip: "S",
  applicationReceipt: "F",
  admissionLetter: "A",
  acceptanceReceipt: "C",
  acceptanceLetter: "P",
  tuitionReceipt: "T",
  serviceReceipt: "V",
  sponsorReceipt: "X",
  tuitionAccount: "N",
  idCard: "K",
  postingLetter: "W",
  courseForm: "R",
  examCard: "E",
  classList: "M",
  allocationLetter: "D",
} as const satisfies Record<string, PaperLetter>;

export const isPaperLetter = (letter: string): letter is PaperLetter => Object.hasOwn(papers, letter);

/** What the call of a paper answers beside the paper's content. Contract 3.15. */
export const paperEntries = {
  /** The address at which anybody may check it. */
  genuine: v.string(),
  /** Until when what it states was looked up. */
  asOf: v.string(),
};

/** The same for a paper about a reference that may not be there yet. */
export const receiptEntries = { ...paperEntries, genuine: v.nullable(v.string()) };
