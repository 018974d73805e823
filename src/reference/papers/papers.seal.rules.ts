import { isPaperLetter, type PaperLetter } from "./papers.names.rules.ts";

/** What a paper says of itself in its seal, so that it can be checked without a network. Decision 0122. */
export interface SealedPaper {
  readonly kind: PaperLetter;
  /** The 12 digits or the `_id` that its code is about. */
  readonly about: string;
  readonly name: string;
  readonly programme: string;
  readonly session: string;
  readonly status: string;
  /** Of the payment, the submission or the release; empty for what has not happened. */
  readonly date: string;
  /** When it was sealed: from then is what it says. */
  readonly sealedAt: string;
}

const parts = ["kind", "about", "name", "programme", "session", "status", "date", "sealedAt"] as const;

/** A picture of more signs has squares too small for a bad print. */
const LONGEST = 80;

/** The text that is signed. Times are kept by the minute. */
export const sealedText = (paper: SealedPaper): string => parts.map((part) => brief(paper[part])).join("\n");

const brief = (text: string) => {
  const line = text.replace(/\s+/g, " ").trim();
  if (/^\d{4}-\d\d-\d\dT/.test(line)) return `${line.slice(0, 16)}Z`;
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
};

/** What a text says that was signed; null where it is none. */
export function sealedPaper(text: string): SealedPaper | null {
  const lines = text.split("\n");
  const paper = Object.fromEntries(parts.map((part, at) => [part, lines[at] ?? ""]));
  return lines.length === parts.length && isPaperLetter(paper.kind ?? "") ? (paper as unknown as SealedPaper) : null;
}

/** What the signature is over: nothing that was signed for another use is taken for a seal. */
export const signedText = (text: string): string => `paper seal\n${text}`;

/** A seal as it stands behind the address on a paper: key, text and signature. */
export const sealShape = /#([0-9a-f]{8})\.([\w-]{20,1200})\.([\w-]{86})\s*$/;

/** What a paper is called in the list of those that were taken back, before it is hashed. */
export const revokedName = ({ kind, about }: Pick<SealedPaper, "kind" | "about">): string => `${kind} ${about}`;

/** Bytes of the hash that stand in that list: so few that no two papers of a college share one by chance. */
export const REVOKED_BYTES = 9;
