import * as v from "valibot";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, optional, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import {
  LONGEST_REASON,
  lineLooks,
  lineStates,
  outcomeLooks,
  outcomes,
  progressionLooks,
  progressionStates,
} from "./progression.rules.ts";

const link = "/staff/progressions";

/** Every progression that was proposed, the newest first. */
export const progressions = listing({
  noun: "progression",
  one: "Progression",
  many: "Progressions",
  page: "progressions",
  link,
  entries: {
    title: text("Progression", 200),
    programme: maybe(refersTo("Programme", "programme")),
    state: v.pipe(choice("State", progressionStates), looksLike(progressionLooks)),
    people: whole("Listed", 1, 1_000_000),
    moving: whole("To move", 0, 1_000_000),
    waiting: whole("Waiting", 0, 1_000_000),
    moved: whole("Moved", 0, 1_000_000),
    skipped: whole("Skipped", 0, 1_000_000),
    undone: whole("Taken back", 0, 1_000_000),
    fromsession: refersTo("From session", "session"),
    fromsemester: whole("From semester", 1, 2),
    fromlevel: whole("From level", 100, 900),
    tosession: refersTo("To session", "session"),
    tosemester: whole("To semester", 1, 2),
    tolevel: whole("To level", 100, 900),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
    finishedAt: maybe(atMinute("Finished")),
    undoneby: maybe(refersTo("Taken back by", "staff")),
    undoneAt: maybe(atMinute("Taken back on")),
    undoing: maybe(lines("Why it was taken back", 500)),
  },
  title: ["title"],
  columns: ["title", "state", "people", "moving", "moved", "skipped", "programme", "proposedby", "createdAt"],
  sorts: ["createdAt"],
  filters: ["state"],
  searched: "session, level or semester",
  none: {
    title: "No level was moved yet",
    text: "Look first what would become of each student: nothing is changed by that, and another person approves it.",
  },
});

/** Each student of a progression, as the dry run listed one, and what became of it. */
export const progressionLines = listing({
  noun: "progression_line",
  one: "Student of a progression",
  many: "Students of progressions",
  page: "progressions",
  link: `${link}/students`,
  entries: {
    place: whole("No.", 1, 1_000_000),
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    outcome: v.pipe(choice("Outcome", outcomes), looksLike(outcomeLooks)),
    reason: lines("Why", LONGEST_REASON),
    tolevel: maybe(whole("To level", 100, 900)),
    tosemester: maybe(whole("To semester", 1, 2)),
    state: v.pipe(choice("State", lineStates), looksLike(lineLooks)),
    said: maybe(lines("Why not", 500)),
    programme: maybe(refersTo("Programme", "programme")),
    level: whole("Level", 100, 900),
    semester: maybe(whole("Semester", 1, 2)),
    student: refersTo("Record", "student"),
    decidedAt: maybe(atMinute("Done")),
    progression: refersTo("Progression", "progression"),
  },
  title: ["name"],
  columns: ["name", "outcome", "reason", "matric", "tolevel", "state", "said", "programme"],
  sorts: ["place"],
  filters: ["progression", "outcome", "state"],
  searched: "matric number or name",
});

const path = "/staff/ms_progression";

/** Specification 3 names the six; of one programme where one is said, else of every one. */
const stepEntries = {
  fromsession: refersTo("From session", "session"),
  fromsemester: whole("From semester", 1, 2),
  fromlevel: whole("From level", 100, 900),
  tosession: refersTo("To session", "session"),
  tosemester: whole("To semester", 1, 2),
  tolevel: whole("To level", 100, 900),
  programme: maybe(refersTo("Programme", "programme")),
};

export const stepForm = fields(stepEntries);

const listed = v.strictObject({
  student: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  reason: v.string(),
  tolevel: v.nullable(v.number()),
});

const preview = {
  title: v.string(),
  people: v.number(),
  moving: v.number(),
  /** Of the class those who took this step before. */
  before: v.number(),
  /** Over everybody and what becomes of each: what is proposed is what was seen. */
  seen: v.string(),
  /** Each outcome that there is, with the first of its students. */
  outcomes: v.array(v.strictObject({ outcome: v.picklist(outcomes), count: v.number(), first: v.array(listed) })),
};

export type ProgressionPreview = v.InferOutput<v.StrictObjectSchema<typeof preview, undefined>>;

export const previewProgression = post(
  `${path}/preview`,
  "What would become of each student of a class, with the reason, without changing anything",
  stepForm,
  v.strictObject(preview),
);

export const proposeProgression = post(
  path,
  "Proposes to move a class, with what becomes of each student; another member of staff approves it",
  fields({ ...stepEntries, seen: optional(text("Seen", 80)) }),
  done({ _id: v.string() }),
);

const seenForm = fields({
  seen: v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version")),
});

export const approveProgression = post(
  `${path}/:id/approve`,
  "Approves a progression that somebody else has proposed: its students are moved in the background",
  seenForm,
  done({}),
);

export const declineProgression = post(
  `${path}/:id/decline`,
  "Declines a progression that somebody else has proposed",
  reasonForm,
  done({}),
);

export const withdrawProgression = post(
  `${path}/:id/withdraw`,
  "Withdraws a progression that one has proposed oneself",
  v.nullish(fields({})),
  done({}),
);

export const revertProgression = post(
  `${path}/:id/revert`,
  "Takes a progression back within a day of its end; whoever has registered or was billed since stays",
  reasonForm,
  done({}),
);

export const readOutcomes = get(
  `${path}/:id/outcomes`,
  "How many students of a progression have which outcome, and how long it can be taken back",
  v.strictObject({
    counts: v.array(v.strictObject({ outcome: v.picklist(outcomes), count: v.number() })),
    version: v.number(),
    /** Until when it can be taken back; null where it cannot. */
    undoable: v.nullable(v.string()),
  }),
);

/** More lines than these are no paper that anybody holds. */
export const MOST_ON_PAPER = 1_500;

export const readProgressionPaper = get(
  `${path}/:id/paper`,
  "The list of a progression to print: each student with outcome and reason, where they fit on paper",
  v.strictObject({
    title: v.string(),
    state: v.picklist(progressionStates),
    people: v.number(),
    proposedby: v.string(),
    createdAt: v.string(),
    decidedby: v.nullable(v.string()),
    decidedAt: v.nullable(v.string()),
    /** Null where they are too many. */
    rows: v.nullable(
      v.array(
        v.strictObject({
          name: v.string(),
          matric: v.nullable(v.string()),
          outcome: v.picklist(outcomes),
          reason: v.string(),
          tolevel: v.nullable(v.number()),
        }),
      ),
    ),
  }),
);
