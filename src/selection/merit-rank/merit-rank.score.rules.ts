import type { MeritScheme } from "../merit-scheme/merit-scheme.contract.ts";

export interface RankingScores {
  /** 0 to 400; null while nobody has told it. */
  readonly utme: number | null;
  /** In hundredths, 0 to 10,000; null while nobody has told it. */
  readonly screening: number | null;
  /** The best grade of each subject, as WAEC's points: 1 is A1, 9 is F9; the best first. */
  readonly grades: readonly number[];
}

type Weights = Pick<MeritScheme, "utme" | "screening" | "olevel" | "noutme" | "noscreening" | "points" | "best">;

const MOST_UTME = 400;
const MOST_SCREENING = 10_000;
const AGGREGATE_100 = 10_000;

/** The points of the best subjects. What is missing of them is worth none. */
export function pointsOf({ points, best }: Weights, { grades }: Pick<RankingScores, "grades">): number {
  let sum = 0;
  for (let place = 0; place < best && place < grades.length; place += 1) sum += points[(grades[place] ?? 0) - 1] ?? 0;
  return sum;
}

/**
 * The aggregate in hundredths, 0 to 10,000, half of one rounded up: each score as a part of the most there is, times its
 * weight. The weight of a score that nobody has told is spread over the others in their proportion, or counts 0, as the
 * scheme says. Null where nothing is left to weigh. Whole numbers all the way: numerator and denominator stay below 2^53.
 */
export function aggregateOf(weights: Weights, scores: RankingScores): number | null {
  const { utme, screening } = scores;
  const byUtme = utme === null && weights.noutme !== "Counts 0" ? 0 : weights.utme;
  const byScreening = screening === null && weights.noscreening !== "Counts 0" ? 0 : weights.screening;
  const sum = byUtme + byScreening + weights.olevel;
  if (sum === 0) return null;
  const mostPoints = weights.best * (weights.points[0] ?? 0);
  // All three over one denominator: MOST_SCREENING is a multiple of MOST_UTME.
  const numerator =
    byUtme * (utme ?? 0) * (MOST_SCREENING / MOST_UTME) * mostPoints +
    byScreening * (screening ?? 0) * mostPoints +
    weights.olevel * pointsOf(weights, scores) * MOST_SCREENING;
  const denominator = MOST_SCREENING * mostPoints * sum;
  return Math.floor((2 * AGGREGATE_100 * numerator + denominator) / (2 * denominator));
}

/** `6125` as `61.25`. */
export const asAggregate = (hundredths: number): string =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;

/** A number of at most two decimals as hundredths: `61.25` as `6125`. */
export const inHundredths = (decimal: number): number => Math.round(decimal * 100);
