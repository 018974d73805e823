import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import { atMinute } from "#console/record/record.fields.contract.ts";
import { text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

/** What must never be and was found, until it is gone. */
export const impossibleStates = listing({
  noun: "impossible_state",
  one: "Impossible state",
  many: "Impossible states",
  page: "impossible-states",
  link: "/staff/impossible-states",
  entries: {
    sentence: text("What should hold", 200),
    subject: text("Broken by", 200),
    createdAt: atMinute("Known since"),
    seenAt: atMinute("Last seen"),
  },
  title: ["subject"],
  columns: ["sentence", "subject", "createdAt", "seenAt"],
  sorts: ["createdAt"],
  filters: ["sentence"],
  searched: "rule or record",
  none: {
    title: "No rule is broken",
    text: "The portal looks every hour. What breaks a rule is listed here until the rule holds again.",
  },
});

const check = v.strictObject({
  name: v.string(),
  /** What should hold. */
  sentence: v.string(),
  /** Null before the first look. */
  lookedAt: v.nullable(v.string()),
  /** How many break it; null when nobody has looked, or the question was not answered. */
  found: v.nullable(v.number()),
  /** How long the question took, in milliseconds. */
  took: v.nullable(v.number()),
  /** Why the question was not answered. */
  trouble: v.nullable(v.string()),
});
export type ImpossibleCheck = v.InferOutput<typeof check>;

const path = "/staff/ms_impossible_state";

export const readChecks = get(
  `${path}/checks`,
  "Everything that is looked for every hour, with what came of it last",
  v.array(check),
);

export const lookNow = post(
  `${path}/look`,
  "Looks for every impossible state now",
  v.nullish(fields({})),
  done({ checks: v.number(), found: v.number() }),
);
