import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import {
  atLeastTwo,
  atMinute,
  foundUsually,
  maybe,
  refersTo,
  several,
  status,
  usually,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { missingMarks } from "#registry/past-mark/past-mark.rules.ts";
import { attemptRules, hasTwoDecimals } from "./result-profile.rules.ts";

/** Of 100, what the examination leaves to the continuous assessment. */
const MAXIMA = "CA and examination must come to 100 together";

/** An average or a point: from 0 to 10, with two decimals at most. */
export const points = (label: string, least = 0) =>
  v.pipe(
    v.number((issue) =>
      issue.received === "undefined" ? `${label} is required` : `${label} must be a number such as 4.50`,
    ),
    v.minValue(least, `${label} must be at least ${least}`),
    v.maxValue(10, `${label} must be at most 10`),
    v.check(hasTwoDecimals, `${label} must have at most two decimals`),
    v.title(label),
    v.metadata({ kind: "whole" }),
  );

export const ofBand = {
  from: whole("From", 0, 100),
  to: whole("To", 0, 100),
  point: points("Point"),
  grade: v.pipe(text("Grade", 4), v.title("Grade")),
};

const ENDS = "To must not be less than From";

/** A rule-book of grading. Its bands, classes and standing rules are edited together: `result-profile.book.contract.ts`. Specification 3. */
export const resultProfiles = record({
  noun: "result_profile",
  one: "Result profile",
  many: "Result profiles",
  page: "result-profiles",
  link: "/staff/result-profiles",
  entries: {
    name: atLeastTwo("Name", 80),
    description: v.pipe(
      text("Description", 500),
      v.minCodePoints(2, "Description must be at least 2 characters"),
      v.title("Description"),
    ),
    passmark: usually(whole("Pass mark", 1, 100), () => 40),
    camax: usually(whole("Most of the CA", 0, 100), () => 40),
    exammax: usually(
      v.pipe(whole("Most of the examination", 0, 100), v.description("Together with the CA: 100")),
      () => 60,
    ),
    attempts: usually(
      v.pipe(
        choice("Attempts that count", attemptRules),
        v.description("Of several attempts at one course: which of them are in the CGPA"),
      ),
      () => "All" as const,
    ),
    status,
  },
  kept: {
    failing: several("Codes that count as a fail", missingMarks),
    minunits: maybe(whole("Least units of a semester", 0, 60)),
    maxunits: maybe(whole("Most units of a semester", 1, 60)),
    awardunits: maybe(whole("Units for the award", 1, 400)),
    /** Since when results stand by it: from then on its rules stay. */
    usedAt: maybe(atMinute("Results stand by it since")),
    copiedfrom: maybe(refersTo("Copied from", "result_profile")),
  },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check(
          ({ camax, exammax }) => camax === undefined || exammax === undefined || camax + exammax === 100,
          MAXIMA,
        ),
        ["exammax"],
      ),
    ),
  title: ["name"],
  columns: ["name", "passmark", "camax", "exammax", "attempts", "usedAt", "status"],
  sorts: ["name", "createdAt"],
  filters: ["status"],
  searched: "name or description",
  key: ["name"],
});

/** One band of a profile. Specification 3. */
export const scoreBands = record({
  noun: "score_band",
  one: "Score band",
  many: "Score bands",
  page: "result-profiles",
  link: "/staff/result-profiles/bands",
  entries: {
    profile: foundUsually(
      refersTo("Profile", "result_profile"),
      "Left empty: the newest by which no results stand yet",
    ),
    ...ofBand,
  },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check(({ from, to }) => from <= to, ENDS),
        ["to"],
      ),
    ),
  title: ["profile", "grade"],
  columns: ["grade", "from", "to", "point", "profile"],
  sorts: ["from", "createdAt"],
  filters: ["profile"],
  searched: null,
  key: [],
});

/** Who is graded by which profile: the entrants of a session, and those after them until another is named. Contract 5. */
export const profileUses = record({
  noun: "result_profile_use",
  one: "Cohort",
  many: "Cohorts and their profiles",
  page: "result-profiles",
  link: "/staff/result-profiles/cohorts",
  entries: {
    session: v.pipe(
      refersTo("From the entrants of", "session"),
      v.description("And of those after them, until another profile is named"),
    ),
    programme: maybe(
      v.pipe(
        refersTo("Programme", "programme"),
        v.description("Left empty: every programme that has no profile of its own"),
      ),
    ),
    profile: refersTo("Profile", "result_profile"),
  },
  title: ["programme", "session"],
  columns: ["session", "programme", "profile"],
  sorts: ["createdAt"],
  filters: ["session", "programme", "profile"],
  // A line of years ago still grades.
  beginsWhole: true,
  searched: null,
  key: [],
});

const named = v.strictObject({ _id: v.string(), name: v.string() });

/** Each session of entry with the profiles of its programmes. */
export const readCohorts = get(
  "/staff/ms_result_profile_use/cohorts",
  "By which profile the entrants of each session are graded, newest session first",
  v.array(
    v.strictObject({
      session: v.string(),
      lines: v.array(
        v.strictObject({
          /** Null: nothing of theirs is graded. */
          profile: v.nullable(named),
          /** Of how many programmes; those that differ from most are named. */
          count: v.number(),
          programmes: v.nullable(v.array(v.string())),
        }),
      ),
    }),
  ),
);
