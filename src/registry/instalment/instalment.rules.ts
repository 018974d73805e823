/** What waits for a part of the bill. */
export const gates = ["registration", "examination", "results"] as const;

export type Gate = (typeof gates)[number];

export const gateWords: Readonly<Record<Gate, string>> = {
  registration: "Course registration",
  examination: "Examinations",
  results: "Results",
};

/** An instalment as a bill keeps it. */
export interface FrozenInstalment {
  readonly name: string;
  /** How much is to be paid by then, in percent of all. */
  readonly share: number;
  /** Last day in Lagos, `2026-12-05`. */
  readonly due: string;
  readonly opens: readonly Gate[];
}

/**
 * The instalments of a new bill: those that the college has said, by their shares, and the rest of the money with the last of
 * their days; none is due before `soonest`. Where it has said none, all is due then and opens everything.
 */
export function frozenInstalments(said: readonly FrozenInstalment[], soonest: string): FrozenInstalment[] {
  const ordered = said
    .toSorted((one, other) => one.share - other.share)
    .map((one) => ({ ...one, due: one.due < soonest ? soonest : one.due }));
  const last = ordered.at(-1);
  if (!last) return [{ name: "Whole fee", share: 100, due: soonest, opens: [...gates] }];
  return last.share === 100 ? ordered : [...ordered, { name: "The rest", share: 100, due: last.due, opens: [] }];
}
