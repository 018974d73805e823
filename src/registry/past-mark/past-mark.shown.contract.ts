import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { markSources } from "./past-mark.rules.ts";

/** A mark as it is shown beside its student; the student's pages load this alone. */
const studentMark = v.strictObject({
  _id: v.string(),
  course: v.string(),
  title: v.string(),
  session: v.string(),
  semester: v.number(),
  units: v.number(),
  /** Of 100; null where a code stands in its place. */
  total: v.nullable(v.number()),
  code: v.nullable(v.string()),
  passed: v.boolean(),
  source: v.picklist([...markSources, "Result"]),
});

export type StudentMark = v.InferOutput<typeof studentMark>;

export const studentMarks = v.array(studentMark);

export const readMarksOfStudent = get(
  "/staff/ms_student/:id/marks",
  "The marks and published results that the portal holds of a student, the newest semester first, each with whether it is a pass",
  studentMarks,
);
