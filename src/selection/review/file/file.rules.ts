import { asDay } from "#kit/value/dates.rules.ts";

/** What the desk calls a deed. */
const known: Readonly<Record<string, string>> = {
  "application.submit": "Submitted",
  "review.begin": "Checking begun",
  "review.stop": "Checking stopped",
  "review.check": "Checked",
  "review.return": "Back to checking",
  "review.take": "Taken",
  "document-request.send": "Sent",
  "document-request.accept": "Accepted",
  "document-request.again": "Will not do",
  "document-request.withdraw": "No longer asked for",
  "offer.release": "Offer released",
  "application.choose": "Choices changed by the applicant",
  "programme_move.ask": "Another programme asked for",
  "programme_move.propose": "Another programme proposed",
  "programme_move.approve": "Another programme approved",
  "programme_move.refuse": "Another programme refused",
  "programme_move.take-back": "Another programme taken back",
  "programme_move.withdraw": "Request for another programme taken back",
  "programme_move.accept": "The applicant agreed to another programme",
  "programme_move.decline": "The applicant declined another programme",
  "programme_move.end": "Request for another programme ended",
};

/** Of what was submitted; the line names what it is about. */
const corrections: Readonly<Record<string, string>> = {
  "record_correction.ask": "Correction asked for",
  "record_correction.approve": "Corrected",
  "record_correction.decline": "Correction declined",
  "record_correction.withdraw": "Correction withdrawn",
  "record_correction.change": "Changed by the applicant",
};

type Kept = Readonly<Record<string, unknown>> | null;

interface Line {
  readonly deed: string;
  readonly before: Kept;
  readonly after: Kept;
}

/** A line of the audit in the office's words: by its deed, else by where it brought the file. */
export function timelineWords({ deed, before, after }: Line): string {
  if (deed === "document-request.ask") return `Asked for ${after?.document}`;
  if (deed === "review.tick") return `${after?.item}: ${String(after?.state).toLowerCase()}`;
  if (deed === "review.mark") return `${after?.item}: ${after?.mark} given`;
  if (deed === "review.give") return after?.to ? `Given to ${after.to}` : "Everybody’s again";
  const corrected = corrections[deed];
  if (corrected) return `${corrected}: ${Object.keys(after ?? {})[0] ?? ""}`;
  if (deed === "application.move") return `Moved from ${before?.called} to ${after?.called}`;
  if (deed === "offer.extend")
    return `Offer extended from ${asDay(String(before?.due))} to ${asDay(String(after?.due))}`;
  const words = known[deed] ?? (typeof after?.state === "string" ? `Became ${after.state}` : inWords(deed));
  return typeof after?.document === "string" ? `${after.document}: ${words.toLowerCase()}` : words;
}

/** `recommendation.countersign` as "Recommendation: countersign". */
function inWords(deed: string): string {
  const [noun = "", did = ""] = deed.split(".").map((part) => part.replaceAll("-", " "));
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${did}`;
}
