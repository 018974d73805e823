import { isOverlapping, type Placed } from "../../timetable/timetable.rules.ts";

/**
 * The seat numbers of a hall that an examination of a day has: the lowest that none of those before it in the day's order
 * (by start, then code) holds while it is sat. Where no more seats are given than there are, none is beyond the hall.
 */
export function seatNumbers(day: readonly Placed[], examination: string, room: string): readonly number[] {
  const held: { readonly by: Placed; readonly seats: readonly number[] }[] = [];
  for (const one of day) {
    const given = one.rooms.find(({ _id }) => _id === room);
    if (!given) continue;
    const taken = new Set(held.filter(({ by }) => isOverlapping(by, one)).flatMap(({ seats }) => seats));
    const seats: number[] = [];
    for (let number = 1; seats.length < given.seats; number += 1) if (!taken.has(number)) seats.push(number);
    if (one._id === examination) return seats;
    held.push({ by: one, seats });
  }
  return [];
}
