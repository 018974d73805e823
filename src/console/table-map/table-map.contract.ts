import * as v from "valibot";

/** A column that is looked for in a file which somebody else's program wrote. */
export interface WantedColumn {
  /** What we call it, such as `rrr`. */
  readonly name: string;
  readonly label: string;
  /** What it should hold, or when it may be missing. */
  readonly hint?: string;
  /** Headings by which such files usually call it; case, spaces and signs make no difference. */
  readonly usual: readonly string[];
}

/** By our name of a column, the file's heading above it. What the file does not have is left out. */
export type ColumnMap = Readonly<Record<string, string>>;

/** What a file holds before anybody has said what its columns mean. */
export const columnsRead = v.strictObject({
  headings: v.array(v.string()),
  /** The first rows, as many cells as there are headings. */
  samples: v.array(v.array(v.string())),
  rows: v.number(),
  /** What was said of a file with these headings before; else a first guess. */
  map: v.record(v.string(), v.string()),
  remembered: v.boolean(),
});
export type ColumnsRead = v.InferOutput<typeof columnsRead>;

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
