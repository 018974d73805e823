import { choiceName } from "#applications/application/application.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asAggregate } from "./merit-rank.score.rules.ts";

interface Seat {
  readonly rank: number;
  readonly aggregate: number;
  readonly quota: string;
  readonly seat: number;
  readonly of: number;
  readonly wish: number;
}

/** "Rank 14, merit seat 9 of 20, aggregate 61.25". */
export const offerWords = ({ rank, aggregate, quota, seat, of, wish }: Seat): string =>
  `Rank ${rank}, ${within(quota)} seat ${seat} of ${of}, aggregate ${asAggregate(aggregate)}${wishWords(wish)}`;

/** Nothing of a first choice, which goes without saying. */
const wishWords = (wish: number): string => (wish > 1 ? `, ${choiceName(wish).toLowerCase()}` : "");

interface Queue {
  readonly rank: number;
  readonly aggregate: number;
  /** From 1, among those who wait. */
  readonly place: number;
  readonly seats: SeatsToGive;
  readonly wish: number;
}

export interface SeatsToGive {
  /** Null while nobody has said how many. */
  readonly seats: number | null;
  /** Those that earlier offers hold. */
  readonly taken: number;
}

/** The seats that nobody holds yet. */
export const seatsToGive = ({ seats, taken }: SeatsToGive): number => Math.max(0, (seats ?? 0) - taken);

/** "Rank 31, 11th of those who wait for one of 20 seats, aggregate 49.10". */
export const waitingWords = ({ rank, aggregate, place, seats, wish }: Queue): string =>
  `Rank ${rank}, ${noSeat(seats, place)}, aggregate ${asAggregate(aggregate)}${wishWords(wish)}`;

function noSeat(of: SeatsToGive, place: number): string {
  if (of.seats === null) return "nobody has said how many seats the programme has";
  const free = seatsToGive(of);
  if (free === 0) return of.seats === 0 ? "the programme has no seats" : `all ${of.seats} seats are held already`;
  return `${ordinal(place)} of those who wait for one of ${asCount(free, "seat")}`;
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
