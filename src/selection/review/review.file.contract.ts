import * as v from "valibot";
import { programmeEntries } from "#college/programme/programme.contract.ts";
import { lines } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paymentStates, surplusReasons } from "#payments/payment-reference/payment-reference.rules.ts";
import { examinationTypes, modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";
import { documentRequest } from "./review.document-request.contract.ts";
import { reviewStates, reviewVerdicts } from "./review.rules.ts";

const TOO_SHORT = "Note must be at least 2 characters";

/** What members of the office write for each other about an application. Nobody outside ever reads it. */
export const noteForm = fields({
  post: v.pipe(lines("Note", 1_000), v.minCodePoints(2, TOO_SHORT), v.title("Note")),
});

const note = v.strictObject({
  _id: v.string(),
  /** Who wrote it, such as "Dr Hauwa Bello". */
  author: v.string(),
  post: v.string(),
  createdAt: v.string(),
});

export type ReviewNote = v.InferOutput<typeof note>;

export const addNote = post(
  "/staff/ms_review/:id/note",
  "Adds a note for the office to an application; it stays as it is for good",
  noteForm,
  done({ _id: v.string() }),
);

const timelineLine = v.strictObject({
  at: v.string(),
  /** "Dr Hauwa Bello", "The applicant", "The portal". */
  who: v.string(),
  /** What happened, such as "Checked". */
  what: v.string(),
  reason: v.nullable(v.string()),
});

export type TimelineLine = v.InferOutput<typeof timelineLine>;

const text = v.string();
const perhaps = v.nullable(v.string());

/** One examination as its slip shows it. */
const slip = v.strictObject({
  _id: text,
  examinationtype: v.picklist(examinationTypes),
  examinationcenter: text,
  examinationyear: text,
  examinationnumber: text,
  /** Subjects whose results were not out when it was submitted and have not come since. */
  awaiting: v.array(text),
  /** Applications of other people with the same examination, the newest few; for the office to find out whose it is. */
  others: v.array(v.strictObject({ _id: text, code: text })),
  results: v.array(
    v.strictObject({
      subject: text,
      scored: text,
      credit: v.boolean(),
      pass: v.boolean(),
      /** The best grade of its subject over all sittings. */
      counts: v.boolean(),
    }),
  ),
});
export type ResultSlip = v.InferOutput<typeof slip>;

const eligibility = v.strictObject({
  verdict: v.picklist(reviewVerdicts),
  /** Credits that count for the programme, at most those that it needs. */
  credits: v.number(),
  needed: v.number(),
  missing: v.array(text),
  /** "4 of 5 credits. Missing: credit in Mathematics". */
  sentence: text,
  /** The entry rules in words. */
  asks: v.array(text),
  /** What the mode of entry makes of the rest, such as "JAMB UTME: missing UTME score of 160"; null where it asks for nothing. */
  way: perhaps,
  /** "Physics, Mathematics, Chemistry; score 187, as JAMB's list has it"; null where no UTME was told. */
  utme: perhaps,
  /** What Direct Entry asks for beside, in words. */
  also: perhaps,
});
export type FileEligibility = v.InferOutput<typeof eligibility>;

const shownFile = v.strictObject({ newname: text, mediatype: text, link: text });

/** A document as it was submitted; what came later stands in the request for it. */
const submittedDocument = v.strictObject({
  requirement: text,
  label: text,
  required: v.boolean(),
  file: v.nullable(shownFile),
});
export type SubmittedDocument = v.InferOutput<typeof submittedDocument>;

const payment = v.strictObject({
  _id: text,
  purpose: v.picklist(["application", "acceptance"]),
  rrr: perhaps,
  /** In naira. */
  amount: v.number(),
  state: v.picklist(paymentStates),
  surplus: v.nullable(v.picklist(surplusReasons)),
  verified: perhaps,
  createdAt: text,
  /** What the entry rules said before it was paid, and when "I know, go on" was pressed; null where they said nothing against it. */
  told: v.nullable(v.strictObject({ sentence: text, knewAt: perhaps })),
});

const referee = v.strictObject({
  _id: text,
  name: text,
  phonenumber: text,
  emailaddress: perhaps,
  homeaddress: text,
  /** What is odd: named twice, or the applicant. */
  remark: perhaps,
});

/** Everything that the desk decides by, as it was submitted, and what happened since. */
export const reviewFile = v.strictObject({
  _id: text,
  /** For If-Match. */
  version: v.number(),
  state: v.picklist(reviewStates),
  /** Whose work it is at the desk; null for everybody's. */
  takenby: v.nullable(v.strictObject({ _id: text, name: text })),
  code: text,
  name: text,
  createdAt: text,
  type: v.picklist(modesOfEntry),
  programme: v.strictObject(programmeEntries),
  /** The second and the third choice, in their order, by their titles. */
  choices: v.array(v.strictObject({ rank: v.number(), _id: text, title: text })),
  session: v.strictObject({ _id: text, code: text, name: text }),
  photo: perhaps,
  jamb: text,
  utme: v.nullable(v.number()),
  screening: v.nullable(v.number()),
  bio: v.strictObject({
    gender: text,
    dateofbirth: text,
    /** In whole years, when it was submitted. */
    age: v.number(),
    maritalstatus: text,
    religion: text,
    qualification: text,
    phonenumber: text,
    emailaddress: text,
    homeaddress: text,
    stateoforigin: text,
    lgaoforigin: text,
    stateofresidence: text,
    lgaofresidence: text,
  }),
  slips: v.array(slip),
  eligibility,
  alevels: v.array(
    v.strictObject({ name: text, institution: text, facts: v.array(v.strictObject({ label: text, value: text })) }),
  ),
  referees: v.array(referee),
  documents: v.array(submittedDocument),
  requests: v.array(documentRequest),
  payments: v.array(payment),
  notes: v.array(note),
  timeline: v.array(timelineLine),
});
export type ReviewFile = v.InferOutput<typeof reviewFile>;

export const readFile = get(
  "/staff/ms_review/:id/file",
  "One application with all that the desk decides by; 403 for the caller's own",
  reviewFile,
);

/** How often who has a file open says so. */
export const LOOK_SECONDS = 20;

/** Who has not said so for as long has gone. */
export const GONE_SECONDS = 60;

export const lookAtFile = post(
  "/staff/ms_review/:id/look",
  "Says that the caller looks at an application, and answers who else does",
  fields({}),
  done({
    others: v.array(v.string()),
    /** Of the application: another than the one on the screen means that it was changed meanwhile. */
    version: v.number(),
  }),
);
