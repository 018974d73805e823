import type { FrozenInstalment } from "../instalment/instalment.rules.ts";

/** What a line of a bill is. Fees stand from the beginning; everything else came later. */
export const lineWords = {
  fee: "Fee",
  late: "Late charge",
  registration: "Late registration",
  change: "Change",
  debt: "Brought in",
  waiver: "Waiver",
  scholarship: "Scholarship",
  sponsor: "Sponsor",
  loan: "Loan",
  moved: "Moved",
  refund: "Refund",
} as const;

export type LineKind = keyof typeof lineWords;

/** The sums of a bill, in kobo. */
export interface BillSums {
  /** Of all lines. */
  readonly billed_kobo: number;
  /** Of the late charges among them. */
  readonly late_kobo: number;
  /** Of what was moved from other bills of the same person, or to them, when records were merged. */
  readonly moved_kobo: number;
  /** Of the payments that count. */
  readonly paid_kobo: number;
}

/** An instalment of one bill: what is to be paid for it, and what of that is left, in kobo. */
export interface BillPart extends FrozenInstalment {
  readonly amount_kobo: number;
  readonly left_kobo: number;
}

/** A share of what is billed, in kobo and whole naira, and at most all of it; `instalment_kobo` of the database is the same. */
export const shareOf = (base_kobo: number, share: number): number =>
  base_kobo <= 0 ? 0 : Math.min(base_kobo, Math.ceil((base_kobo * share) / 10_000) * 100);

/**
 * The instalments of a bill. Whatever comes is taken for the first of them; a late charge is due with it. What was paid on
 * another bill and moved here is paid, too: `owed_since` of the database is the same. What that opens, `left_before` says.
 */
export function partsOf(instalments: readonly FrozenInstalment[], sums: BillSums): BillPart[] {
  const late = Math.max(sums.late_kobo, 0);
  const moved = Math.min(sums.moved_kobo, 0);
  const paid = sums.paid_kobo - moved;
  const until = instalments.map(({ share }) => shareOf(sums.billed_kobo - moved - sums.late_kobo, share) + late);
  return instalments.map((one, place) => {
    const end = until[place] ?? 0;
    const begin = until[place - 1] ?? 0;
    return {
      ...one,
      amount_kobo: end - begin,
      left_kobo: Math.min(Math.max(end - paid, 0), end - begin),
    };
  });
}

/** "100 level, indigene, new student". */
export const classWords = ({
  level,
  indigene,
  isnewstudent,
}: {
  readonly level: number;
  readonly indigene: boolean;
  readonly isnewstudent: boolean;
}): string =>
  `${level} level, ${indigene ? "indigene" : "non-indigene"}, ${isnewstudent ? "new" : "returning"} student`;
