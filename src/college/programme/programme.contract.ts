import * as v from "valibot";
import { modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";

/** A programme as records and papers name it; department and college travel by name. Specification 3. */
export const programmeEntries = {
  _id: v.string(),
  code: v.string(),
  name: v.string(),
  award: v.string(),
  department: v.string(),
  college: v.string(),
};

export const programme = v.strictObject(programmeEntries);

export type Programme = v.InferOutput<typeof programme>;

/** A programme that takes applicants, with the modes of entry it takes. */
export const admittingProgrammeEntries = {
  ...programmeEntries,
  modes: v.array(v.picklist(modesOfEntry)),
  /** Null: by mode of entry. Contract 3.12. */
  durationyears: v.nullable(v.number()),
};

const admittingProgramme = v.strictObject(admittingProgrammeEntries);

export type AdmittingProgramme = v.InferOutput<typeof admittingProgramme>;

/** How a programme is called in a sentence: `NCE Biology/Chemistry`. */
export const programmeTitle = ({ award, name }: Pick<Programme, "award" | "name">): string => `${award} ${name}`;
