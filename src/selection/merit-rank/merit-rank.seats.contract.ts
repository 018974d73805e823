import { states } from "#reference/states-and-lgas/states-and-lgas.contract.ts";
import { areaOf, type Quota } from "../merit-scheme/merit-scheme.quota.contract.ts";

/** What a quota asks of an application. */
export interface Origin {
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
export function fitsQuota({ who, members }: Pick<Quota, "who" | "members">): (of: Origin) => boolean {
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
