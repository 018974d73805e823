import type { ColumnMap, WantedColumn } from "./table-map.contract.ts";

/** The query of a call that takes a file and its map; the file itself is a form's. */
export const mapQuery = (map: ColumnMap): string => `map=${encodeURIComponent(JSON.stringify(map))}`;

/** Letters and digits alone, small: "Bank  Ref. No" is "bankrefno". */
export const plainHeading = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The usual heading of each column that the file has; each heading is guessed once. */
export function guessedMap(wanted: readonly WantedColumn[], headings: readonly string[]): ColumnMap {
  const taken = new Set<string>();
  const pairs = wanted.flatMap(({ name, label, usual }) => {
    const called = [label, name, ...usual].map(plainHeading);
    const found = called.flatMap((one) => headings.filter((heading) => plainHeading(heading) === one));
    const heading = found.find((one) => !taken.has(one));
    if (heading === undefined) return [];
    taken.add(heading);
    return [[name, heading] as const];
  });
  return Object.fromEntries(pairs);
}
