import type { MissingMark } from "#registry/past-mark/past-mark.rules.ts";
import { codeGrades } from "../result-profile/result-profile.rules.ts";

/** Where a sheet stands. Open and Returned: with its lecturers; then with the one who decides next. */
export const sheetStates = [
  "Open",
  "With head",
  "With dean",
  "With examinations",
  "With board",
  "Approved",
  "Returned",
] as const;

export type SheetState = (typeof sheetStates)[number];

export const sheetLooks = {
  Open: "plain",
  "With head": "info",
  "With dean": "info",
  "With examinations": "info",
  "With board": "info",
  Approved: "good",
  Returned: "bad",
} as const satisfies Record<SheetState, string>;

/** The state after that of whoever passes a sheet on. */
export const nextState: Readonly<Partial<Record<SheetState, SheetState>>> = {
  Open: "With head",
  Returned: "With head",
  "With head": "With dean",
  "With dean": "With examinations",
  "With examinations": "With board",
  "With board": "Approved",
};

/** Whether its lecturers write on it. */
export const isWritable = (state: SheetState): boolean => state === "Open" || state === "Returned";

export interface Maxima {
  readonly camax: number;
  readonly exammax: number;
}

/** What stands in the two cells of a student; null is an empty cell. A code stands alone. */
export interface Score {
  readonly ca: number | null;
  readonly examination: number | null;
  readonly code: MissingMark | null;
}

export const noScore: Score = { ca: null, examination: null, code: null };

/** What lecturers write for a code, beside its name. */
const spelt: Readonly<Record<string, MissingMark>> = {
  abs: "Absent",
  ab: "Absent",
  absent: "Absent",
  exc: "Excused",
  excused: "Excused",
  mal: "Malpractice",
  malpractice: "Malpractice",
  nca: "No CA",
  noca: "No CA",
};

type Cell = { readonly mark: number | null } | { readonly code: MissingMark } | { readonly trouble: string };

/**
 * What somebody typed into a cell: a whole number up to `most`, a code, or nothing. Blanks around it do not matter. Answers what is wrong
 * otherwise, as a sentence that begins with `label`.
 */
export function readCell(typed: string, most: number, label: string): Cell {
  const text = typed.replace(/[\s\u00a0]+/g, " ").trim();
  if (text === "") return { mark: null };
  const code = spelt[text.toLowerCase().replace(/[^a-z]/g, "")];
  if (code && /^[A-Za-z][A-Za-z. ]*$/.test(text)) return { code };
  if (/^\d{1,3}$/.test(text)) {
    const mark = Number(text);
    return mark <= most ? { mark } : { trouble: `${label} must be at most ${most}; ${text} was typed` };
  }
  if (/^-\d/.test(text)) return { trouble: `${label} must not be below 0` };
  if (/^\d+[.,]\d+$/.test(text)) return { trouble: `${label} must be a whole number; ${text} was typed` };
  return {
    trouble: `${label} must be a whole number from 0 to ${most}, or ABS, EXC, MAL or NCA; “${text.slice(0, 20)}” was typed`,
  };
}

/** Whether a score is whole: both numbers, or a code. */
export const isWhole = ({ ca, examination, code }: Score): boolean =>
  code !== null || (ca !== null && examination !== null);

export const isSame = (one: Score, other: Score): boolean =>
  one.ca === other.ca && one.examination === other.examination && one.code === other.code;

/** What people type into the two cells of a student. */
export interface Typed {
  readonly ca: string;
  readonly examination: string;
}

export const cellLabels = { ca: "CA", examination: "Examination" } as const satisfies Record<keyof Typed, string>;

export const cells = ["ca", "examination"] as const satisfies readonly (keyof Typed)[];

export type ReadRow = { readonly score: Score } | { readonly troubles: Partial<Record<keyof Typed, string>> };

/**
 * What both cells of a student come to. A code in either stands for both, so that a number beside it counts for nothing: CA 25 and
 * ABS is absent.
 */
export function readRow(typed: Typed, { camax, exammax }: Maxima): ReadRow {
  const [ca, examination] = [
    readCell(typed.ca, camax, cellLabels.ca),
    readCell(typed.examination, exammax, cellLabels.examination),
  ];
  const troubles = {
    ...("trouble" in ca && { ca: ca.trouble }),
    ...("trouble" in examination && { examination: examination.trouble }),
  };
  if (Object.keys(troubles).length > 0) return { troubles };
  const codes = [ca, examination].flatMap((cell) => ("code" in cell ? [cell.code] : []));
  const [code, other = code] = codes;
  if (code !== other)
    return { troubles: { examination: `Examination says ${other} and CA ${code}: one code stands for both` } };
  if (code) return { score: { ...noScore, code } };
  return { score: { ca: markIn(ca), examination: markIn(examination), code: null } };
}

const markIn = (cell: Cell): number | null => ("mark" in cell ? cell.mark : null);

/** A score as it stands in its cells: a code where it belongs, which is the examination but for "no CA". */
export function typedOf({ ca, examination, code }: Score): Typed {
  if (code === null) return { ca: textOf(ca), examination: textOf(examination) };
  return code === "No CA" ? { ca: codeGrades[code], examination: "" } : { ca: "", examination: codeGrades[code] };
}

const textOf = (mark: number | null): string => (mark === null ? "" : String(mark));

/** "25 and 41", "25 and nothing", "ABS", "nothing": as sentences and lists say it. */
export function inWords({ ca, examination, code }: Score): string {
  if (code !== null) return codeGrades[code];
  if (ca === null && examination === null) return "nothing";
  return `${ca ?? "nothing"} and ${examination ?? "nothing"}`;
}

/** Of 100; null while a half is missing, and beside a code. */
export const totalOf = ({ ca, examination }: Score): number | null =>
  ca === null || examination === null ? null : ca + examination;

/** Why nobody writes on a sheet that was sent in, and what to do. */
const lockedSentences: Readonly<Partial<Record<SheetState, string>>> = {
  "With head": "This sheet was sent in and is with the head of department, so its marks are locked",
  "With dean": "This sheet is with the dean, so its marks are locked",
  "With examinations": "This sheet is with the examinations office, so its marks are locked",
  "With board": "This sheet is with the board, so its marks are locked",
  Approved: "The board has approved this sheet, so its marks are locked. What is published is changed by rectification",
};

/** What a locked sheet answers to whoever would write on it. */
export function lockedSentence(state: SheetState): string {
  const sentence = lockedSentences[state] ?? "This sheet is locked";
  return state === "Approved" ? sentence : `${sentence}. Ask there to return it with a reason, and type again`;
}

/** What whoever would write over a published mark is answered. */
export const publishedSentence = (name: string): string =>
  `The result of ${name} is published, so its mark stays. Correct it by a rectification`;

/** By which way a mark was written. */
export const writingWays = ["Grid", "Spreadsheet", "Second typing"] as const;

export type WritingWay = (typeof writingWays)[number];
