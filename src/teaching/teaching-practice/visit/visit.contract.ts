import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { maybe, onDay } from "#console/record/record.fields.contract.ts";
import { lines } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { postingWords } from "../teaching-practice.rules.ts";

const posting = v.strictObject({
  _id: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  phonenumber: v.nullable(v.string()),
  school: v.string(),
  address: v.string(),
  lga: v.string(),
  starts: v.string(),
  ends: v.string(),
  state: v.picklist(Object.keys(postingWords) as (keyof typeof postingWords)[]),
  scored: v.number(),
  needed: v.number(),
});

/** Whom the signed-in member of staff visits. */
export const readSupervised = get(
  "/staff/ms_supervision/practice",
  "The students on teaching practice whom the signed-in member of staff supervises, by school",
  v.array(posting),
);

const SCORE = "Every item needs a score. If the student was not there, tick that instead";

/** A score as it is typed: digits alone; "ABS" is said by the tick. */
const score = v.pipe(
  v.string(SCORE),
  v.trim(),
  v.check((typed) => !/^a(bs?)?(ent)?$/i.test(typed), "ABS is no score. Tick that the student was not there instead"),
  v.regex(/^\d{1,3}$/, SCORE),
  v.title("Score"),
);

export const visitForm = fields({
  day: onDay("Day of the visit"),
  absent: v.optional(v.boolean(), false),
  /** In the order of the sheet; empty where the student was not there. */
  scores: v.optional(v.array(v.union([score, v.literal("")])), []),
  note: maybe(lines("What you saw", 1000)),
});

export const sendVisit = post(
  "/staff/ms_practice_posting/:id/visit",
  "Keeps the score sheet of a visit; the supervisor alone sends it",
  visitForm,
  done({ _id: v.string() }),
);

export const takeBackVisit = post(
  "/staff/ms_practice_posting/:id/visit/back",
  "Takes an own visit back that was scored wrongly, before a result is proposed",
  fields({ visit: v.pipe(v.string("Visit is required"), v.maxLength(64), v.title("Visit")), reason }),
  done({}),
);
