import * as v from "valibot";
import { canBeFilled } from "./intake.subject-places.rules.ts";

/** One place to fill: any of these subjects does. */
const place = v.object({ anyOf: v.pipe(v.array(v.string()), v.minLength(1)) });

/** Places of which each needs a subject of its own. */
const places = v.pipe(
  v.array(place),
  v.check((list) => canBeFilled(list.map(({ anyOf }) => anyOf)), "Nobody can fill all of these places"),
);

const count = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));

const olevel = v.object({
  /** Credits in all; those beyond the named places may be in any other subject. */
  minCredits: count(0),
  maxSittings: count(1),
  credits: v.optional(places, []),
  /** Subjects that need a pass only. */
  passes: v.optional(places, []),
  /** So many subjects more, beside the credits, with at least a pass: "2 credits and 3 passes". */
  morePasses: v.optional(count(0)),
});

const utme = v.object({
  compulsory: v.array(v.string()),
  subjects: v.array(place),
  /** Subjects beside the compulsory ones; those that `subjects` leaves open come from `fillFrom`. */
  fillTo: count(0),
  fillFrom: v.array(v.string()),
});

/**
 * What a programme asks of whoever enters it, as the column `entryrules` keeps it. The registry's own remarks (`note`,
 * `fill`) stand there too and are for the registry: they are neither judged nor shown.
 */
export const entryRules = v.object({
  olevel: v.optional(olevel),
  /** Other ways to fulfil the O-Level: "five credits at one sitting, or six at two". One of all of them is enough. */
  otherwise: v.optional(v.array(olevel)),
  utme: v.nullish(utme),
  /** For Direct Entry beside the O-Level, in the college's words. */
  de: v.optional(v.string()),
});

export type EntryRules = v.InferOutput<typeof entryRules>;

export type OLevelRules = v.InferOutput<typeof olevel>;
