import * as v from "valibot";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { clearanceStandings, standingLooks } from "../clearance/clearance.rules.ts";
import { handOverSteps, lineLooks, lineStates, MOST_SAID } from "./hand-over.rules.ts";

const link = "/staff/hand-over";

/** Who has accepted a place and is no student yet. The `_id` is the application's. */
export const handOverCandidates = listing({
  noun: "hand_over_candidate",
  one: "Accepted person",
  many: "Accepted people",
  page: "hand-over",
  link,
  entries: {
    code: text("Code", 40),
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    standing: v.pipe(choice("Clearance", clearanceStandings), looksLike(standingLooks)),
    missing: maybe(text("Still open", 1_000)),
    createdAt: atMinute("Accepted"),
  },
  title: ["code", "name"],
  columns: ["code", "name", "standing", "missing", "programme", "jamb"],
  sorts: ["createdAt"],
  filters: ["standing", "programme", "session"],
  asked: {
    from: edgeDay("Accepted from", { of: "createdAt", side: "from" }),
    to: edgeDay("Accepted to", { of: "createdAt", side: "to" }),
  },
  searched: "code, JAMB number or name",
  none: {
    title: "Everybody is handed over",
    text: "Whoever accepts a place stands here until he or she is a student.",
  },
});

/** Each order to hand people over, with what became of it. */
export const handOvers = listing({
  noun: "hand_over",
  one: "Hand-over",
  many: "Hand-overs",
  page: "hand-over",
  link: `${link}/runs`,
  entries: {
    called: text("Order", 40),
    createdAt: atMinute("Ordered"),
    orderedby: refersTo("Ordered by", "staff"),
    people: whole("People", 1, 10_000),
    done: whole("Made students", 0, 10_000),
    already: whole("Students already", 0, 10_000),
    refused: whole("Refused", 0, 10_000),
    waiting: whole("Waiting", 0, 10_000),
    finishedAt: maybe(atMinute("Finished")),
  },
  title: ["called"],
  columns: ["called", "createdAt", "orderedby", "done", "already", "refused", "waiting"],
  sorts: ["createdAt"],
  filters: [],
  searched: null,
});

/** What became of each person of an order. */
export const handOverLines = listing({
  noun: "hand_over_line",
  one: "Person handed over",
  many: "People handed over",
  page: "hand-over",
  link: `${link}/people`,
  entries: {
    code: text("Code", 40),
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    state: v.pipe(choice("What became of it", lineStates), looksLike(lineLooks)),
    matric: maybe(text("Matric number", 40)),
    said: maybe(text("Why", 1_000)),
    handover: refersTo("Order", "hand_over"),
    createdAt: atMinute("Ordered"),
  },
  title: ["code", "name"],
  columns: ["code", "name", "state", "matric", "said", "programme"],
  sorts: ["createdAt", "name"],
  filters: ["handover", "state", "programme", "session"],
  searched: "code, JAMB number, matric number or name",
});

const step = v.strictObject({ step: v.picklist(handOverSteps), said: v.string() });

/** Who may be the same person, as a member of staff reads it. */
const doubt = v.strictObject({
  /** Who is like this one, on record or further up in the order, and what speaks for it; empty for nobody. */
  said: v.string(),
  others: v.number(),
  left: v.array(v.strictObject({ student: v.string(), called: v.string(), own: v.boolean() })),
});

/** What would become of one person, step by step. */
const plan = v.strictObject({
  application: v.string(),
  code: v.string(),
  name: v.string(),
  /** Null where nothing stands in the way; else the last of the steps says what does. */
  refused: v.nullable(v.string()),
  /** What the office must say first; null where nobody is like this one. */
  doubt: v.nullable(doubt),
  steps: v.array(step),
});

export type HandOverPlan = v.InferOutput<typeof plan>;

const path = "/staff/ms_hand_over";

const TOO_MANY_SAID = "Say it of at most 1,000 people in one order. The others stay as they are until the next";
const TOO_MANY_ANEW = "At most 100 people enter anew in one order. The others stay as they are until the next";

export const checkHandOver = post(
  `${path}/check`,
  "What would become of chosen people, step by step, without changing anything; those in whose way something stands first",
  fields(chosenEntries),
  v.strictObject({
    ready: v.number(),
    refused: v.number(),
    /** How many of those who are ready may be somebody else. */
    doubtful: v.number(),
    /** Of those the first thousand, of the others the first few. */
    plans: v.array(plan),
  }),
);

export const orderHandOver = post(
  path,
  "Makes students of chosen people, one transaction each: whoever stands in no way is not held up by whoever does",
  fields({
    ...chosenEntries,
    /** The applications of those who were looked at, and are other people than whoever is like them. */
    another: v.optional(v.pipe(v.array(v.string()), v.maxLength(MOST_SAID, TOO_MANY_SAID))),
    /** Those who were students before, have left and enter anew: the application, and the record of then. */
    anew: v.optional(
      v.pipe(
        v.array(v.strictObject({ application: v.string(), student: v.string() })),
        v.maxLength(100, TOO_MANY_ANEW),
      ),
    ),
  }),
  done({ _id: v.string() }),
);

const handOverLine = v.strictObject({
  name: v.string(),
  state: v.picklist(lineStates),
  steps: v.array(step),
  student: v.nullable(v.string()),
  matric: v.nullable(v.string()),
  decidedAt: v.nullable(v.string()),
});

export type HandOverLine = v.InferOutput<typeof handOverLine>;

export const readHandOverLine = get(
  "/staff/ms_hand_over_line/:id/steps",
  "One person of an order, with what each step came to",
  handOverLine,
);
