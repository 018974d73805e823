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
