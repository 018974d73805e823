import * as v from "valibot";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

const ownClass = v.strictObject({
  _id: v.string(),
  class: v.string(),
  code: v.string(),
  name: v.string(),
  day: v.string(),
  start: v.string(),
  end: v.string(),
  room: v.string(),
  place: v.string(),
  people: v.array(v.string()),
});

export type OwnClass = v.InferOutput<typeof ownClass>;

const ownExamination = v.strictObject({
  _id: v.string(),
  code: v.string(),
  name: v.string(),
  date: v.string(),
  start: v.string(),
  end: v.string(),
  /** Such as `CL, Chemistry laboratory`; of an invigilator the own one. */
  halls: v.array(v.string()),
});

export type OwnExam = v.InferOutput<typeof ownExamination>;

const ownWeek = v.strictObject({
  /** Null where no semester runs. */
  semester: v.nullable(
    v.strictObject({
      name: v.string(),
      start: v.nullable(v.string()),
      end: v.nullable(v.string()),
      isOut: v.boolean(),
    }),
  ),
  classes: v.array(ownClass),
  /** Those to come: that a student sits, or that a member of staff invigilates. */
  examinations: v.array(ownExamination),
  /** Of the last fortnight, the newest first. */
  changes: v.array(
    v.strictObject({
      code: v.string(),
      isExamination: v.boolean(),
      before: v.nullable(v.string()),
      after: v.nullable(v.string()),
      createdAt: v.string(),
    }),
  ),
  /** Since when the person has a calendar address; null without one. */
  feed: v.nullable(v.string()),
});

export type OwnWeek = v.InferOutput<typeof ownWeek>;

export const readStudentWeek = get(
  "/student/week",
  "When and where the signed-in student has classes and examinations",
  ownWeek,
);

export const readStaffWeek = get(
  "/staff/ms_my_week",
  "When and where the signed-in member of staff teaches and invigilates",
  ownWeek,
);

const made = done({ address: v.string() });

export const makeStudentFeed = post(
  "/student/week/feed",
  "Makes the student's calendar address, shown once; an earlier one ends",
  fields({}),
  made,
);

export const makeStaffFeed = post(
  "/staff/ms_my_week/feed",
  "Makes one's calendar address, shown once; an earlier one ends",
  fields({}),
  made,
);

export const endStudentFeed = post(
  "/student/week/feed/end",
  "Ends the student's calendar address",
  fields({}),
  done({}),
);

export const endStaffFeed = post("/staff/ms_my_week/feed/end", "Ends one's calendar address", fields({}), done({}));

export const readCalendar = get(
  "/calendar/:file",
  "A person's week as iCalendar, by the secret address of that person: <token>.ics",
  v.any(),
);
