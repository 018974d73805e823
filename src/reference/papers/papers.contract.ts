import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

/** What the call of a paper answers beside the paper's content. Contract 3.15. */
export const paperEntries = {
  /** The address at which anybody may check it. */
  genuine: v.string(),
  /** Until when what it states was looked up. */
  asOf: v.string(),
};

/** What a paper says in the college's words, filled, by its parts; paragraphs are parted by an empty line. Decision 0138. */
export const paperWording = <Part extends string>(...parts: readonly Part[]) => ({
  words: v.strictObject(
    Object.fromEntries(parts.map((part) => [part, v.string()])) as Record<Part, v.StringSchema<undefined>>,
  ),
});

/** What every receipt answers: of a reference that may not be there yet, and what all receipts say. */
export const receiptEntries = {
  ...paperEntries,
  genuine: v.nullable(v.string()),
  ...paperWording("heading", "opening", "closing"),
};

export const readSeal = get(
  "/genuine/:code/seal",
  "What a paper proves, signed, to stand in its picture behind the address; null where it proves nothing; open to everybody",
  v.strictObject({ seal: v.nullable(v.string()) }),
);
