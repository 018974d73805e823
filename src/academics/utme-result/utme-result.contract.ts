import * as v from "valibot";
import { choice, optional, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { utmeSubjects } from "#reference/subjects/subjects.utme.rules.ts";

/** Four subjects with 100 marks each. */
const MOST_UTME_SCORE = 400;

const subject = (label: string) => choice(label, utmeSubjects);

const score = v.pipe(
  text("UTME score", 3),
  v.regex(/^\d{1,3}$/, "UTME score must be a number, such as 187"),
  v.check((typed) => Number(typed) <= MOST_UTME_SCORE, `UTME score must be at most ${MOST_UTME_SCORE}`),
  v.title("UTME score"),
);

const entries = {
  subject1: subject("First subject"),
  subject2: subject("Second subject"),
  subject3: subject("Third subject"),
  score: optional(score),
};

type Subjects = { readonly [Name in "subject1" | "subject2" | "subject3"]: string };

const TWICE = "Name three different subjects beside Use of English";

export const utmeForm = v.pipe(
  fields(entries),
  v.forward(
    v.partialCheck([["subject1"], ["subject2"]], ({ subject1, subject2 }) => subject1 !== subject2, TWICE),
    ["subject2"],
  ),
  v.forward(
    v.partialCheck(
      [["subject1"], ["subject2"], ["subject3"]],
      ({ subject1, subject2, subject3 }: Subjects) => ![subject1, subject2].includes(subject3),
      TWICE,
    ),
    ["subject3"],
  ),
);

/** Who told it: the applicant; JAMB's own list, which stands against what anybody types; or the office, which put that right. */
export const utmeSources = ["typed", "JAMB", "Office"] as const;

const utmeResult = v.strictObject({
  /** Beside Use of English, which everybody sits. */
  subjects: v.array(v.string()),
  /** Null until it is out. */
  score: v.nullable(v.number()),
  source: v.picklist(utmeSources),
  /** Somebody else's word, or a submitted application relies on it. */
  locked: v.boolean(),
  updatedAt: v.string(),
  /** For If-Match: the version that the author of a change has seen. */
  version: v.number(),
});

export type UtmeResult = v.InferOutput<typeof utmeResult>;

const path = "/ms_applicant_utme";

/** A score as it is typed: of 400, in digits. */
export { score as utmeScore };

export const readUtme = get(
  path,
  "The applicant's UTME subjects and score, or {} while there are none. NCE candidates sit no UTME",
  v.union([utmeResult, v.strictObject({})]),
);
export const saveUtme = post(
  path,
  "Saves the UTME subjects beside Use of English, and the score if it is out",
  utmeForm,
  done({ version: v.number() }),
);
