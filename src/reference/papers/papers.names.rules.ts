/** The papers that anybody may have checked, by the letter with which their code begins; no letter reads like a digit. */
export const papers = {
  S: "Application slip",
  J: "Screening slip",
  F: "Application fee receipt",
  A: "Admission letter",
  C: "Acceptance fee receipt",
  P: "Acceptance letter",
  T: "Tuition receipt",
  V: "Service receipt",
  X: "Sponsor's receipt",
  B: "Receipt for a list",
  N: "Tuition account",
  K: "ID card",
  W: "Teaching practice posting letter",
  R: "Course form",
  E: "Examination card",
  M: "Class list",
  D: "Letter of allocation",
  Q: "Transcript",
  G: "Certificate",
  H: "Statement of result",
  Y: "Result slip",
} as const;

export type PaperLetter = keyof typeof papers;

/** The same for the nouns that print them. */
export const paperLetters = {
  slip: "S",
  screeningSlip: "J",
  applicationReceipt: "F",
  admissionLetter: "A",
  acceptanceReceipt: "C",
  acceptanceLetter: "P",
  tuitionReceipt: "T",
  serviceReceipt: "V",
  sponsorReceipt: "X",
  groupReceipt: "B",
  tuitionAccount: "N",
  idCard: "K",
  postingLetter: "W",
  courseForm: "R",
  examCard: "E",
  classList: "M",
  allocationLetter: "D",
  transcript: "Q",
  certificate: "G",
  statement: "H",
  resultSlip: "Y",
} as const satisfies Record<string, PaperLetter>;

export const isPaperLetter = (letter: string): letter is PaperLetter => Object.hasOwn(papers, letter);
