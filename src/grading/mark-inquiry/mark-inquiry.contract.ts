import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import {
  atMinute,
  edgeDay,
  flag,
  looksLike,
  maybe,
  onDay,
  refersTo,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { answers, inquiryLooks, inquiryStates } from "./mark-inquiry.rules.ts";

export const markInquiries = listing({
  noun: "mark_inquiry",
  one: "Question about a mark",
  many: "Questions about marks",
  page: "mark-inquiries",
  link: "/staff/mark-inquiries",
  entries: {
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    student: refersTo("Record", "student"),
    course: text("Course", 20),
    session: refersTo("Session", "session"),
    semester: whole("Semester", 1, 2),
    state: v.pipe(choice("State", inquiryStates), looksLike(inquiryLooks)),
    due: onDay("Last day"),
    overdue: flag("Overdue", "Overdue", "No"),
    question: lines("Question", 500),
    answer: maybe(lines("Answer", 500)),
    answeredby: maybe(refersTo("Answered by", "staff")),
    answeredAt: maybe(atMinute("Answered")),
    createdAt: atMinute("Asked"),
  },
  title: ["course", "name"],
  columns: ["name", "matric", "course", "state", "due", "overdue", "question", "session", "semester", "createdAt"],
  sorts: ["createdAt", "due"],
  filters: ["state", "overdue", "session", "semester", "student"],
  asked: {
    from: edgeDay("Asked from", { of: "createdAt", side: "from" }),
    to: edgeDay("Asked to", { of: "createdAt", side: "to" }),
  },
  searched: "matric number, name or course",
  none: {
    title: "Nobody asks about a mark",
    text: "Students ask in their area, beside their results. What they ask stands here with its last day.",
  },
  settled: { "state=Asked": "No question waits for an answer" },
});

/** A mark, as it was typed and as it counts. */
export const shownMark = v.strictObject({
  ca: v.nullable(v.number()),
  examination: v.nullable(v.number()),
  total: v.nullable(v.number()),
  code: v.nullable(v.string()),
});

export type ShownMark = v.InferOutput<typeof shownMark>;

const place = { course: v.string(), title: v.string(), session: v.string(), semester: v.number() };

const path = "/staff/ms_mark_inquiry";

export const readInquiry = get(
  `${path}/:id/standing`,
  "A question about a mark: what was asked, the mark, who teaches the class, and what was answered",
  v.strictObject({
    _id: v.string(),
    ...place,
    name: v.string(),
    matric: v.nullable(v.string()),
    result: v.string(),
    mark: shownMark,
    /** What stands in its place since it was corrected. */
    corrected: v.nullable(shownMark),
    question: v.string(),
    createdAt: v.string(),
    due: v.string(),
    overdue: v.boolean(),
    state: v.picklist(inquiryStates),
    answer: v.nullable(v.string()),
    answeredby: v.nullable(v.string()),
    answeredAt: v.nullable(v.string()),
    rectification: v.nullable(v.string()),
    lecturers: v.array(v.string()),
    version: v.number(),
    /** Whether the reader may answer it. */
    may: v.boolean(),
  }),
);

const words = (label: string, least: number, sentence: string) =>
  v.pipe(lines(label, 500), v.minCodePoints(least, sentence), v.title(label));

export const answerForm = fields({
  answer: choice("Answer", answers),
  words: words("What you say to the student", 2, "Say in a few words what the script shows: the student reads it"),
  seen: v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version")),
});

export const answerInquiry = post(
  `${path}/:id/answer`,
  "Answers a question about a mark: that it stands, or that it is to be corrected, which two people do by a rectification",
  answerForm,
  done({}),
);

const own = "/student/inquiries";

const ownInquiry = v.strictObject({
  _id: v.string(),
  result: v.string(),
  ...place,
  state: v.picklist(inquiryStates),
  question: v.string(),
  createdAt: v.string(),
  due: v.string(),
  overdue: v.boolean(),
  answer: v.nullable(v.string()),
  answeredAt: v.nullable(v.string()),
  /** What was asked about, and what stands since; null while the results are held back, and where nothing was corrected. */
  mark: v.nullable(shownMark),
  corrected: v.nullable(shownMark),
});

export type OwnInquiry = v.InferOutput<typeof ownInquiry>;

const askable = v.strictObject({
  result: v.string(),
  ...place,
  mark: shownMark,
  /** The last day for the question. */
  until: v.string(),
});

export const readOwnInquiries = get(
  own,
  "What the signed-in student may ask about, what was asked and answered, and which marks were corrected",
  v.strictObject({
    /** How many days after its publication a mark may be asked about; 0 where the college takes no questions. */
    days: v.number(),
    askable: v.array(askable),
    inquiries: v.array(ownInquiry),
    corrected: v.array(
      v.strictObject({ _id: v.string(), ...place, before: shownMark, after: shownMark, at: v.string() }),
    ),
  }),
);

export const askForm = fields({
  result: reference("Mark"),
  question: words("Your question", 10, "Say in a sentence what you think is wrong, and why"),
});

export const askAboutMark = post(
  own,
  "Asks about a published mark; its lecturers, or the head of the department, answer",
  askForm,
  done({ _id: v.string() }),
);

export const withdrawInquiry = post(
  `${own}/:id/withdraw`,
  "Takes back a question that nobody has answered",
  fields({}),
  done({}),
);
