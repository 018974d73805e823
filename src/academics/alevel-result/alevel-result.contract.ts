import * as v from "valibot";
import { get, remove } from "#kit/wire/endpoint.contract.ts";

/** Types whose results are three subjects, each with its grade. Specification 3. */
export const typesOfSubjects = ["IJMB", "NCE"] as const;

/** More than anybody has, and few enough to read. None is needed: specification 4. */
export const MAX_ALEVELS = 5;

const everywhere = {
  _id: v.string(),
  createdAt: v.string(),
  /** A submitted application relies on it, so it stays. Contract 3.8. */
  locked: v.boolean(),
  /** For If-Match: the version that the author of a change has seen. */
  version: v.number(),
};

const ofSubjects = v.strictObject({
  ...everywhere,
  type: v.picklist(typesOfSubjects),
  results: v.strictObject({
    institutionName: v.string(),
    yearOfGraduation: v.string(),
    educationSubject: v.string(),
    educationSubjectGrade: v.string(),
    educationSubject2: v.string(),
    educationSubject2Grade: v.string(),
    educationSubject3: v.string(),
    educationSubject3Grade: v.string(),
  }),
});

const ofDiploma = v.strictObject({
  ...everywhere,
  type: v.literal("Diploma"),
  results: v.strictObject({
    institutionName: v.string(),
    yearOfGraduation: v.string(),
    courseOfStudy: v.string(),
    classification: v.string(),
    diplomaType: v.string(),
    cgpa: v.string(),
  }),
});

export const aLevel = v.variant("type", [ofSubjects, ofDiploma]);

export type ALevel = v.InferOutput<typeof aLevel>;

export const path = "/ms_applicant_alevel";

export const listALevels = get(path, "The applicant's A-Level results, newest first", v.array(aLevel));
export const deleteALevel = remove(`${path}/:id`, "Deletes an A-Level result that no application relies on");
