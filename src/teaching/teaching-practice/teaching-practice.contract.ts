import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, refersTo, whole, worded } from "#console/record/record.fields.contract.ts";
import { lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { roundOf } from "../practice-round/practice-round.contract.ts";
import { postingLooks, postingWords, practiceCodes, practiceCodeWords } from "./teaching-practice.rules.ts";

const schoolOf = (label: string) => refersTo(label, "practice_school");

/** Who is posted where, by whom visited, and with what result: an attempt a row. */
export const practicePostings = listing({
  noun: "practice_posting",
  one: "Posting",
  many: "Teaching practice",
  page: "teaching-practice",
  link: "/staff/teaching-practice",
  entries: {
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    student: refersTo("Record", "student"),
    round: roundOf("Round"),
    school: schoolOf("School"),
    course: text("Course", 20),
    supervisor: maybe(refersTo("Supervisor", "staff")),
    state: v.pipe(worded("State", postingWords), looksLike(postingLooks), v.metadata({ called: postingWords })),
    total: maybe(whole("Result", 0, 100)),
    code: maybe(worded("In place of a result", practiceCodeWords)),
    reason: maybe(lines("Said of it", 500)),
    releasing: maybe(lines("Why the place was given up", 500)),
    createdAt: atMinute("Posted"),
    proposedby: maybe(refersTo("Proposed by", "staff")),
    decidedby: maybe(refersTo("Confirmed by", "staff")),
    decidedAt: maybe(atMinute("Confirmed")),
    releasedAt: maybe(atMinute("Given up")),
  },
  title: ["name"],
  columns: ["name", "matric", "school", "supervisor", "state", "total", "round"],
  sorts: ["createdAt", "name"],
  filters: ["round", "school", "supervisor", "state", "student"],
  searched: "matric number or name",
  none: {
    title: "Nobody is posted yet",
    text: "Open a round of teaching practice, let students choose, then post them from here.",
  },
});

const path = "/staff/ms_practice_posting";

export const postByHandForm = fields({
  round: roundOf("Round"),
  student: refersTo("Student", "student"),
  school: schoolOf("School"),
});

export const postByHand = post(
  path,
  "Posts one student to a school of a round, and tells the student; what is missing for it is refused with its name",
  postByHandForm,
  done({ _id: v.string() }),
);

export const moveForm = fields({ school: schoolOf("School"), reason });

export const movePosting = post(
  `${path}/:id/move`,
  "Moves a posted student to another school that has a place, and tells the student",
  moveForm,
  done({}),
);

export const releasePosting = post(
  `${path}/:id/release`,
  "Takes a posting back: the place is free again, and the student reads why",
  fields({ reason }),
  done({}),
);

export const superviseForm = fields({ supervisor: refersTo("Supervisor", "staff"), ...chosenEntries });

export const superviseChosen = post(
  `${path}/supervise`,
  "Gives the postings that are chosen a supervisor; nobody supervises the student that he or she is",
  superviseForm,
  done({ count: v.number() }),
);

export const visitShown = v.strictObject({
  _id: v.string(),
  day: v.string(),
  absent: v.boolean(),
  got: v.nullable(v.number()),
  most: v.nullable(v.number()),
  scores: v.nullable(v.array(v.strictObject({ item: v.string(), most: v.number(), score: v.number() }))),
  note: v.nullable(v.string()),
  by: v.string(),
  mine: v.boolean(),
  takingback: v.nullable(v.string()),
});

export type VisitShown = v.InferOutput<typeof visitShown>;

/** A posting as the office and the supervisor work on it. */
export const standing = v.strictObject({
  _id: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  phonenumber: v.nullable(v.string()),
  school: v.string(),
  address: v.string(),
  round: v.string(),
  starts: v.string(),
  ends: v.string(),
  state: v.picklist(Object.keys(postingWords) as (keyof typeof postingWords)[]),
  supervisor: v.nullable(v.string()),
  /** The supervisor may do nothing more, having left. */
  left: v.boolean(),
  /** What the student has not passed or not registered by now, in sentences. */
  lacks: v.array(v.string()),
  sheet: v.array(v.strictObject({ item: v.string(), most: v.number() })),
  visits: v.array(visitShown),
  /** How many scored visits a result needs. */
  needed: v.number(),
  passline: v.number(),
  /** What the visits come to now. */
  computed: v.nullable(v.number()),
  total: v.nullable(v.number()),
  code: v.nullable(v.picklist(practiceCodes)),
  reason: v.nullable(v.string()),
  version: v.number(),
  /** Whether the asker is the supervisor; whether the asker has proposed the result. */
  mine: v.boolean(),
  proposedByMe: v.boolean(),
  attempts: v.number(),
});

export type PostingStanding = v.InferOutput<typeof standing>;

export const readPosting = get(
  `${path}/:id/standing`,
  "One posting with its visits, what they come to, and what is missing",
  standing,
);

const seen = v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version"));

export const proposeForm = fields({
  code: maybe(worded("In place of a result", practiceCodeWords)),
  reason: maybe(reason),
  seen,
});

export const proposeResult = post(
  `${path}/:id/propose`,
  "Proposes the result that the visits come to, or a code with its reason; another person confirms it",
  proposeForm,
  done({}),
);

export const confirmResult = post(
  `${path}/:id/confirm`,
  "Confirms a proposed result: it stands, and the student reads it",
  fields({ seen }),
  done({}),
);

export const returnResult = post(
  `${path}/:id/return`,
  "Sends a proposed result back with a reason; visits may be added and it is proposed anew",
  fields({ reason, seen }),
  done({}),
);
