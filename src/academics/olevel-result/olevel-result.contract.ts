import * as v from "valibot";
import { choice, reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put, remove } from "#kit/wire/endpoint.contract.ts";
import { gradeNames } from "#reference/grades/grades.rules.ts";
import { isSubject } from "#reference/subjects/subjects.rules.ts";
import { MOST_SUBJECTS, sitting } from "../olevel-sitting/olevel-sitting.contract.ts";

export const MAX_RESULTS = MOST_SUBJECTS;

const subject = v.pipe(
  reference("Examination subject"),
  v.check(isSubject, "Examination subject must be one of the listed subjects"),
  v.title("Examination subject"),
);

const scored = choice("Result grade", gradeNames);

export const resultForm = fields({
  examination: reference("Examination Sitting"),
  subject,
  scored,
});

/** What stands on a certificate: all of it is added, or nothing. */
const certificate = fields({
  examination: reference("Examination Sitting"),
  results: v.pipe(
    v.array(fields({ subject, scored }), "Results must be a list"),
    v.minLength(1, "Results are required"),
    v.maxLength(MAX_RESULTS, `A sitting has at most ${MAX_RESULTS} results`),
    v.check(
      (list) => new Set(list.map((one) => one.subject)).size === list.length,
      "Each subject may stand in the list once",
    ),
    v.title("Results"),
  ),
});

export const result = v.strictObject({
  _id: v.string(),
  examination: sitting,
  subject: v.string(),
  scored: v.picklist(gradeNames),
  createdAt: v.string(),
  /** A submitted application relies on it, so it stays as it is. Contract 3.8. */
  locked: v.boolean(),
  /** For If-Match: the version that the author of a change has seen. */
  version: v.number(),
});

export type Result = v.InferOutput<typeof result>;

const path = "/ms_applicant_result";

export const listResults = get(
  path,
  "The applicant's O-Level results with their sittings, newest first",
  v.array(result),
);
export const readNeeded = get(
  `${path}/needed`,
  "How many results an application needs at this college",
  v.strictObject({ needed: v.number() }),
);
export const addResult = post(path, "Adds a result to a sitting, nine at most", resultForm, done({ _id: v.string() }));
export const addResults = post(
  `${path}/certificate`,
  "Adds the results of a sitting together: all of them, or none",
  certificate,
  done({ ids: v.array(v.string()) }),
);
export const editResult = put(`${path}/:id`, "Changes a result", resultForm, done({ version: v.number() }));
export const deleteResult = remove(`${path}/:id`, "Deletes a result");
