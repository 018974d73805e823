/** What one student has in a course, as it counts. */
export interface Counted {
  readonly total: number | null;
  readonly code: string | null;
  readonly grade: string;
  readonly passed: boolean;
}

/** How the marks of a class lie. */
export interface Spread {
  /** How many have each grade, the best first. Codes are none. */
  readonly grades: readonly { readonly grade: string; readonly count: number }[];
  /** How many have each code. */
  readonly codes: readonly { readonly code: string; readonly count: number }[];
  readonly marked: number;
  /** Of the totals, in tenths, half up; null where there is none. */
  readonly mean: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  /** Of who has a mark or a code that is no excuse, how many have not passed. */
  readonly failed: number;
  /** In whole percent of them, half up. */
  readonly failing: number;
}

const tally = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** Grades in the order of the totals that have them; who has no mark counts nowhere. */
export function spreadOf(list: readonly Counted[]): Spread {
  const marked = list.filter((one): one is Counted & { readonly total: number } => one.total !== null);
  const byTotal = marked.toSorted((one, other) => other.total - one.total);
  const sum = marked.reduce((all, { total }) => all + total, 0);
  const judged = list.filter(({ total, code }) => total !== null || (code !== null && code !== "Excused"));
  const failed = judged.filter(({ passed }) => !passed).length;
  return {
    grades: [...tally(byTotal.map(({ grade }) => grade))].map(([grade, count]) => ({ grade, count })),
    codes: [...tally(list.flatMap(({ code }) => code ?? []))].map(([code, count]) => ({ code, count })),
    marked: marked.length,
    mean: marked.length === 0 ? null : Math.floor((20 * sum + marked.length) / (2 * marked.length)),
    lowest: byTotal.at(-1)?.total ?? null,
    highest: byTotal[0]?.total ?? null,
    failed,
    failing: judged.length === 0 ? 0 : Math.floor((200 * failed + judged.length) / (2 * judged.length)),
  };
}

/**
 * How many totals are one below the pass mark, and how many there are of each total around it: a class has as many 38s and 41s as 39s.
 * `away` is each total less its pass mark. Null where there are no more just below it than chance would have.
 */
export function justBelowPass(away: readonly number[]): { readonly count: number; readonly usual: number } | null {
  const count = away.filter((one) => one === -1).length;
  const usual = away.filter((one) => one >= -4 && one <= 3 && one !== -1).length / 7;
  return count < FEW || count < 3 * usual ? null : { count, usual };
}

/** From this share of failures on somebody looks at a class: in percent. */
const MANY_FAIL = 50;
/** Marks of fewer students than these lie anyhow. */
const FEW = 5;

/** What lies improbably, a sentence each: who types it wrongly once does so for all. Without a pass mark nothing is just below it. */
export function improbableIn(list: readonly Counted[], passmark: number | null): string[] {
  const spread = spreadOf(list);
  if (spread.marked < FEW) return [];
  const justBelow =
    passmark === null ? null : justBelowPass(list.flatMap(({ total }) => (total === null ? [] : total - passmark)));
  return [
    ...(spread.lowest === spread.highest ? [`All ${spread.marked} totals are ${spread.lowest}`] : []),
    ...(passmark !== null && justBelow !== null
      ? [`${justBelow.count} totals are ${passmark - 1}, one below the pass mark`]
      : []),
    ...manyFailIn(spread),
  ];
}

/** That so many have not passed, where they are many; as a list of sentences. */
export const manyFailIn = ({ marked, failing }: Spread): string[] =>
  marked >= FEW && failing >= MANY_FAIL ? [`${failing} % have not passed`] : [];
