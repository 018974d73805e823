import * as v from "valibot";
import { maybe } from "#console/record/record.fields.contract.ts";
import { lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

const path = "/staff/ms_message_template";
const versions = "/staff/ms_template_version";

/** Every part that a template may have; each has some of them, and the server says which. */
const parts = {
  subject: maybe(text("Subject", 500)),
  text: maybe(lines("Text", 6_000)),
  heading: maybe(text("Heading", 500)),
  addressee: maybe(lines("To whom", 6_000)),
  greeting: maybe(text("Greeting", 500)),
  opening: maybe(lines("Opening", 6_000)),
  notes: maybe(lines("Notes", 6_000)),
  closing: maybe(lines("Closing", 6_000)),
  signatories: maybe(lines("Who signs", 6_000)),
};

export type PartName = keyof typeof parts;

export const partNames = [
  "subject",
  "text",
  "heading",
  "addressee",
  "greeting",
  "opening",
  "notes",
  "closing",
  "signatories",
] as const satisfies readonly PartName[];

const words = v.record(v.string(), v.string());

export const standingWordsOf = {
  shipped: "As shipped",
  college: "College's words",
  unsuited: "Words no longer suit",
} as const;

const one = {
  key: v.string(),
  kind: v.picklist(["mail", "text", "paper"]),
  name: v.string(),
  when: v.string(),
  reader: v.picklist(["applicants", "students", "staff", "others"]),
  state: v.picklist(["shipped", "college", "unsuited"]),
  /** The number of the version that waits for a second person. */
  waiting: v.nullable(v.number()),
};

const listed = v.strictObject(one);

export type ListedTemplate = v.InferOutput<typeof listed>;

export const listTemplates = get(
  path,
  "Every mail, SMS and paper whose words the college may choose, and whose words stand now",
  v.strictObject({ list: v.array(listed) }),
);

const valueShown = v.strictObject({
  name: v.string(),
  meaning: v.string(),
  example: v.string(),
  must: v.boolean(),
});

const version = v.strictObject({
  _id: v.string(),
  number: v.number(),
  /** Null are the words as shipped. */
  words: v.nullable(words),
  note: v.string(),
  state: v.picklist(["Proposed", "In force", "Replaced", "Declined", "Withdrawn"]),
  proposedby: v.strictObject({ _id: v.string(), name: v.string() }),
  decidedby: v.nullable(v.string()),
  decidedAt: v.nullable(v.string()),
  decision: v.nullable(v.string()),
  createdAt: v.string(),
});

const whole = v.strictObject({
  ...one,
  parts: v.array(
    v.strictObject({
      name: v.picklist(partNames),
      label: v.string(),
      shipped: v.string(),
      line: v.boolean(),
      most: v.number(),
      optional: v.boolean(),
    }),
  ),
  values: v.array(valueShown),
  letterhead: v.array(valueShown),
  /** Whether it is about an application or a student, so that one can be tried. */
  ofFile: v.boolean(),
  /** The words that go out now. */
  now: words,
  versions: v.array(version),
});

export type WholeTemplate = v.InferOutput<typeof whole>;
export type ShownVersion = v.InferOutput<typeof version>;

export const readTemplate = get(
  `${path}/:key`,
  "A template: its parts, what they may name, the words that go out now, and every version",
  whole,
);

const note = v.pipe(text("What is new", 200), v.minCodePoints(2, "Say what is new"), v.title("What is new"));

export const wordingForm = fields({ ...parts, note });

export const proposeWording = post(
  `${path}/:key/propose`,
  "Proposes the college's own words of a template; they go out once a second person approves them",
  wordingForm,
  done({ _id: v.string() }),
);

export const resetForm = fields({ note });

export const proposeReset = post(
  `${path}/:key/reset`,
  "Proposes to go back to the words as shipped; a second person approves it",
  resetForm,
  done({ _id: v.string() }),
);

export const approveWording = post(
  `${versions}/:id/approve`,
  "Approves words that another proposed: they go out from now on",
  v.nullish(fields({})),
  done({}),
);

export const reasonForm = fields({
  reason: v.pipe(lines("Reason", 500), v.minCodePoints(2, "Say why"), v.title("Reason")),
});

export const declineWording = post(
  `${versions}/:id/decline`,
  "Declines words that another proposed",
  reasonForm,
  done({}),
);

export const withdrawWording = post(
  `${versions}/:id/withdraw`,
  "Takes back words that one has proposed",
  v.nullish(fields({})),
  done({}),
);

const preview = v.strictObject({
  words,
  /** The values that stand for nobody's, by name. */
  examples: v.array(v.string()),
  /** Whose file the others are of; null for nobody's. */
  of: v.nullable(v.string()),
});

export type Preview = v.InferOutput<typeof preview>;

const person = text("Application code or matric number", 60);

const printedTest = v.strictObject({
  /** With the values of nobody. */
  words,
  /** Whose paper it is; null for nobody's. */
  of: v.nullable(v.string()),
  /** What the paper of that person prints, in the words tried, as its own call answers; null for nobody's. */
  paper: v.nullable(v.record(v.string(), v.unknown())),
});

export type PrintedTest = v.InferOutput<typeof printedTest>;

export const printTest = post(
  `${path}/:key/print`,
  "A paper as it would be in words that nobody has approved, of nobody or of somebody whose file and paper the reader may open; its code proves nothing, and nothing is issued",
  fields({ ...parts, person: maybe(person) }),
  printedTest,
);

export const previewWording = post(
  `${path}/:key/preview`,
  "Words with the values of nobody, or of one application or student that the reader may open; that look is written down",
  fields({ ...parts, person: maybe(person) }),
  preview,
);

export const testWording = post(
  `${path}/:key/test`,
  "Sends words to oneself as a test mail, with the values of nobody",
  fields(parts),
  done({}),
);
