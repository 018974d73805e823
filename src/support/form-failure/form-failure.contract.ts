import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

/** Whose forms: those of applicants and visitors, or those of the office. */
export const formSides = ["Applicants", "Office"] as const;

/** A form that refused somebody. */
const form = v.strictObject({
  /** Method and path, such as `POST /ms_applicant_referee`. */
  call: v.string(),
  /** What the office calls it, such as "Requirements: import". */
  name: v.string(),
  side: v.picklist(formSides),
  /** How often it was sent. */
  attempts: v.number(),
  /** How often it was refused: for a wrong field, or for what the form would do. */
  refused: v.number(),
});
export type FailedForm = v.InferOutput<typeof form>;

/** What of a form was refused; a form that is refused may have several wrong fields. */
const failure = v.strictObject({
  call: v.string(),
  name: v.string(),
  side: v.picklist(formSides),
  /** Empty where the refusal belongs to no single field. */
  field: v.string(),
  label: v.string(),
  times: v.number(),
  attempts: v.number(),
  /** The one that was shown most often; null where it differs from case to case. */
  sentence: v.nullable(v.string()),
});
export type FormFailure = v.InferOutput<typeof failure>;

const path = "/staff/ms_form_failure";

export const readFormFailures = get(
  path,
  "Which fields of which forms were refused between two days (`from`, `to`), most often first; `side` is whose forms",
  v.strictObject({ from: v.string(), to: v.string(), forms: v.array(form), failures: v.array(failure) }),
);
export type FormFailures = v.InferOutput<typeof readFormFailures.reply>;

export const exportFormFailures = get(`${path}/export`, "The same as a CSV file", v.any());
