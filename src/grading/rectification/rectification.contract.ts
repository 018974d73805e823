import * as v from "valibot";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { uploadFile } from "#profile/upload/upload.contract.ts";
import { missingMarks } from "#registry/past-mark/past-mark.rules.ts";
import { shownMark } from "../mark-inquiry/mark-inquiry.contract.ts";
import { rectificationLooks, rectificationStates } from "./rectification.rules.ts";

const CA = "CA";
const EXAMINATION = "Examination";

const mark = (label: string) => maybe(whole(label, 0, 100, `${label} must be from 0 to 100`));

export const rectifications = listing({
  noun: "rectification",
  one: "Rectification",
  many: "Rectifications",
  page: "rectifications",
  link: "/staff/rectifications",
  entries: {
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    student: refersTo("Record", "student"),
    course: text("Course", 20),
    session: refersTo("Session", "session"),
    semester: whole("Semester", 1, 2),
    wasca: mark("CA before"),
    wasexamination: mark("Examination before"),
    wascode: maybe(choice("Code before", missingMarks)),
    ca: mark(CA),
    examination: mark(EXAMINATION),
    code: maybe(choice("Code", missingMarks)),
    reason: lines("Reason", 500),
    state: v.pipe(choice("State", rectificationStates), looksLike(rectificationLooks)),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
  },
  title: ["course", "name"],
  columns: [
    "name",
    "matric",
    "course",
    "state",
    "wasca",
    "wasexamination",
    "ca",
    "examination",
    "code",
    "session",
    "createdAt",
  ],
  sorts: ["createdAt"],
  filters: ["state", "session", "semester", "student"],
  asked: {
    from: edgeDay("Proposed from", { of: "createdAt", side: "from" }),
    to: edgeDay("Proposed to", { of: "createdAt", side: "to" }),
  },
  searched: "matric number, name or course",
  none: {
    title: "No published mark was corrected",
    text: "A published mark that is wrong is corrected by two people. What somebody proposes stands here.",
  },
  settled: { "state=Proposed": "Nothing waits for a second person" },
});

const path = "/staff/ms_rectification";

const result = v.strictObject({
  _id: v.string(),
  course: v.string(),
  title: v.string(),
  session: v.string(),
  semester: v.number(),
  mark: shownMark,
  /** The rectification that waits for a second person; null where none does. */
  proposed: v.nullable(v.string()),
});

export const readResultsOfStudent = get(
  `${path}/student/:id`,
  "The published results of one student that the right reaches, the newest semester first",
  v.strictObject({ name: v.string(), matric: v.nullable(v.string()), results: v.array(result) }),
);

/** What a record comes to. Averages as papers show them. */
const sums = v.strictObject({
  gpa: v.string(),
  cgpa: v.string(),
  passClass: v.nullable(v.string()),
  standing: v.string(),
  carryOvers: v.array(v.string()),
  grade: v.nullable(v.string()),
});

export type RecordSums = v.InferOutput<typeof sums>;

export const rectifiedEffect = v.strictObject({
  /** What counts: the sum, or what moderation in force makes of it. */
  total: v.nullable(v.number()),
  moderated: v.boolean(),
  before: sums,
  after: sums,
});

export type RectifiedEffect = v.InferOutput<typeof rectifiedEffect>;

const standing = {
  ...result.entries,
  student: v.strictObject({
    _id: v.string(),
    name: v.string(),
    matric: v.nullable(v.string()),
    programme: v.nullable(v.string()),
    level: v.nullable(v.number()),
    status: v.string(),
  }),
  camax: v.number(),
  exammax: v.number(),
  /** What stood before, newest first. */
  earlier: v.array(v.strictObject({ mark: shownMark, until: v.string() })),
  /** The student's question that the correction answers. */
  inquiry: v.nullable(v.string()),
};

export const readRectifiable = get(
  `${path}/result/:id`,
  "One published result with its student, its most marks, what stood before, and who may approve a correction",
  v.strictObject({ ...standing, approvers: v.array(v.string()) }),
);

export const readRectifiedEffect = get(
  `${path}/result/:id/effect/:mark`,
  "What a published result would come to with another mark (28-41, or a code): grade, GPA, CGPA, class, standing, carry-overs",
  rectifiedEffect,
);

export const readRectification = get(
  `${path}/:id/standing`,
  "One rectification: what stands, what is proposed, on which evidence, and what follows from it while it waits",
  v.strictObject({
    ...standing,
    state: v.picklist(rectificationStates),
    was: shownMark,
    becomes: shownMark,
    /** Shows the evidence for ten minutes. */
    evidence: v.string(),
    version: v.number(),
    own: v.boolean(),
    effect: v.nullable(rectifiedEffect),
  }),
);

const NEEDS_EVIDENCE = "Send the evidence first: a photo or a scan of what shows the right mark";

const marks = fields({
  result: reference("Result"),
  ca: mark(CA),
  examination: mark(EXAMINATION),
  code: maybe(choice("Code", missingMarks)),
  reason: v.pipe(reason, v.title("Reason")),
  evidence: v.pipe(
    v.string("Evidence is required"),
    v.nonEmpty(NEEDS_EVIDENCE),
    v.maxLength(100, NEEDS_EVIDENCE),
    v.title("Evidence"),
  ),
});

const has = (value: unknown): boolean => value !== undefined && value !== null;

type Marks = v.InferOutput<typeof marks>;

export const rectificationForm = v.pipe(
  marks,
  v.forward(
    v.check<Marks, string>(
      ({ ca, examination, code }) => !has(code) || !(has(ca) || has(examination)),
      "Code stands where there is no mark. Leave the code out, or the marks",
    ),
    ["code"],
  ),
  v.forward(
    v.check<Marks, string>(
      ({ ca, examination, code }) => has(code) || (has(ca) && has(examination)),
      "CA and Examination are needed, or a code such as Absent",
    ),
    ["examination"],
  ),
);

/** The fields of the form, for whoever shows them. */
export const rectificationEntries = marks.entries;

export const proposeRectification = post(
  path,
  "Proposes another mark for a published result, on evidence; somebody else approves it",
  rectificationForm,
  done({ _id: v.string() }),
);

export const sendRectificationEvidence = post(
  `${path}/evidence`,
  "Stores a paper that shows the right mark: field document (jpeg, png, pdf), at most 2 MB",
  v.nullish(v.undefined()),
  uploadFile.reply,
);

const seenForm = fields({
  seen: v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version")),
});

export const approveRectification = post(
  `${path}/:id/approve`,
  "Approves another mark that somebody else has proposed: it stands from now on, and the earlier one stays on the record beside it",
  seenForm,
  done({}),
);

export const declineRectification = post(
  `${path}/:id/decline`,
  "Declines another mark that somebody else has proposed",
  reasonForm,
  done({}),
);

export const withdrawRectification = post(
  `${path}/:id/withdraw`,
  "Withdraws another mark that one has proposed oneself",
  v.nullish(fields({})),
  done({}),
);
