import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { paperEntries, paperWording } from "#reference/papers/papers.contract.ts";
import { registrationShown } from "../course-registration.contract.ts";

const words = v.nullable(v.string());

export const courseForm = v.strictObject({
  name: v.string(),
  matric: words,
  programme: words,
  level: v.number(),
  session: v.string(),
  semester: v.number(),
  /** A fresh link to the passport photograph; null where there is none. */
  photo: words,
  units: v.number(),
  /** How many courses were sent beside those, and are not approved yet. */
  more: v.number(),
  /** Who approved it, and when; null where no head decides. */
  decidedby: words,
  decidedAt: words,
  lines: registrationShown.entries.lines,
  ...paperEntries,
  ...paperWording("heading", "opening", "closing"),
});

export type CourseForm = v.InferOutput<typeof courseForm>;

export const readCourseForm = get(
  "/student/course_form",
  "The course form of the signed-in student for the semester that runs; refused until something is approved",
  courseForm,
);

export const readCourseFormOf = get(
  "/staff/ms_registration/:id/form",
  "The course form of a registration as far as a right reaches; refused until something is approved",
  courseForm,
);
