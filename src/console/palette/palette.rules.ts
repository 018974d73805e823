import type { Found } from "./palette.contract.ts";

export interface Goal {
  readonly link: string;
  readonly name: string;
  /** What it is: the block of the menu, or the kind of the record. */
  readonly kind: string;
}

interface Place {
  readonly link: string;
  readonly name: string;
  readonly group: string;
}

/**
 * What fits the words that were typed: pages first, those whose name begins with them before others, then records. While
 * nothing is typed, the pages where one was last stand first. `recent` are links, newest first.
 */
export function goalsIn(
  typed: string,
  places: readonly Place[],
  recent: readonly string[],
  found: readonly Found[],
): Goal[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = places
    .filter(({ name, group }) => words.every((word) => `${name} ${group}`.toLowerCase().includes(word)))
    .map((place) => ({ place, rank: rankOf(place, words[0], recent) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ place }) => ({ link: place.link, name: place.name, kind: place.group }));
  const records = words.length === 0 ? [] : found.map(({ link, title, many }) => ({ link, name: title, kind: many }));
  return [...pages, ...records];
}

/** Lower stands before: where one was last, then names that begin with the word; the menu's own order within. */
function rankOf({ link, name }: Place, word: string | undefined, recent: readonly string[]): number {
  if (word !== undefined) return name.toLowerCase().startsWith(word) ? 0 : 1;
  const last = recent.indexOf(link);
  return last < 0 ? recent.length : last;
}
