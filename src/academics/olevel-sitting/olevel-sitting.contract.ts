import * as v from "valibot";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put, remove } from "#kit/wire/endpoint.contract.ts";
import { examinationTypes } from "#reference/qualifications/qualifications.rules.ts";

const EARLIEST_YEAR = 1970;

const latestYear = () => new Date().getFullYear();

/** A year that is past or runs, four digits; a space between them is forgiven. Specification 5. */
export const year = (label: string) =>
  v.pipe(
    v.string(`${label} must be text`),
    v.transform((typed) => typed.replace(/\s/g, "")),
    v.nonEmpty(`${label} is required`),
    v.minLength(4, `${label} cannot be less than 4 characters`),
    v.maxLength(4, `${label} cannot be above 4 characters`),
    v.regex(/^[0-9]{4}$/, `${label} must be four digits, such as 2024`),
    v.check(
      (typed) => Number(typed) >= EARLIEST_YEAR && Number(typed) <= latestYear(),
      () => `${label} must be between ${EARLIEST_YEAR} and ${latestYear()}`,
    ),
    v.title(label),
  );

/** The first sitting and the second. Specification 9. */
export const MAX_SITTINGS = 2;

const examinationnumber = v.pipe(
  text("Examination number", 30),
  v.regex(
    /[\p{L}\p{N}].*[\p{L}\p{N}]/u,
    "Examination number must hold at least two letters or digits, as it stands on your result slip",
  ),
  v.title("Examination number"),
);

/** What a board's certificate holds at most. */
export const MOST_SUBJECTS = 9;

/** The server knows the list of subjects: a phone that types a sitting need not load it. */
const awaiting = v.pipe(
  v.optional(
    v.pipe(
      v.array(v.string("Subjects awaited must be subjects"), "Subjects awaited must be a list"),
      v.maxLength(MOST_SUBJECTS, `Subjects awaited must be at most ${MOST_SUBJECTS}`),
      v.check((names) => new Set(names).size === names.length, "Each subject may stand among the awaited ones once"),
    ),
  ),
  v.title("Subjects awaited"),
);

export const sittingForm = fields({
  examinationtype: choice("Examination type", examinationTypes),
  examinationcenter: text("Examination center", 120),
  examinationyear: year("Examination year"),
  examinationnumber,
  /** Subjects that were sat and whose results are not out; as they are where it is absent. */
  awaiting,
});

export const sitting = v.strictObject({
  _id: v.string(),
  examinationtype: v.picklist(examinationTypes),
  examinationcenter: v.string(),
  examinationyear: v.string(),
  examinationnumber: v.string(),
  /** Subjects that were sat and whose results are not out; absent from a copy. */
  awaiting: v.optional(v.array(v.string())),
  createdAt: v.string(),
  /** A submitted application relies on it, so it stays as it is. Contract 3.8. */
  locked: v.boolean(),
  /** For If-Match: the version that the author of a change has seen. */
  version: v.number(),
});

export type Sitting = v.InferOutput<typeof sitting>;

const path = "/ms_applicant_sitting";

export const readAwaitedUntil = get(
  `${path}/awaited`,
  "Until which day awaited O-Level results may come, by the session that admits; null where it waits for none",
  v.strictObject({ until: v.nullable(v.string()), mayCome: v.boolean() }),
);

export const listSittings = get(path, "The applicant's O-Level sittings, the first one first", v.array(sitting));
export const addSitting = post(path, "Adds an O-Level sitting, two at most", sittingForm, done({ _id: v.string() }));
export const editSitting = put(`${path}/:id`, "Changes an O-Level sitting", sittingForm, done({ version: v.number() }));
export const deleteSitting = remove(`${path}/:id`, "Deletes an O-Level sitting that has no results");
