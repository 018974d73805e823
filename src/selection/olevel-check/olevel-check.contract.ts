import * as v from "valibot";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, looksLike, maybe, onDay, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, lines, optional, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { uploadFile } from "#profile/upload/upload.contract.ts";
import { examinationTypes } from "#reference/qualifications/qualifications.rules.ts";
import { checkLooks, checkStates, needsWords, type Outcome, outcomes } from "./olevel-check.rules.ts";

/** Every O-Level sitting that somebody applied with, as the office verifies it with the board. */
export const olevelChecks = listing({
  noun: "olevel_check",
  one: "O-Level sitting",
  many: "O-Level verification",
  page: "olevel-checks",
  link: "/staff/olevel-checks",
  entries: {
    name: text("Name", 200),
    code: text("Code", 40),
    jamb: text("JAMB number", 14),
    examinationtype: choice("Board", examinationTypes),
    examinationyear: text("Year", 4),
    examinationnumber: text("Examination number", 30),
    examinationcenter: text("Centre", 120),
    state: v.pipe(choice("State", checkStates), looksLike(checkLooks)),
    askedon: maybe(onDay("Asked on")),
    checkedon: maybe(onDay("Found on")),
    foundby: maybe(refersTo("Found by", "staff")),
    reference: maybe(text("Reference ends with", 6)),
    decidedby: maybe(refersTo("Decided by", "staff")),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    createdAt: atMinute("Submitted"),
  },
  title: ["name", "code"],
  columns: [
    "name",
    "examinationtype",
    "examinationyear",
    "examinationnumber",
    "state",
    "askedon",
    "checkedon",
    "foundby",
    "programme",
    "code",
  ],
  sorts: ["createdAt", "name", "code"],
  filters: ["state", "examinationtype", "programme", "session"],
  asked: {
    from: edgeDay("Submitted from", { of: "createdAt", side: "from" }),
    to: edgeDay("Submitted to", { of: "createdAt", side: "to" }),
  },
  searched: "code, JAMB number, phone or name",
  settled: {
    "state=Not started": "No sitting is left to ask about",
    "state=Asked": "Every board that was asked has answered",
    "state=Disputed": "No finding contradicts another",
  },
});

const path = "/staff/ms_olevel_check";

export const askBoards = post(
  `${path}/ask`,
  "Says that the board was asked about one or many sittings of which nothing was found yet, all or none",
  fields({ askedon: onDay("Asked on"), ...chosenEntries }),
  done({ count: v.number() }),
);

const reference = v.pipe(
  text("Reference ends with", 6),
  v.transform((typed) => typed.toUpperCase()),
  v.regex(
    /^[0-9A-Z]{2,6}$/,
    "Write the last 2 to 6 letters or digits alone. Never the whole of a card, and never a PIN",
  ),
  v.title("Reference ends with"),
);

const wordsNeeded = <Form extends { readonly outcome: Outcome; readonly words?: string | undefined }>() =>
  v.rawCheck<Form>(({ dataset, addIssue }) => {
    const { outcome, words } = (dataset.value ?? {}) as Partial<Form>;
    if (!outcome || !needsWords(outcome) || words) return;
    const message = "Say what the board shows, so that others need not ask again";
    addIssue({ message, path: [{ type: "object", origin: "value", input: {}, key: "words", value: undefined }] });
  });

/** What somebody found; `against` names the finding of another that was read and is contradicted. */
export const findingForm = v.pipe(
  fields({
    outcome: choice("The board's answer", outcomes),
    checkedon: onDay("Found on"),
    reference: optional(reference),
    words: optional(lines("What the board shows", 1_000)),
    proof: optional(text("Proof", 80)),
    against: optional(text("Finding that this contradicts", 64)),
  }),
  wordsNeeded(),
);

export const recordFinding = post(
  `${path}/:id/find`,
  "Keeps what the board answered about a sitting. Whoever found otherwise than another says so by naming that finding; then both are kept, and a third person decides",
  findingForm,
  done({ state: v.picklist(checkStates) }),
);

export const disputeForm = fields({
  outcome: choice("What counts", outcomes),
  words: v.pipe(lines("Why", 500), v.minCodePoints(2, "Say why, in at least 2 characters"), v.title("Why")),
});

export const decideDispute = post(
  `${path}/:id/decide`,
  "Decides between findings that contradict each other, by somebody who made none of them; all stay",
  disputeForm,
  done({}),
);

export const sendFindingProof = post(
  `${path}/proof`,
  "Keeps the proof of what a board answered, sent as multipart/form-data: field document",
  v.nullish(v.undefined()),
  uploadFile.reply,
);

const finding = v.strictObject({
  _id: v.string(),
  outcome: v.picklist(outcomes),
  checkedon: v.string(),
  reference: v.nullable(v.string()),
  words: v.nullable(v.string()),
  by: v.string(),
  at: v.string(),
  /** Whether the reader found it. */
  mine: v.boolean(),
  /** Whether it contradicts another that stands beside it. */
  contradicts: v.boolean(),
  /** Whether the sitting was corrected since, so that it is about what stood before. */
  past: v.boolean(),
  proof: v.nullable(v.strictObject({ link: v.string(), mediatype: v.string() })),
});
export type ShownFinding = v.InferOutput<typeof finding>;

export const readOLevelCheck = get(
  `${path}/:id/whole`,
  "One sitting with the grades that were submitted, the papers, and every finding, the newest first",
  v.strictObject({
    _id: v.string(),
    application: v.string(),
    name: v.string(),
    code: v.string(),
    jamb: v.string(),
    programme: v.string(),
    session: v.string(),
    dateofbirth: v.string(),
    gender: v.string(),
    photo: v.nullable(v.string()),
    examinationtype: v.string(),
    examinationyear: v.string(),
    examinationnumber: v.string(),
    examinationcenter: v.string(),
    grades: v.array(v.strictObject({ subject: v.string(), scored: v.string() })),
    documents: v.array(v.strictObject({ label: v.string(), link: v.string() })),
    state: v.picklist(checkStates),
    askedon: v.nullable(v.string()),
    askedby: v.nullable(v.string()),
    /** The finding that counts, by its `_id`. */
    finding: v.nullable(v.string()),
    findings: v.array(finding),
    decision: v.nullable(v.strictObject({ by: v.string(), at: v.string(), words: v.string() })),
    /** For If-Match. */
    version: v.number(),
  }),
);
export type WholeCheck = v.InferOutput<(typeof readOLevelCheck)["reply"]>;
