import * as v from "valibot";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { atMinute, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, optional, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { namesOfStates } from "#reference/states-and-lgas/states-and-lgas.names.rules.ts";
import { reviewFile } from "../review/review.file.contract.ts";
import { reviewVerdicts } from "../review/review.rules.ts";
import {
  decisionStandings,
  everyKind,
  type HeadDecision,
  headDecisions,
  isKindOf,
  needsWords,
} from "./recommendation.rules.ts";

/** What a dean said to a decision. */
const answers = ["Not yet", "Countersigned", "Sent back"] as const;

/** Applications that wait for a head of department or have a decision. The `_id` is the application's. */
export const recommendations = listing({
  noun: "recommendation",
  one: "Application",
  many: "Recommendations",
  page: "recommendations",
  link: "/staff/recommendations",
  entries: {
    code: text("Code", 40),
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    type: choice("Mode of entry", modesOfEntry),
    gender: choice("Sex", genders),
    stateoforigin: choice("State of origin", namesOfStates),
    verdict: maybe(choice("Verdict", reviewVerdicts)),
    credits: whole("Credits", 0, 99),
    grades: maybe(text("Grades", 200)),
    utme: maybe(whole("UTME", 0, 400)),
    screening: maybe(text("Screening", 6)),
    state: choice("Decision", decisionStandings),
    kind: maybe(choice("Reason", everyKind)),
    reason: maybe(text("In words", 500)),
    recommendedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    answer: maybe(choice("Countersignature", answers)),
  },
  title: ["code", "name"],
  columns: [
    "code",
    "name",
    "programme",
    "verdict",
    "credits",
    "grades",
    "utme",
    "screening",
    "state",
    "kind",
    "answer",
  ],
  sorts: ["createdAt", "name", "code"],
  filters: ["state", "verdict", "answer", "programme", "session"],
  searched: "code, JAMB number, phone or name",
  settled: { "state=Checked": "Nothing left to decide" },
});

const path = "/staff/ms_recommendation";

const words = v.pipe(
  lines("Reason in words", 500),
  v.minCodePoints(2, "Minimum of 2 characters expected"),
  v.title("Reason in words"),
);

const count = done({ count: v.number() });

const decisionEntries = {
  decision: choice("Decision", headDecisions),
  kind: choice("Reason", everyKind),
  reason: optional(words),
};

const TO_SAY: Readonly<Record<HeadDecision, string>> = {
  Recommended: "Say in words why, so that the selection board knows",
  "Not recommended": "Say in words why, so that the applicant can be told",
};

interface Said {
  readonly decision?: (typeof headDecisions)[number] | undefined;
  readonly kind?: string | undefined;
  readonly answer?: string | undefined;
  readonly reason?: string | undefined;
}

/** The rule that a kind fits its decision, and that words stand where they are needed. */
const sayingWhy = <Form extends Said>() =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    const { decision, kind, answer, reason } = (dataset.value ?? {}) as Said;
    const lacks = (key: string, message: string) =>
      addIssue({ message, path: [{ type: "object", origin: "value", input: {}, key, value: undefined }] });
    if (answer === "Sent back" && !reason) lacks("reason", "Say in words what should be looked at again");
    // What is none of the decisions has its own sentence.
    if (!headDecisions.some((known) => known === decision) || !decision || !kind) return;
    if (!isKindOf(decision, kind)) lacks("kind", "Choose a reason that fits the decision");
    else if (needsWords(decision, kind) && !reason) lacks("reason", TO_SAY[decision]);
  });

/** What a dialog asks for; who it is about comes from the list. */
export const decisionForm = v.pipe(fields(decisionEntries), sayingWhy());

/** `standing` is where the person saw the chosen ones stand: whoever decided them meanwhile is not overruled unseen. */
export const recommend = post(
  path,
  "Recommends applications, or does not, with a reason; one or many, all or none; also changes such a decision",
  v.pipe(
    fields({ ...decisionEntries, standing: choice("Standing", decisionStandings), ...chosenEntries }),
    sayingWhy(),
  ),
  count,
);

const answerEntries = {
  answer: choice("Answer", ["Countersigned", "Sent back"] as const),
  reason: optional(words),
};

export const answerForm = v.pipe(fields(answerEntries), sayingWhy());

/** `standing` is the decision that the person saw, `seenAt` the time of the latest of these decisions that was looked at. */
export const countersign = post(
  `${path}/countersign`,
  "A dean countersigns recommendations or sends them back, one or many, all or none; never one's own",
  v.pipe(
    fields({
      ...answerEntries,
      standing: choice("Standing", headDecisions),
      seenAt: atMinute("Looked at"),
      ...chosenEntries,
    }),
    sayingWhy(),
  ),
  count,
);

/** For who decides or countersigns, and no one else who may look at recommendations. */
export const readPapers = get(
  `${path}/:id/papers`,
  "The photograph, the documents and what was asked for since, for who recommends or countersigns within reach",
  v.pick(reviewFile, ["photo", "documents", "requests"]),
);

export const readDesk = get(
  `${path}/desk`,
  "How many applications stand where, and whether the college asks for a countersignature",
  v.strictObject({
    asked: v.boolean(),
    /** By the portal's clock: decisions up to here could be looked at. */
    now: v.string(),
    checked: v.number(),
    recommended: v.number(),
    notrecommended: v.number(),
    /** Recommendations that a dean has not answered; 0 where no countersignature is asked for. */
    unanswered: v.number(),
    sentback: v.number(),
  }),
);

/** A decision and what was answered to it. */
const decided = v.strictObject({
  _id: v.string(),
  decision: v.picklist(headDecisions),
  kind: v.string(),
  reason: v.nullable(v.string()),
  by: v.string(),
  at: v.string(),
  /** Whether it is the one in force. */
  stands: v.boolean(),
  answer: v.nullable(
    v.strictObject({
      answer: v.picklist(answers),
      reason: v.nullable(v.string()),
      by: v.string(),
      at: v.string(),
    }),
  ),
});
export type DecisionLine = v.InferOutput<typeof decided>;

export const readDecisions = get(
  `${path}/:id/decisions`,
  "Every decision about one application with its reason, and what a dean answered, newest first",
  v.array(decided),
);

export const readResults = get(
  `${path}/:id/results`,
  "The O-Level results of one application, and what the entry rules say of them: which subject is missing",
  v.pick(reviewFile, ["slips", "eligibility"]),
);
