import * as v from "valibot";
import { classifications } from "#reference/qualifications/qualifications.rules.ts";
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
  /** Whether this session's entrants by JAMB UTME must have sat it; else it is judged by nobody: NCE candidates sit none. */
  asked: v.optional(v.boolean()),
  /** Of 400. */
  minScore: v.optional(count(0)),
  compulsory: v.array(v.string()),
  subjects: v.array(place),
  /** Subjects beside the compulsory ones; those that `subjects` leaves open come from `fillFrom`. */
  fillTo: count(0),
  fillFrom: v.array(v.string()),
});

/** So many subjects at a grade or better; for IJMB points in all too. */
const ofSubjects = v.object({
  subjects: v.pipe(count(1), v.maxValue(3)),
  grade: v.picklist(["A", "B", "C", "D", "E"]),
  points: v.optional(count(0)),
});

/** The least that Direct Entry takes of each qualification; one that is absent is not taken. */
const direct = v.object({
  nce: v.optional(ofSubjects),
  ijmb: v.optional(ofSubjects),
  diploma: v.optional(v.object({ classification: v.picklist(classifications) })),
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
  direct: v.optional(direct),
  /** For Direct Entry beside the O-Level, in the college's words: what no rule can say. */
  de: v.optional(v.string()),
});

export type EntryRules = v.InferOutput<typeof entryRules>;

export type OLevelRules = v.InferOutput<typeof olevel>;
