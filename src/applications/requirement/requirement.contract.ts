import * as v from "valibot";
import { reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

export const requirementView = v.strictObject({
  _id: v.string(),
  label: v.string(),
  required: v.boolean(),
  /** Whether the applicant has uploaded it. */
  upload: v.boolean(),
  /** What was uploaded; the link shows it for ten minutes. */
  file: v.nullable(v.strictObject({ newname: v.string(), mediatype: v.string(), link: v.string() })),
});

export type RequirementView = v.InferOutput<typeof requirementView>;

export const uploadForm = fields({
  requirement: reference("Requirement"),
  /** The `newname` of one's own upload. Nothing is ever fetched from an address. */
  uri: v.pipe(
    reference("Document"),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "Choose the document again: this is not one of your uploads"),
    v.title("Document"),
  ),
});

export const listRequirements = get(
  "/ms_programme_admission_requirement/:programmeId",
  "What a programme asks its applicants to upload; `continue` is the number of required papers still missing",
  v.strictObject({ list: v.array(requirementView), continue: v.number() }),
);

export const uploadRequirement = post(
  "/ms_application_uploads",
  "Puts one of the applicant's own uploads in the place of a requirement, or replaces what stands there",
  uploadForm,
  done({}),
);
