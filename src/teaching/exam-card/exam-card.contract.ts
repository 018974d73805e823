import * as v from "valibot";
import { beginsRunning, usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { reason } from "#console/confirm/confirm.contract.ts";
import { record, type Values } from "#console/record/record.contract.ts";
import { foundUsually, maybe, refersTo, whole, worded } from "#console/record/record.fields.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { paperEntries, paperWording } from "#reference/papers/papers.contract.ts";
import { examPermitNames } from "./exam-card.rules.ts";

const OF_COURSE =
  "Only the attendance is permitted for one course. Leave Course empty: the fees are of the whole semester";

/** What the examinations office permits one student beside the rules of sitting, with a reason. */
export const examPermits = record({
  noun: "exam_permit",
  one: "Permit to sit",
  many: "Permits to sit",
  page: "exam-cards",
  link: "/staff/exam-cards",
  entries: {
    student: refersTo("Student", "student"),
    allows: worded("Permits", examPermitNames),
    course: v.pipe(
      maybe(refersTo("Course", "course")),
      v.description("Left empty: every course that the student takes"),
    ),
    reason: v.pipe(reason, v.title("Reason")),
    session: usuallyRunning,
    semester: foundUsually(whole("Semester", 1, 2), "Left empty: the semester that runs"),
  },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check<Values, string>(({ allows, course }) => allows !== "Unpaid" || course === undefined, OF_COURSE),
        ["course"],
      ),
    ),
  kept: { staff: refersTo("Given by", "staff") },
  title: ["reason"],
  columns: ["student", "allows", "course", "reason", "staff", "session", "semester"],
  sorts: ["createdAt"],
  filters: ["session", "semester", "student", "allows"],
  beginsBy: beginsRunning,
  searched: "the student's matric number, phone, email or name",
  key: ["student", "session", "semester", "allows", "course"],
});

const words = v.nullable(v.string());

const course = v.strictObject({
  class: v.string(),
  code: v.string(),
  name: v.string(),
  credit: v.number(),
  held: v.number(),
  present: v.number(),
  percent: v.nullable(v.number()),
  /** Why it may not be sat, and what to do; null where it may. */
  why: words,
  /** The examinations office has permitted it below the attendance that is asked. */
  permitted: v.boolean(),
  /** When and where, as soon as the examination timetable is out. */
  times: v.array(v.strictObject({ date: v.string(), start: v.string(), end: v.string(), halls: v.array(v.string()) })),
});

/** Who may sit what in a semester; the same card for its student and for the office. */
export const examCard = v.strictObject({
  student: v.string(),
  name: v.string(),
  matric: words,
  programme: words,
  level: v.nullable(v.number()),
  session: v.string(),
  semester: v.number(),
  photo: words,
  /** Why there is no card at all, what mends it, and where; null where there is one. */
  stop: v.nullable(v.strictObject({ sentence: v.string(), link: words })),
  courses: v.array(course),
  ...paperEntries,
  ...paperWording("heading", "opening", "closing"),
});

export type ExamCard = v.InferOutput<typeof examCard>;

export const readOwnCard = get(
  "/student/exam_card",
  "The signed-in student's examination card of the semester that runs; null while none runs",
  v.nullable(examCard),
);

export const readCardOf = get(
  "/staff/ms_exam_card/student/:id",
  "The examination card of one student as far as the right reaches; null while no semester runs",
  v.nullable(examCard),
);

export const readCardsOfClass = get(
  "/staff/ms_exam_card/course/:id",
  "The examination cards of everybody who takes a course, by name; :id is the course's",
  v.strictObject({ code: v.string(), name: v.string(), list: v.array(examCard) }),
);
