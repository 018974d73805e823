import { asNaira, naira } from "#kit/value/money.contract.ts";
import { lineWords } from "../bill/bill.rules.ts";

/** What two people change about a bill that stands: the kinds of lines that an office adds. */
export const adjustmentKinds = ["waiver", "scholarship", "change", "debt", "late-back", "taking-back"] as const;

export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** As lists and bills call it. */
export const kindWords: Readonly<Record<AdjustmentKind, string>> = {
  waiver: lineWords.waiver,
  scholarship: lineWords.scholarship,
  change: lineWords.change,
  debt: "Debt brought in",
  "late-back": "Late charge taken back",
  "taking-back": "Taking back",
};

/** What each is for, for whoever chooses, and what its label names. */
export const kindEffects: Readonly<Record<AdjustmentKind, { readonly about: string; readonly label: string }>> = {
  waiver: {
    about: "The college does without the whole or a part of the bill, such as for the children of its staff",
    label: "Why, in a few words, such as Staff child",
  },
  scholarship: {
    about: "A fund of the college pays the whole or a part, and no money comes in",
    label: "Name of the fund, such as Provost's Scholarship",
  },
  change: {
    about: "The bill was wrong: more or less is to be paid, such as for the wrong class of fee",
    label: "What was wrong, such as Wrong class of fee",
  },
  debt: {
    about: "What was still owed from an earlier session comes to this bill",
    label: "From when, such as Balance of 2023/2024",
  },
  "late-back": {
    about: "A late charge was not deserved, such as by somebody in hospital: it goes, and the rest of the bill stays",
    label: "The late charge, as the bill calls it",
  },
  "taking-back": {
    about: "The whole bill was made wrongly and nothing is paid on it: it is gone, and a right one can be made",
    label: "",
  },
};

/** Whether nobody says how much: all of it goes. */
export const isWhole = (kind: AdjustmentKind): boolean => kind === "taking-back" || kind === "late-back";

/** Where a proposal stands. */
export const adjustmentStates = ["Proposed", "Approved", "Declined", "Withdrawn"] as const;

export type AdjustmentState = (typeof adjustmentStates)[number];

export const adjustmentLooks = {
  Proposed: "info",
  Approved: "good",
  Declined: "bad",
  Withdrawn: "plain",
} as const satisfies Record<AdjustmentState, string>;

/** What became of one student's line: dropped where the proposal was declined or withdrawn. */
export const adjustmentLineStates = ["Proposed", "Applied", "Refused", "Dropped"] as const;

export type AdjustmentLineState = (typeof adjustmentLineStates)[number];

/** Students in one proposal. */
export const MOST_STUDENTS = 1_000;

/** The matric numbers of a list as somebody typed or pasted it: a line, a comma or a semicolon between two. */
export const matricsIn = (typed: string): string[] =>
  typed
    .split(/[\n,;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** A share of each one's fees, or the same amount for each with the sign of its line. In kobo. */
export type HowMuch = { readonly percent: number } | { readonly amount_kobo: number };

/** The sums of a bill that an adjustment looks at, in kobo. */
export interface AdjustableSums {
  /** Fees and changes: what a percentage is of. */
  readonly charged_kobo: number;
  /** What is charged and not waived: no more than this can be taken off. */
  readonly waivable_kobo: number;
}

/**
 * What an adjustment means for one bill, with the sign of its line; a percentage in whole naira, and at most what can still be
 * taken off.
 */
export function amountOf(how: HowMuch, { charged_kobo, waivable_kobo }: AdjustableSums): number {
  if ("amount_kobo" in how) return how.amount_kobo;
  return -Math.min(Math.ceil((charged_kobo * how.percent) / 10_000) * 100, Math.max(waivable_kobo, 0));
}

/** Why a bill that is gone takes nothing. */
export const TAKEN_BACK = "This bill is taken back";

/** Why a bill cannot be adjusted so; null where it can. */
export function refusalOf(amount_kobo: number, { waivable_kobo }: AdjustableSums): string | null {
  if (amount_kobo > 0 || (amount_kobo < 0 && -amount_kobo <= waivable_kobo)) return null;
  return waivable_kobo > 0
    ? `Only ${asNaira(naira(waivable_kobo))} of this bill is charged and not waived yet`
    : "All of this bill is waived already";
}
