import type { Scheme } from "../merit-scheme/merit-scheme.contract.ts";
import { asAggregate, inHundredths } from "./merit-rank.score.contract.ts";

/** What decides whether an application is ranked at all. */
export interface Standing {
  /** The stage that its review stands at. */
  readonly state: string;
  /** Of the entry rules; null until judged. */
  readonly verdict: string | null;
  readonly utme: number | null;
}

/** Why somebody is not ranked: in a word for counting, and in a sentence for the row. */
export interface Bar {
  readonly why: string;
  readonly sentence: string;
}

type Cuts = Pick<Scheme, "stages" | "verdicts" | "leastutme" | "leastaggregate" | "best">;

/** Everything that keeps an application off the ranks, the weightiest first; none for one that is ranked. */
export function barsOf(cuts: Cuts, { state, verdict, utme }: Standing, aggregate: number | null): Bar[] {
  const bars: Bar[] = [];
  if (!isOneOf(cuts.stages, state))
    bars.push({
      why: `Stands at ${state}`,
      sentence: `Stands at ${state}; only ${listed(cuts.stages)} files are ranked`,
    });
  const judged = verdict ?? "Not judged yet";
  if (!isOneOf(cuts.verdicts, judged))
    bars.push({ why: `Entry rules: ${judged}`, sentence: `The entry rules say: ${judged}` });
  if (cuts.leastutme !== undefined && utme !== null && utme < cuts.leastutme)
    bars.push({
      why: "UTME below the least",
      sentence: `UTME score ${utme} is below the least of ${cuts.leastutme}`,
    });
  if (aggregate === null)
    bars.push({ why: "No score to rank by", sentence: "Nobody has told a score that this scheme weighs" });
  else if (cuts.leastaggregate !== undefined && aggregate < inHundredths(cuts.leastaggregate))
    bars.push({
      why: "Aggregate below the least",
      sentence: `Aggregate ${asAggregate(aggregate)} is below the least of ${cuts.leastaggregate.toFixed(2)}`,
    });
  return bars;
}

const isOneOf = (list: readonly string[], one: string): boolean => list.includes(one);

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
