/** Where two accounts that are alike stand. */
export const pairStates = ["Open", "Different", "Locked", "Proposed", "Merged"] as const;

export type PairState = (typeof pairStates)[number];

export const pairLooks = {
  Open: "info",
  Different: "plain",
  Locked: "bad",
  Proposed: "info",
  Merged: "good",
} as const satisfies Record<PairState, string>;

/** At 50 points the two are called strong. One thing alike that points at one person is worth as much. */
export const strengths = ["Strong", "Likely"] as const;

/** What one side of a pair has done, as far as money and applications go. */
export interface SideDone {
  readonly name: string;
  readonly applications: readonly string[];
  /** Verified and not taken back, each as "3107-4432-1190 over ₦2,500.00". */
  readonly paid: readonly string[];
}

/**
 * Why `gone` cannot be merged into `kept`, a sentence each. What was paid or submitted never changes its account: so the one
 * that has it stays, and where both have, the bursary or the admissions office settles one of them first.
 */
export function mergeStops(kept: SideDone, gone: SideDone): string[] {
  const stops: string[] = [];
  if (gone.applications.length > 0)
    stops.push(
      kept.applications.length > 0
        ? `Both have applied: ${[...kept.applications, ...gone.applications].join(", ")}. Lock the second account, and let the admissions office decide about its application`
        : `The account that would go has applied: ${gone.applications.join(", ")}. Keep that one`,
    );
  if (gone.paid.length > 0)
    stops.push(
      kept.paid.length > 0
        ? `Both have paid: ${[...kept.paid, ...gone.paid].join(", ")}. Lock the second account: the bursary is told, and gives one of them back first`
        : `The account that would go has paid: ${gone.paid.join(", ")}. Keep that one`,
    );
  return stops;
}
