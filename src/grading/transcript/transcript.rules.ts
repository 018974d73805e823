/** Where an order of a transcript stands, as the office works on it. */
export const lineStates = [
  "To make",
  "With the student",
  "Made",
  "Signed off",
  "Sent",
  "Collected",
  "Not paid",
] as const;

export type LineState = (typeof lineStates)[number];

export const lineLooks = {
  "To make": "info",
  "With the student": "bad",
  Made: "info",
  "Signed off": "good",
  Sent: "plain",
  Collected: "plain",
  "Not paid": "bad",
} as const;

/** How a transcript stands by itself. Wire value and column value are the same. */
export const transcriptStates = ["Made", "Declined", "Signed off", "Sent", "Collected"] as const;

export type TranscriptState = (typeof transcriptStates)[number];

/** How the paper left: by post or a messenger to a school, or taken away by somebody who showed a proof. */
export const handings = ["Sent", "Collected"] as const;

export const isSignedOff = (state: TranscriptState): boolean => state !== "Made" && state !== "Declined";

/** What one of the two people, or the one who hands it out, leads it to. */
const steps: Readonly<Partial<Record<TranscriptState, readonly TranscriptState[]>>> = {
  Made: ["Signed off", "Declined"],
  "Signed off": ["Sent", "Collected"],
  Sent: ["Collected"],
};

export const mayTranscriptGo = (from: TranscriptState, to: TranscriptState): boolean =>
  steps[from]?.includes(to) ?? false;

/** `4.50` of a whole number of hundredths. */
export const asPoint = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** What the file is called that machines read: `transcript-TR-26-000012.jwt`. */
export const fileNameOf = (serial: string): string => `transcript-${serial.replaceAll("/", "-")}.jwt`;

/** How long a link to a school may work, in days. */
export const MOST_DAYS = 90;
export const USUAL_DAYS = 30;

/** What of a transcript somebody opened by a link. */
export const openedThings = ["Screen", "Paper", "File"] as const;

export type OpenedThing = (typeof openedThings)[number];

export const openedWords: Readonly<Record<OpenedThing, string>> = {
  Screen: "Read it",
  Paper: "Printed it",
  File: "Downloaded the file",
};
