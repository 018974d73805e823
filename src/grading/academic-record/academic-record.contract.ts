import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { attemptRules, standings } from "../result-profile/result-profile.rules.ts";
import { owedReasons } from "./academic-record.rules.ts";

/** Points times units, in hundredths, over units. */
const sum = v.strictObject({ points: v.number(), units: v.number() });

const standing = v.picklist([...standings, "Good"]);

const gradedAttempt = v.strictObject({
  session: v.string(),
  semester: v.number(),
  course: v.string(),
  title: v.string(),
  units: v.number(),
  total: v.nullable(v.number()),
  code: v.nullable(v.string()),
  passline: v.nullable(v.number()),
  left: v.boolean(),
  elective: v.boolean(),
  grade: v.string(),
  /** In hundredths; null where it is in no average. */
  point: v.nullable(v.number()),
  passed: v.boolean(),
});

/** A record as it goes to a screen: all that an average is the sum of. */
export const academicRecord = v.strictObject({
  student: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  /** By which it is graded; null where the college has named none. */
  profile: v.nullable(v.strictObject({ _id: v.string(), name: v.string(), attempts: v.picklist(attemptRules) })),
  semesters: v.array(
    v.strictObject({
      session: v.string(),
      semester: v.number(),
      attempts: v.array(gradedAttempt),
      gpa: sum,
      cgpa: sum,
      standing,
    }),
  ),
  cgpa: sum,
  passClass: v.nullable(v.string()),
  carryOvers: v.array(
    v.strictObject({
      course: v.string(),
      title: v.string(),
      units: v.number(),
      why: v.picklist(owedReasons),
      elective: v.boolean(),
    }),
  ),
  passedUnits: v.number(),
});

export type RecordShown = v.InferOutput<typeof academicRecord>;

export const readAcademicRecord = get(
  "/staff/ms_academic_record/:student",
  "A student's record of what is published: each semester with its attempts, the sums of its GPA and CGPA, standing and carry-overs",
  academicRecord,
);
