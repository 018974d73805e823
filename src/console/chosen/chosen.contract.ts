import * as v from "valibot";

/** The rows that a deed is done to: those named, or all that a list's query string finds; `count` is what the person saw. */
export const chosenEntries = {
  ids: v.optional(v.pipe(v.array(v.string()), v.maxLength(200))),
  query: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
  count: v.pipe(v.number("Count is required"), v.integer("Count must be a whole number"), v.title("Count")),
};

export interface Chosen {
  readonly ids?: readonly string[] | undefined;
  readonly query?: string | undefined;
  readonly count: number;
}
