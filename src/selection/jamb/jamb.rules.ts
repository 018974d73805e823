/** What kinds of files come in, by the word that stands in an address. */
export const fileKinds = {
  candidates: "Candidates",
  screening: "Screening scores",
  caps: "CAPS return",
} as const;

export type FileKind = keyof typeof fileKinds;

export const isFileKind = (word: unknown): word is FileKind =>
  typeof word === "string" && Object.hasOwn(fileKinds, word);

/** What such a file is, for whoever is about to choose one. */
export const kindHints: Readonly<Record<FileKind, string>> = {
  candidates: "Who chose the college with JAMB, with UTME scores. From JAMB's portal, as CSV or Excel.",
  screening: "The college's own screening: JAMB number and score, 0 to 100; ABS for who did not come.",
  caps: "What CAPS says to the college's proposals: JAMB number and status.",
};
