import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, looksLike, maybe, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { studentSummary } from "../student/student.selection.contract.ts";
import { changeStates, combinationLooks, turns } from "./combination-change.rules.ts";

export const combinationChanges = listing({
  noun: "combination_change",
  one: "Change of combination",
  many: "Changes of combination",
  page: "combination-changes",
  link: "/staff/combination-changes",
  entries: {
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    student: refersTo("Record", "student"),
    fromprogramme: refersTo("From", "programme"),
    programme: refersTo("To", "programme"),
    state: v.pipe(choice("State", changeStates), looksLike(combinationLooks)),
    reason: lines("Reason", 500),
    createdAt: atMinute("Asked"),
    movedAt: atMinute("Moved"),
    newmatric: maybe(text("New matric number", 40)),
  },
  title: ["programme", "name"],
  columns: ["name", "matric", "fromprogramme", "programme", "state", "createdAt"],
  sorts: ["createdAt", "movedAt"],
  filters: ["state", "programme", "fromprogramme"],
  asked: {
    from: edgeDay("Asked from", { of: "createdAt", side: "from" }),
    to: edgeDay("Asked to", { of: "createdAt", side: "to" }),
  },
  searched: "matric number, name or reason",
  none: {
    title: "Nobody asks for another combination",
    text: "Students ask in their area, under My record. What they ask stands here, with whose turn it is.",
  },
});

/** With its sign, in naira. */
const signed = v.pipe(v.number(), v.metadata({ unit: "NGN" }));

const programme = v.strictObject({ _id: v.string(), title: v.string(), department: v.string(), college: v.string() });

/** What another combination brings about, as things stand: seen before it is asked for, and by everybody who decides. */
export const combinationEffect = v.strictObject({
  programme,
  /** Whether it is another department's, whose head is asked too. */
  another: v.boolean(),
  /** Why it cannot be now, in a sentence; null where it can. */
  why: v.nullable(v.string()),
  /** Codes that are registered this semester and not taught in it. */
  courses: v.array(v.string()),
  /** What the entry rules say of the O-Level results that were handed in. */
  entry: v.string(),
  /** Free places among those who entered in the same session; null where the college has set no number. */
  places: v.nullable(v.number()),
  /** What CAPS says against it, which holds nothing up here; null where it says nothing. */
  caps: v.nullable(v.string()),
  bills: v.array(
    v.strictObject({
      bill: v.string(),
      term: v.string(),
      before: signed,
      after: v.nullable(signed),
      difference: signed,
    }),
  ),
  /** Of all bills: what is to be paid more, or less. */
  difference: signed,
  /** Whether a new matric number comes with it. */
  renumbered: v.boolean(),
});

export type CombinationEffect = v.InferOutput<typeof combinationEffect>;

const step = v.strictObject({
  turn: v.picklist(turns),
  /** "Head of Biology". */
  office: v.string(),
  /** Null while it has not decided. */
  approved: v.nullable(v.boolean()),
  reason: v.nullable(v.string()),
  at: v.nullable(v.string()),
  /** Who; told to the office alone. */
  by: v.nullable(v.string()),
});

const own = v.strictObject({
  _id: v.string(),
  fromprogramme: v.string(),
  programme: v.string(),
  reason: v.string(),
  state: v.picklist(changeStates),
  createdAt: v.string(),
  newmatric: v.nullable(v.string()),
  steps: v.array(step),
});

export type OwnCombinationChange = v.InferOutput<typeof own>;

const path = "/student/combination_change";

export const readOwnCombination = get(
  path,
  "The signed-in student's combination, what was asked so far, and every other combination with what it would bring about",
  v.strictObject({
    programme: v.nullable(v.string()),
    /** Why none can be asked for now; null where one can. */
    why: v.nullable(v.string()),
    changes: v.array(own),
    choices: v.array(combinationEffect),
  }),
);

export const askForm = fields({
  programme: reference("Combination"),
  reason,
  /** The difference that was on the screen: nobody asks for another than was seen. */
  difference: v.pipe(v.number("Difference is required"), v.title("Difference")),
});

export const askCombination = post(
  path,
  "Asks for another combination: heads of department, dean and registrar decide, one after another",
  askForm,
  done({ _id: v.string() }),
);

export const withdrawCombination = post(
  `${path}/:id/withdraw`,
  "Takes back what one has asked for, until the last one has decided",
  fields({}),
  done({}),
);

const deeds = "/staff/ms_combination_change";

export const readCombination = get(
  `${deeds}/:id/standing`,
  "A change of combination with its student, what each office said, who decides now, and what it would bring about",
  v.strictObject({
    student: studentSummary,
    state: v.picklist(changeStates),
    steps: v.array(step),
    version: v.number(),
    /** Who may decide now, by name; empty once it is over, and where nobody may. */
    deciders: v.array(v.string()),
    /** Whether the asker is one of them. */
    mine: v.boolean(),
    /** Who could still take the last step if the asker took this one; null where that is none of the asker's cares. */
    lastBy: v.nullable(v.array(v.string())),
    /** Null once it is over. */
    effect: v.nullable(combinationEffect),
  }),
);

/** What was on the screen: nothing is decided on unseen. */
const seen = v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version"));

export const approveCombination = post(
  `${deeds}/:id/approve`,
  "Approves a change of combination in one's turn; the last approval brings it into force",
  fields({ seen, difference: v.pipe(v.number("Difference is required"), v.title("Difference")) }),
  done({}),
);

export const refuseCombination = post(
  `${deeds}/:id/refuse`,
  "Refuses a change of combination in one's turn, with a reason that the student reads",
  fields({ reason, seen }),
  done({}),
);
