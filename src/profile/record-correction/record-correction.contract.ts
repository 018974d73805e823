import * as v from "valibot";
import { lines, reference } from "#kit/field/fields.contract.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

/** Changed: by its owner at once, because it decides nothing. */
export const correctionStates = ["Waiting", "Approved", "Declined", "Withdrawn", "Changed"] as const;

export type CorrectionState = (typeof correctionStates)[number];

const perhaps = v.nullable(v.string());

/** How a field of a correction is asked for: an area is one of the state that stands before it. */
export const correctionLooks = ["text", "lines", "day", "phone", "choice", "state", "area"] as const;

const correctableField = v.strictObject({
  name: v.string(),
  label: v.string(),
  look: v.picklist(correctionLooks),
  /** As it stands now; empty where there is nothing. */
  value: v.string(),
  optional: v.boolean(),
  /** Of a choice: under which name its values stand in `lists`. */
  list: perhaps,
});

export type CorrectableField = v.InferOutput<typeof correctableField>;

/** A value as people read it. */
export function valueInWords(look: CorrectableField["look"], value: string | null | undefined): string {
  if (!value) return "Nothing";
  if (look === "day") return asDay(`${value}T12:00:00Z`);
  return look === "phone" ? localPhone(value) : value;
}

/** One thing of a record that can be corrected. */
const correctableThing = v.strictObject({
  /** Such as `dateofbirth`, or `result`, of which there are several: `item` says which. */
  kind: v.string(),
  item: perhaps,
  /** "Date of birth", "Mathematics, WAEC 4250101001". */
  name: v.string(),
  /** Its owner changes it at once, without evidence. */
  free: v.boolean(),
  /** Which paper shows it. */
  evidence: v.string(),
  fields: v.array(correctableField),
});

export type CorrectableThing = v.InferOutput<typeof correctableThing>;

const correctableRecord = v.strictObject({
  noun: v.string(),
  record: v.string(),
  /** "NCE Biology, 2026/2027". */
  title: v.string(),
  code: v.string(),
  /** Whose it is. */
  name: v.string(),
  things: v.array(correctableThing),
});

export type CorrectableRecord = v.InferOutput<typeof correctableRecord>;

const lists = v.record(v.string(), v.array(v.string()));

/** What was asked and what became of it, as its owner reads it. */
const ownCorrection = v.strictObject({
  _id: v.string(),
  title: v.string(),
  about: v.string(),
  oldvalue: v.string(),
  newvalue: v.string(),
  reason: perhaps,
  /** Whether the owner asked, or the office for the owner. */
  own: v.boolean(),
  state: v.picklist(correctionStates),
  createdAt: v.string(),
  decidedAt: perhaps,
  decision: perhaps,
});

export type OwnCorrection = v.InferOutput<typeof ownCorrection>;

/** Of 10 to 500 signs: who decides, and an auditor years later, knows no more than stands here. */
export const whyCorrected = v.pipe(
  lines("Reason", 500),
  v.minCodePoints(10, "Reason must be at least 10 characters"),
  v.title("Reason"),
);

export const evidenceOfCorrection = v.pipe(
  v.string("Choose a file that shows it"),
  v.nonEmpty("Choose a file that shows it"),
  v.title("Evidence"),
);

/** What is asked: the values by the names of their fields. Reason and evidence are asked for where it is not free. */
export const correctionForm = fields({
  noun: reference("Kind of record"),
  record: reference("Record"),
  kind: reference("What is wrong"),
  item: v.nullish(reference("Which one")),
  values: v.pipe(
    v.record(v.string(), v.string("What is right must be text"), "What is right is required"),
    v.title("What is right"),
  ),
  evidence: v.nullish(v.string("Choose a file that shows it")),
  reason: v.nullish(v.string("Reason must be text")),
});

const path = "/ms_record_correction";

export const readOwnCorrections = get(
  path,
  "What the applicant can have corrected of what was submitted, and what was asked already, newest first",
  v.strictObject({ records: v.array(correctableRecord), lists, corrections: v.array(ownCorrection) }),
);

const asked = done({
  _id: v.string(),
  /** Done at once, because it decides nothing. */
  changed: v.boolean(),
});

export const askCorrection = post(
  path,
  "Asks for a correction of what was submitted, with evidence; what decides nothing, such as the phone number, is changed at once",
  correctionForm,
  asked,
);

export const withdrawOwnCorrection = post(
  `${path}/:id/withdraw`,
  "Takes a correction back that one has asked for oneself",
  v.nullish(fields({})),
  done({}),
);

export { asked, correctableRecord, lists };
