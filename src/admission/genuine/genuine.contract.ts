import * as v from "valibot";
import { amount } from "#kit/value/money.contract.ts";
import { fields, get } from "#kit/wire/endpoint.contract.ts";
import { bareCode, paperCodeShape } from "#reference/papers/papers.code.rules.ts";
import { papers } from "#reference/papers/papers.names.rules.ts";

const SHAPE = "The code has a letter and 32 or 46 letters or digits after it. Type it as it is printed";

/** The code as somebody reads it off a paper. */
export const paperCodeForm = fields({
  code: v.pipe(
    v.string("Code on the paper must be text"),
    v.trim(),
    v.nonEmpty("Code on the paper is required"),
    v.maxLength(300, SHAPE),
    v.check((typed) => paperCodeShape.test(bareCode(typed)), SHAPE),
    v.title("Code on the paper"),
  ),
});

/** What a paper proves at this moment, as the college's records have it; names as the paper has them. Contract 2. */
export const paperProof = v.strictObject({
  /** The paper's own words are true now. */
  valid: v.boolean(),
  kind: v.picklist(Object.values(papers)),
  name: v.string(),
  programme: v.string(),
  session: v.string(),
  /** Where the matter stands, in a few words: `Paid`, `Provisional Admission, accepted`. */
  status: v.string(),
  /** For receipts. */
  amount: v.nullable(amount("Amount")),
  /** Of the payment, the submission, the release or the acceptance; null for what has not happened. */
  date: v.nullable(v.string()),
  /** Why it is not valid; null when it is. */
  why: v.nullable(v.string()),
  /** What of it was corrected since it was submitted, and when; a print from before shows what was true then. */
  corrected: v.optional(v.string()),
  checkedAt: v.string(),
});

export type PaperProof = v.InferOutput<typeof paperProof>;

/** For a code that the portal has not made, and for one whose record is not there. */
export const noProof = v.strictObject({ valid: v.literal(false), why: v.string() });

export const checkPaper = get(
  "/genuine/:code",
  "What a paper of the college proves at this moment, by the code that stands on it; open to everybody",
  v.union([paperProof, noProof]),
);
