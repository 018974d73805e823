import { type MeritScheme, wishRuleOf } from "../merit-scheme/merit-scheme.contract.ts";
import { type RankedCandidate, rankProgramme } from "./merit-rank.rules.ts";
import type { SeatsToGive } from "./merit-rank.words.rules.ts";

/** One programme that an applicant wishes, and the applicant as that programme sees it. */
export interface Wish<C extends RankedCandidate = RankedCandidate> {
  /** Its `_id`. */
  readonly programme: string;
  readonly of: C;
}

const noSeats: SeatsToGive = { seats: null, taken: 0 };

/**
 * In whose list each applicant stands: in that of the best choice that has a seat for them, else in that of the first choice
 * that ranks them, where they wait, else in the first. Deferred acceptance: everybody asks at the first choice; each programme
 * keeps the best by the scheme's quotas for the time being, and who is not kept asks at the next. Nobody who would take a seat
 * is passed over by one whom the programme puts behind, the answer does not depend on any order, and no two seats are one's.
 * Gives way after each programme, so that others are served. Each list of wishes is in its order and has at least one.
 * Decision 0107.
 */
export function* assignWishes<C extends RankedCandidate>(
  scheme: MeritScheme,
  seats: ReadonlyMap<string, SeatsToGive>,
  applicants: readonly (readonly Wish<C>[])[],
): Generator<void, Map<string, C[]>> {
  const lists = new Map<string, C[]>();
  const stand = ({ programme, of }: Wish<C>) => added(lists, programme, of);
  const isFirstOnly = wishRuleOf(scheme) === "First choices only" || applicants.every(({ length }) => length < 2);
  if (isFirstOnly) {
    for (const [first] of applicants) if (first) stand(first);
    return lists;
  }

  const kept = new Map<string, Asking<C>[]>();
  const ranks = new Map<string, Wish<C>>();
  let asking = new Map<string, Asking<C>[]>();
  for (const wishes of applicants) if (wishes[0]) added(asking, wishes[0].programme, { wishes, at: 0 });
  const without: (readonly Wish<C>[])[] = [];
  while (asking.size > 0) {
    const next = new Map<string, Asking<C>[]>();
    for (const [programme, arrived] of asking) {
      const all = [...(kept.get(programme) ?? []), ...arrived];
      const { seated, ranked, left } = parted(scheme, seats.get(programme) ?? noSeats, all);
      kept.set(programme, seated);
      for (const { wishes, at } of ranked) {
        const [wish, first] = [wishes[at], wishes[0]];
        if (wish && first && !ranks.has(first.of.application)) ranks.set(first.of.application, wish);
      }
      for (const { wishes, at } of left) {
        const further = wishes[at + 1];
        if (further) added(next, further.programme, { wishes, at: at + 1 });
        else without.push(wishes);
      }
      yield;
    }
    asking = next;
  }
  for (const all of kept.values())
    for (const { wishes, at } of all) {
      const wish = wishes[at];
      if (wish) stand(wish);
    }
  for (const wishes of without) {
    const [first] = wishes;
    if (first) stand(ranks.get(first.of.application) ?? first);
  }
  return lists;
}

interface Asking<C extends RankedCandidate> {
  readonly wishes: readonly Wish<C>[];
  /** The wish that is asked for, from 0. */
  readonly at: number;
}

/** Whom a programme keeps for now, whom it ranks, and whom it has no seat for. */
function parted<C extends RankedCandidate>(scheme: MeritScheme, seats: SeatsToGive, all: readonly Asking<C>[]) {
  const by = new Map(all.map((one) => [one.wishes[one.at]?.of.application ?? "", one]));
  const { places } = rankProgramme(
    scheme,
    seats,
    all.flatMap(({ wishes, at }) => wishes[at]?.of ?? []),
  );
  const which = (wanted: (place: (typeof places)[number]) => boolean) =>
    places.flatMap((place) => (wanted(place) ? (by.get(place.of.application) ?? []) : []));
  return {
    seated: which(({ outcome }) => outcome === "Offer"),
    ranked: which(({ rank }) => rank !== null),
    left: which(({ outcome }) => outcome !== "Offer"),
  };
}

function added<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const list = lists.get(key);
  if (list) list.push(one);
  else lists.set(key, [one]);
}
