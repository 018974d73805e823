import * as v from "valibot";

/** What the call of a paper answers beside the paper's content. Contract 3.15. */
export const paperEntries = {
  /** The address at which anybody may check it. */
  genuine: v.string(),
  /** Until when what it states was looked up. */
  asOf: v.string(),
};

/** The same for a paper about a reference that may not be there yet. */
export const receiptEntries = { ...paperEntries, genuine: v.nullable(v.string()) };
