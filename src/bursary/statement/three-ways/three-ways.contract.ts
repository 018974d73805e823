import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { statementSources } from "../statement.contract.ts";

const money = v.pipe(v.number(), v.metadata({ unit: "NGN" }));

const step = v.strictObject({
  /** Which list shows what it is made of. */
  name: v.picklist([
    "On no statement",
    "On a statement of other days",
    "Booked on other days",
    "Amounts that differ",
    "Not paid here",
    "Unknown reference",
    "Twice",
    "Set aside",
  ]),
  count: v.number(),
  amount: money,
});

const side = v.strictObject({ count: v.number(), amount: money });

export const readThreeWays = get(
  "/staff/ms_statement_match",
  "What came in between two days (from=, to=) as it is booked here, as the provider answered and as the statements of one source= say, and the way from one sum to the other",
  v.strictObject({
    source: v.picklist(statementSources),
    /** Those of which there are statements. */
    sources: v.array(v.picklist(statementSources)),
    from: v.string(),
    to: v.string(),
    /** Whether any statement of the source reaches over these days. */
    covered: v.boolean(),
    booked: side,
    answered: side,
    /** Booked without an answer of the provider: two people confirmed it. */
    confirmed: side,
    statement: side,
    steps: v.array(step),
    /** What the steps leave unexplained: nothing, or the books are wrong. */
    difference: money,
  }),
);
export type ThreeWays = v.InferOutput<typeof readThreeWays.reply>;
