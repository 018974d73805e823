/** Any of these subjects fills the place. */
export type SubjectPlace = readonly string[];

export interface FilledPlaces {
  readonly filled: number;
  /** For each place that stays open, the subjects that would fill it. */
  readonly open: readonly SubjectPlace[];
}

/**
 * Fills as many places as the held subjects can, each subject one place at most (Kuhn's augmenting paths). The answer
 * depends on the order of the places only, never on that of the subjects.
 */
export function fillPlaces(places: readonly SubjectPlace[], held: ReadonlySet<string>): FilledPlaces {
  const taken = new Map<string, SubjectPlace>();
  const open = places.filter((place) => !seat(place, held, taken, new Set()));
  return { filled: places.length - open.length, open: open.map((place) => wanted(place, taken)) };
}

/** Whether each place can have a subject of its own. */
export const canBeFilled = (places: readonly SubjectPlace[]): boolean =>
  fillPlaces(places, new Set(places.flat())).filled === places.length;

/** Gives the place one of its subjects; whoever has it must find another. */
function seat(
  place: SubjectPlace,
  held: ReadonlySet<string>,
  taken: Map<string, SubjectPlace>,
  tried: Set<string>,
): boolean {
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
function wanted(place: SubjectPlace, taken: ReadonlyMap<string, SubjectPlace>): SubjectPlace {
  const reached = new Set<SubjectPlace>([place]);
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
