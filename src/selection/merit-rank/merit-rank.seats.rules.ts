import { states } from "#reference/states-and-lgas/states-and-lgas.rules.ts";
import { areaOf, type Quota } from "../merit-scheme/merit-scheme.contract.ts";
import { asAggregate } from "./merit-rank.score.rules.ts";

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

interface Seat {
  readonly rank: number;
  readonly aggregate: number;
  readonly quota: string;
  readonly seat: number;
  readonly of: number;
}

/** "Rank 14, merit seat 9 of 20, aggregate 61.25". */
export const offerWords = ({ rank, aggregate, quota, seat, of }: Seat): string =>
  `Rank ${rank}, ${within(quota)} seat ${seat} of ${of}, aggregate ${asAggregate(aggregate)}`;

interface Queue {
  readonly rank: number;
  readonly aggregate: number;
  /** From 1, among those who wait. */
  readonly place: number;
  readonly seats: Seats;
}

/** What a programme has to give. */
export interface Seats {
  /** Null while nobody has said how many. */
  readonly seats: number | null;
  /** Those that earlier offers hold. */
  readonly taken: number;
}

/** The seats that nobody holds yet. */
export const freeSeats = ({ seats, taken }: Seats): number => Math.max(0, (seats ?? 0) - taken);

/** "Rank 31, 11th of those who wait for one of 20 seats, aggregate 49.10". */
export const waitingWords = ({ rank, aggregate, place, seats }: Queue): string =>
  `Rank ${rank}, ${noSeat(seats, place)}, aggregate ${asAggregate(aggregate)}`;

function noSeat(of: Seats, place: number): string {
  if (of.seats === null) return "nobody has said how many seats the programme has";
  const free = freeSeats(of);
  if (free === 0) return of.seats === 0 ? "the programme has no seats" : `all ${of.seats} seats are held already`;
  return `${ordinal(place)} of those who wait for one of ${free} ${free === 1 ? "seat" : "seats"}`;
}

/** The name of a quota inside a sentence: "Merit" as "merit", but "ELDS" as it is. */
const within = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** `1st`, `2nd`, `3rd`, `11th`. */
function ordinal(number: number): string {
  const tens = number % 100;
  const ending = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}
