/** Any of these subjects fills the place. */
export type Place = readonly string[];

export interface Filled {
  readonly filled: number;
  /** For each place that stays open, the subjects that would fill it. */
  readonly open: readonly Place[];
}

/**
 * Fills as many places as the held subjects can, each subject one place at most (Kuhn's augmenting paths). The answer
 * depends on the order of the places only, never on that of the subjects.
 */
export function fillPlaces(places: readonly Place[], held: ReadonlySet<string>): Filled {
  const taken = new Map<string, Place>();
  const open = places.filter((place) => !seat(place, held, taken, new Set()));
  return { filled: places.length - open.length, open: open.map((place) => wanted(place, taken)) };
}

/** Whether each place can have a subject of its own. */
export const canBeFilled = (places: readonly Place[]): boolean =>
  fillPlaces(places, new Set(places.flat())).filled === places.length;

/** Gives the place one of its subjects; whoever has it must find another. */
function seat(place: Place, held: ReadonlySet<string>, taken: Map<string, Place>, tried: Set<string>): boolean {
  return place.some((subject) => {
    if (!held.has(subject) || tried.has(subject)) return false;
    tried.add(subject);
    const other = taken.get(subject);
    if (other && !seat(other, held, taken, tried)) return false;
    taken.set(subject, place);
    return true;
  });
}

/**
 * What would fill an open place: its own subjects that are not held yet, and those of places that would give way for
 * it. With Arabic alone, the places "Arabic" and "Islamic Studies or Arabic" want Islamic Studies, whichever is open.
 */
function wanted(place: Place, taken: ReadonlyMap<string, Place>): Place {
  const reached = new Set<Place>([place]);
  const subjects = new Set<string>();
  for (const each of reached) {
    for (const subject of each) {
      const other = taken.get(subject);
      if (other) reached.add(other);
      else subjects.add(subject);
    }
  }
  return [...subjects];
}
