import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

/** What the call of a paper answers beside the paper's content. Contract 3.15. */
export const paperEntries = {
  /** The address at which anybody may check it. */
  genuine: v.string(),
  /** Until when what it states was looked up. */
  asOf: v.string(),
};

/** The same for a paper about a reference that may not be there yet. */
export const receiptEntries = { ...paperEntries, genuine: v.nullable(v.string()) };

export const readSeal = get(
  "/genuine/:code/seal",
  "What a paper proves, signed, to stand in its picture behind the address; null where it proves nothing; open to everybody",
  v.strictObject({ seal: v.nullable(v.string()) }),
);
