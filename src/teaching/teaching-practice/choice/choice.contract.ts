import * as v from "valibot";
import { optional, reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { choiceWays } from "../../practice-round/practice-round.rules.ts";
import { postingWords } from "../teaching-practice.rules.ts";

const school = v.strictObject({
  _id: v.string(),
  name: v.string(),
  kind: v.string(),
  lga: v.string(),
  state: v.string(),
  free: v.number(),
});

/** A posting as its student reads it: the result once it is confirmed. */
const attempt = v.strictObject({
  _id: v.string(),
  round: v.string(),
  school: v.strictObject({
    name: v.string(),
    address: v.string(),
    lga: v.string(),
    state: v.string(),
    contact: v.nullable(v.string()),
    phonenumber: v.nullable(v.string()),
  }),
  starts: v.string(),
  ends: v.string(),
  course: v.string(),
  supervisor: v.nullable(v.string()),
  state: v.picklist(Object.keys(postingWords) as (keyof typeof postingWords)[]),
  result: v.nullable(v.string()),
  passed: v.nullable(v.boolean()),
  releasing: v.nullable(v.string()),
});

export type PracticeAttempt = v.InferOutput<typeof attempt>;

const round = v.strictObject({
  _id: v.string(),
  name: v.string(),
  way: v.picklist(choiceWays),
  choice: v.picklist(["early", "open", "closed"]),
  choosefrom: v.string(),
  chooseuntil: v.string(),
  starts: v.string(),
  ends: v.string(),
  weeks: v.number(),
  /** Each condition with whether it is met. */
  conditions: v.array(v.strictObject({ says: v.string(), met: v.boolean() })),
  schools: v.array(school),
  /** What was wished so far, by `_id` of the schools, the dearest first. */
  wishes: v.array(v.string()),
  sentAt: v.nullable(v.string()),
});

export type OwnRound = v.InferOutput<typeof round>;

export const readOwnPractice = get(
  "/student/practice",
  "The signed-in student's teaching practice: rounds to choose in, where one is posted, and results that are confirmed",
  v.strictObject({
    rounds: v.array(round),
    attempts: v.array(attempt),
  }),
);

export const wishForm = fields({
  round: reference("Round"),
  first: reference("First wish"),
  second: optional(reference("Second wish")),
  third: optional(reference("Third wish")),
});

export const sendWishes = post(
  "/student/practice/wish",
  "Says up to three schools, the dearest first; may be changed until the choice closes",
  wishForm,
  done({}),
);

export const takePlaceForm = fields({ round: reference("Round"), school: reference("School") });

export const takePlace = post(
  "/student/practice/place",
  "Takes a place at a school at once, where places go to whoever comes first",
  takePlaceForm,
  done({}),
);
