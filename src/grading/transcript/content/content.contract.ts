import * as v from "valibot";
import { paperEntries, paperWording } from "#reference/papers/papers.contract.ts";
import { transcriptStates } from "../transcript.rules.ts";

const words = v.nullable(v.string());

const courseLine = v.strictObject({
  code: v.string(),
  title: v.string(),
  units: v.number(),
  /** Of 100; null where a code stands in its place. */
  total: v.nullable(v.number()),
  grade: v.string(),
  /** With two decimals; null for what is in no average. */
  point: words,
  passed: v.boolean(),
  /** Where it comes from, where the portal did not publish it, and what is to be said of it. */
  note: words,
});

const semester = v.strictObject({
  session: v.string(),
  semester: v.number(),
  courses: v.array(courseLine),
  /** Of what counts in the average. */
  units: v.number(),
  gpa: v.string(),
  cgpa: v.string(),
});

/** All that a transcript says, frozen when it is made. */
export const transcriptContent = v.strictObject({
  college: v.strictObject({
    name: v.string(),
    address: v.string(),
    emailaddress: v.string(),
    phonenumber: v.string(),
  }),
  /** Above the results and below them, as the college words it; empty where it says nothing. */
  heading: v.string(),
  footnote: v.string(),
  signatory: v.strictObject({ name: v.string(), title: v.string() }),
  student: v.strictObject({ name: v.string(), matric: words, sex: words, status: v.string() }),
  programme: v.string(),
  award: words,
  /** When and at which level the studies began. */
  entry: v.strictObject({ session: v.string(), level: v.number() }),
  /** The school that it was ordered for. */
  destination: words,
  semesters: v.array(semester),
  cgpa: v.string(),
  units: v.strictObject({ counted: v.number(), passed: v.number() }),
  /** Of pass; null for who has not graduated. */
  passClass: words,
  legend: v.strictObject({
    bands: v.array(v.strictObject({ from: v.number(), to: v.number(), grade: v.string(), point: v.string() })),
    classes: v.array(v.strictObject({ name: v.string(), from: v.string() })),
    passmark: v.number(),
    /** How a repeated course counts. */
    attempts: v.string(),
  }),
});

export type TranscriptContent = v.InferOutput<typeof transcriptContent>;

/** A transcript as it leaves the printer. */
export const transcriptPaper = v.strictObject({
  serial: v.string(),
  state: v.picklist(transcriptStates),
  content: transcriptContent,
  signedAt: words,
  ...paperEntries,
  ...paperWording("heading", "opening", "closing"),
});

export type TranscriptPaper = v.InferOutput<typeof transcriptPaper>;
