import { states } from "#reference/states-and-lgas/states-and-lgas.rules.ts";
import type { MeritScheme } from "../merit-scheme/merit-scheme.contract.ts";
import { areaOf, type MeritQuota, wishRuleOf } from "../merit-scheme/merit-scheme.contract.ts";
import { aggregateOf, asAggregate, inHundredths, pointsOf, type RankingScores } from "./merit-rank.score.rules.ts";
import { offerWords, type SeatsToGive, seatsToGive, waitingWords } from "./merit-rank.words.rules.ts";

/** What decides whether an application is ranked at all. */
interface Standing {
  /** The stage that its review stands at. */
  readonly state: string;
  /** Of the entry rules; null until judged. */
  readonly verdict: string | null;
  readonly utme: number | null;
}

/** Why somebody is not ranked: in a word for counting, and in a sentence for the row. */
interface Bar {
  readonly why: string;
  readonly sentence: string;
}

type Cuts = Pick<MeritScheme, "stages" | "verdicts" | "leastutme" | "leastaggregate" | "best">;

/** Everything that keeps an application off the ranks, the weightiest first; none for one that is ranked. */
function barsOf(cuts: Cuts, { state, verdict, utme }: Standing, aggregate: number | null): Bar[] {
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

export interface RankedCandidate extends RankingScores, Standing, ApplicantOrigin {
  readonly application: string;
  readonly jamb: string;
  /** Which choice of the applicant's the programme is, from 1. */
  readonly wish: number;
  /** When it was submitted; earlier is smaller. */
  readonly submitted: number;
}

export const placeOutcomes = ["Offer", "Waiting", "Not placed"] as const;

export interface RankedPlace<C extends RankedCandidate = RankedCandidate> {
  readonly of: C;
  /** From 1; null for who is not ranked. */
  readonly rank: number | null;
  /** In hundredths; null where there is nothing to weigh. */
  readonly aggregate: number | null;
  readonly points: number;
  readonly outcome: (typeof placeOutcomes)[number];
  readonly quota: string | null;
  readonly reason: string;
  /** The same in a word, for who is not ranked. */
  readonly why: string | null;
}

export interface QuotaSeats {
  readonly name: string;
  /** Of its own. */
  readonly seats: number;
  /** That others could not fill and left to it. */
  readonly more: number;
  readonly placed: number;
}

export interface ProgrammeRanking<C extends RankedCandidate = RankedCandidate> {
  /** The ranked, by rank, then the others by JAMB number. */
  readonly places: readonly RankedPlace<C>[];
  readonly quotas: readonly QuotaSeats[];
}

/**
 * Ranks the applications to one programme and gives its free seats: quota by quota in the scheme's order, each to the best
 * who fit and have no seat yet; then what quotas leave to merit, to the best of the rest. The answer does not depend on the
 * order of the applications. Decision 0035.
 */
export function rankProgramme<C extends RankedCandidate>(
  scheme: MeritScheme,
  seats: SeatsToGive,
  candidates: readonly C[],
): ProgrammeRanking<C> {
  const ranked: Weighed<C>[] = [];
  const others: RankedPlace<C>[] = [];
  for (const of of candidates) {
    const aggregate = aggregateOf(scheme, of);
    const points = pointsOf(scheme, of);
    const bars = barsOf(scheme, of, aggregate);
    if (aggregate !== null && bars.length === 0) ranked.push({ of, aggregate, points });
    else others.push({ of, rank: null, aggregate, points, outcome: "Not placed", quota: null, ...barredBy(bars) });
  }
  ranked.sort(wishRuleOf(scheme) === "First choices first" ? earlierWish : better);
  others.sort(
    (one, other) => compared(one.of.jamb, other.of.jamb) || compared(one.of.application, other.of.application),
  );
  const { given, quotas } = giveSeats(scheme, seatsToGive(seats), ranked);
  return { places: [...placesOf(ranked, given, quotas, seats), ...others], quotas };
}

interface Weighed<C> {
  readonly of: C;
  readonly aggregate: number;
  readonly points: number;
}

const barredBy = (bars: ReturnType<typeof barsOf>) => ({
  reason: bars.map(({ sentence }) => sentence).join(". "),
  why: bars[0]?.why ?? null,
});

const earlierWish = <C extends RankedCandidate>(one: Weighed<C>, other: Weighed<C>): number =>
  one.of.wish - other.of.wish || better(one, other);

/** Aggregate, then O-Level points, then screening, then who submitted earlier, then the JAMB number. */
function better<C extends RankedCandidate>(one: Weighed<C>, other: Weighed<C>): number {
  return (
    other.aggregate - one.aggregate ||
    other.points - one.points ||
    (other.of.screening ?? -1) - (one.of.screening ?? -1) ||
    one.of.submitted - other.of.submitted ||
    compared(one.of.jamb, other.of.jamb) ||
    compared(one.of.application, other.of.application)
  );
}

/** By code unit, so that every machine agrees. */
const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

interface Given {
  /** For each of the ranked the place of the quota in the scheme; -1 without a seat. */
  readonly given: readonly number[];
  readonly quotas: readonly QuotaSeats[];
}

function giveSeats({ quotas }: MeritScheme, free: number, ranked: readonly Weighed<RankedCandidate>[]): Given {
  const own = seatsByShare(
    free,
    quotas.map(({ share }) => share),
  );
  const given: number[] = ranked.map(() => -1);
  const placed = quotas.map((quota, place) => giveTo(given, ranked, place, own[place] ?? 0, fitsQuota(quota)));
  const merit = quotas.findIndex(({ who }) => who === "Everybody");
  const left = quotas.reduce(
    (sum, { left }, place) =>
      left === "Goes to merit" && place !== merit ? sum + (own[place] ?? 0) - (placed[place] ?? 0) : sum,
    0,
  );
  placed[merit] = (placed[merit] ?? 0) + giveTo(given, ranked, merit, left, () => true);
  return {
    given,
    quotas: quotas.map(({ name }, place) => ({
      name,
      seats: own[place] ?? 0,
      more: place === merit ? left : 0,
      placed: placed[place] ?? 0,
    })),
  };
}

/** Gives so many seats to the best who fit and have none; answers how many it gave. */
function giveTo(
  given: number[],
  ranked: readonly Weighed<RankedCandidate>[],
  quota: number,
  seats: number,
  fits: (of: ApplicantOrigin) => boolean,
): number {
  let gave = 0;
  for (let place = 0; place < ranked.length && gave < seats; place += 1) {
    const one = ranked[place];
    if (given[place] !== -1 || !one || !fits(one.of)) continue;
    given[place] = quota;
    gave += 1;
  }
  return gave;
}

function placesOf<C extends RankedCandidate>(
  ranked: readonly Weighed<C>[],
  given: readonly number[],
  quotas: readonly QuotaSeats[],
  seats: SeatsToGive,
): RankedPlace<C>[] {
  const sat = quotas.map(() => 0);
  let waiting = 0;
  return ranked.map(({ of, aggregate, points }, place) => {
    const common = { of, aggregate, points, rank: place + 1, why: null };
    const { wish } = of;
    const at = given[place] ?? -1;
    const quota = quotas[at];
    if (!quota) {
      waiting += 1;
      const reason = waitingWords({ rank: common.rank, aggregate, place: waiting, seats, wish });
      return { ...common, outcome: "Waiting", quota: null, reason };
    }
    const seat = (sat[at] ?? 0) + 1;
    sat[at] = seat;
    const words = { rank: common.rank, aggregate, quota: quota.name, seat, of: quota.seats + quota.more, wish };
    return { ...common, outcome: "Offer", quota: quota.name, reason: offerWords(words) };
  });
}

export interface ApplicantOrigin {
  readonly stateoforigin: string;
  readonly lgaoforigin: string;
  readonly gender: string;
  /** The mode of entry. */
  readonly type: string;
}

/**
 * The seats of each quota by its share in percent, all of them given: whole parts first, then one each to the largest
 * remainders, of equal ones to the earlier quota.
 */
export function seatsByShare(seats: number, shares: readonly number[]): number[] {
  const given = shares.map((share) => Math.floor((seats * share) / 100));
  const rest = shares
    .map((share, place) => ({ place, remainder: (seats * share) % 100 }))
    .sort((one, other) => other.remainder - one.remainder || one.place - other.place);
  const left = seats - given.reduce((sum, one) => sum + one, 0);
  for (const { place } of rest.slice(0, left)) given[place] = (given[place] ?? 0) + 1;
  return given;
}

const lessDeveloped: ReadonlySet<string> = new Set(states.filter(({ elds }) => elds).map(({ name }) => name));

/** Whether a seat of the quota may go to an application. */
export function fitsQuota({ who, members }: Pick<MeritQuota, "who" | "members">): (of: ApplicantOrigin) => boolean {
  const named: ReadonlySet<string> = new Set(members);
  switch (who) {
    case "Everybody":
      return () => true;
    case "States of origin":
      return ({ stateoforigin }) => named.has(stateoforigin);
    case "Educationally less developed states":
      return ({ stateoforigin }) => lessDeveloped.has(stateoforigin);
    case "Local government areas":
      return ({ stateoforigin, lgaoforigin }) => named.has(areaOf(stateoforigin, lgaoforigin));
    case "Sex":
      return ({ gender }) => named.has(gender);
    case "Mode of entry":
      return ({ type }) => named.has(type);
  }
}
