/** Posted: the place is held. Proposed: one has said the result. Confirmed: another has agreed. Released: the place is free again. */
export const postingStates = ["Posted", "Proposed", "Confirmed", "Released"] as const;

export type PostingState = (typeof postingStates)[number];

export const postingLooks = {
  Posted: "info",
  Proposed: "info",
  Confirmed: "good",
  Released: "plain",
} as const satisfies Record<PostingState, string>;

export const postingWords: Readonly<Record<PostingState, string>> = {
  Posted: "Posted",
  Proposed: "Result proposed",
  Confirmed: "Result confirmed",
  Released: "Place given up",
};

/** The whole table of what leads where. */
export const mayPostingGo = (from: PostingState, to: PostingState): boolean =>
  (from === "Posted" && (to === "Proposed" || to === "Released")) ||
  (from === "Proposed" && (to === "Confirmed" || to === "Posted"));

/** Why there is no total: absent without leave, or misconduct. Both may be posted again. Student records, section 3. */
export const practiceCodes = ["Absent", "Malpractice"] as const;

export type PracticeCode = (typeof practiceCodes)[number];

export const practiceCodeWords: Readonly<Record<PracticeCode, string>> = {
  Absent: "Absent without leave",
  Malpractice: "Misconduct",
};

/** A scored visit. */
export interface Scored {
  readonly got: number;
  readonly most: number;
}

/**
 * The result of some visits: the mean of what each brought in percent, as a whole number, half up. It is rounded once, from the
 * exact fraction; pass and grade go by it. Decision 0077. Null of none.
 */
export function practiceTotal(visits: readonly Scored[]): number | null {
  if (visits.length === 0) return null;
  let over = 0n;
  let under = 1n;
  for (const { got, most } of visits) {
    over = over * BigInt(most) + BigInt(got) * under;
    under *= BigInt(most);
  }
  under *= BigInt(visits.length);
  return Number((200n * over + under) / (2n * under));
}

/** How a result reads: passed, or to be repeated. */
export function resultWords(
  { total, code }: { readonly total: number | null; readonly code: PracticeCode | null },
  passline: number,
): string {
  if (code !== null) return `${practiceCodeWords[code]}: to be repeated`;
  if (total === null) return "";
  return total >= passline ? `${total} %, passed` : `${total} %, to be repeated`;
}

export const isPassed = ({ total }: { readonly total: number | null }, passline: number): boolean =>
  total !== null && total >= passline;

/** Who wishes what, in the order in which they sent it. */
export interface Wishing {
  readonly student: string;
  /** The schools by `_id`, the dearest first. */
  readonly wishes: readonly string[];
}

/**
 * Who goes where: everybody's first wish is looked at before anybody's second, and within one wish whoever sent it first. Answers
 * school and number of the wish by student; whoever got none is not in it.
 */
export function placedByWishes(
  wishing: readonly Wishing[],
  free: ReadonlyMap<string, number>,
): ReadonlyMap<string, { readonly school: string; readonly wish: number }> {
  const left = new Map(free);
  const placed = new Map<string, { school: string; wish: number }>();
  for (const wish of [1, 2, 3])
    for (const { student, wishes } of wishing) {
      const school = wishes[wish - 1];
      if (school === undefined || placed.has(student)) continue;
      const places = left.get(school) ?? 0;
      if (places <= 0) continue;
      left.set(school, places - 1);
      placed.set(student, { school, wish });
    }
  return placed;
}
