import type { Look } from "#console/record/record.fields.contract.ts";

export const sheetKinds = ["Certificate", "Statement of result"] as const;

export type SheetKind = (typeof sheetKinds)[number];

/** One of a kind, and several. */
export const kindWords = {
  Certificate: ["certificate", "certificates"],
  "Statement of result": ["statement of result", "statements of result"],
} as const satisfies Record<SheetKind, readonly [string, string]>;

/** Where a sheet stands, from the printer to whoever holds it, or to the bin. */
export const sheetStates = ["Printed", "Signed", "Collected", "Spoiled", "Replaced", "Cancelled"] as const;

export type SheetState = (typeof sheetStates)[number];

export const sheetLooks = {
  Printed: "info",
  Signed: "info",
  Collected: "good",
  Spoiled: "bad",
  Replaced: "plain",
  Cancelled: "bad",
} as const satisfies Record<SheetState, Look>;

/** Every step that a sheet may take. What is spoiled, replaced or cancelled is that for good; `Replaced` brings a new sheet. */
const steps: Readonly<Record<SheetState, readonly SheetState[]>> = {
  Printed: ["Signed", "Spoiled", "Cancelled"],
  Signed: ["Collected", "Spoiled", "Cancelled"],
  Collected: ["Replaced", "Cancelled"],
  Spoiled: [],
  Replaced: [],
  Cancelled: [],
};

export const sheetStepsFrom = (from: SheetState): readonly SheetState[] => steps[from];

/** The step as a deed: what a button says. */
export const sheetDeeds: Readonly<Record<SheetState, string>> = {
  Printed: "Print",
  Signed: "Mark as signed",
  Collected: "Hand out",
  Spoiled: "Mark as spoiled",
  Replaced: "Replace",
  Cancelled: "Cancel this paper",
};

/** What must be said with a step; null where nothing needs to be. */
export const saidWithStep: Readonly<Record<SheetState, string | null>> = {
  Printed: null,
  Signed: null,
  Collected: "Who took it, and what that person showed",
  Spoiled: "What is wrong with the paper",
  Replaced: "Why another paper takes its place, and what proof there is",
  Cancelled: "By whose decision, and why",
};

/** Whether a sheet holds: at most one of a kind does. */
export const isStanding = (state: SheetState): boolean =>
  state === "Printed" || state === "Signed" || state === "Collected";

interface SerialWords {
  /** The code of the session, such as `2026`, and its name, such as `2026/2027`. */
  readonly session: string;
  readonly sessionname: string;
}

/** A serial by the college's template, such as `C/2026/00041`. The setting holds what a template may be. */
export function serialOf(template: string, { session, sessionname }: SerialWords, number: number): string {
  const [year = session] = /\d{4}/.exec(sessionname) ?? [];
  const said: Readonly<Record<string, string>> = { session, year, yy: year.slice(-2) };
  return template.replace(/\{(\w+)(?::(\d))?\}/g, (_, word: string, figures: string | undefined) =>
    word === "serial" ? String(number).padStart(Number(figures ?? 1), "0") : (said[word] ?? ""),
  );
}

/** The lines of a certificate: the college's words with this person's in them. */
export const certificateLines = (template: string, words: Readonly<Record<string, string>>): string[] =>
  template
    .split("\n")
    .map((line) => line.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? "").trim())
    .filter((line) => line !== "");
