import * as v from "valibot";
import { maybe, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put } from "#kit/wire/endpoint.contract.ts";
import { missingMarks } from "#registry/past-mark/past-mark.rules.ts";
import { ofBand, points } from "./result-profile.contract.ts";
import { attemptRules, measures, standings, troubleInBook } from "./result-profile.rules.ts";

const band = fields(ofBand);
const passClass = fields({
  name: v.pipe(text("Class", 40), v.minCodePoints(2, "Class must be at least 2 characters"), v.title("Class")),
  from: points("From CGPA"),
});
const standing = fields({
  standing: choice("Standing", standings),
  measure: choice("Average", measures),
  below: points("Below", 0.01),
  semesters: whole("Semesters in a row", 1, 8),
});

const bare = fields({
  bands: v.pipe(v.array(band, "Bands is required"), v.maxLength(20, "Bands must be at most 20"), v.title("Bands")),
  classes: v.pipe(
    v.array(passClass, "Classes of pass is required"),
    v.maxLength(12, "Classes of pass must be at most 12"),
    v.title("Classes of pass"),
  ),
  standings: v.pipe(
    v.array(standing, "Standing rules is required"),
    v.maxLength(3, "Standing rules must be at most 3"),
    v.title("Standing rules"),
  ),
  failing: v.pipe(
    v.array(v.picklist(missingMarks, `Codes must be among ${missingMarks.join(", ")}`), "Codes is required"),
    v.title("Codes that count as a fail"),
  ),
  minunits: maybe(whole("Least units of a semester", 0, 60)),
  maxunits: maybe(whole("Most units of a semester", 1, 60)),
  awardunits: maybe(whole("Units for the award", 1, 400)),
});

export type BookForm = v.InferOutput<typeof bare>;

/** All rules of a profile, changed together: none is saved while another is wrong. */
export const bookForm = v.pipe(
  bare,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { part, sentence } of troubleInBook(dataset.value)) {
      const path = [{ type: "object", origin: "value", input: dataset.value, key: part, value: undefined }] as const;
      addIssue({ message: sentence, path: path as never });
    }
  }),
);

const path = "/staff/ms_result_profile/:id";
const named = v.strictObject({ _id: v.string(), name: v.string() });

export const readBook = get(
  `${path}/rules`,
  "All rules of a result profile, and who is graded by it",
  v.strictObject({
    version: v.number(),
    name: v.string(),
    passmark: v.number(),
    camax: v.number(),
    exammax: v.number(),
    attempts: v.picklist(attemptRules),
    usedAt: v.nullable(v.string()),
    form: bare,
    /** What keeps it from grading anybody. */
    troubles: v.array(v.string()),
    uses: v.array(v.strictObject({ _id: v.string(), session: v.string(), programme: v.nullable(v.string()) })),
    copiedfrom: v.nullable(named),
    copies: v.array(named),
    /** How the next version may be called. */
    nextname: v.string(),
  }),
);

export const writeBook = put(
  `${path}/rules`,
  "Changes bands, classes of pass, standing rules and units of a result profile together",
  bookForm,
  done({ version: v.number() }),
);

export const copyForm = fields({
  name: maybe(v.pipe(text("Name", 80), v.minCodePoints(2, "Minimum of 2 characters expected"), v.title("Name"))),
});

export const copyProfile = post(
  `${path}/copy`,
  "Adds the next version of a result profile, with all its rules",
  copyForm,
  done({ _id: v.string() }),
);
