import * as v from "valibot";
import { reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { studentStatuses } from "./student.rules.ts";

/** A student as whoever acts for him or her should see first. */
export const studentSummary = v.strictObject({
  _id: v.string(),
  /** Surname first. */
  name: v.string(),
  matric: v.nullable(v.string()),
  programme: v.nullable(v.string()),
  level: v.nullable(v.number()),
  status: v.picklist(studentStatuses),
  statusAt: v.string(),
  emailaddress: v.string(),
  /** Where the photograph is, for ten minutes. */
  photo: v.nullable(v.string()),
  version: v.number(),
  jamb: v.nullable(v.string()),
  /** The accepted application that was handed over. */
  application: v.nullable(v.string()),
  /** Whether there is an account, by which the student can sign in and pay. */
  account: v.boolean(),
});

export type StudentSummary = v.InferOutput<typeof studentSummary>;

/** Specification 3: the form by which one student is picked before somebody acts for him or her. */
export const selectionForm = fields({ student: v.pipe(reference("Student"), v.title("Student")) });

export const selectStudent = post(
  "/staff/ms_student_selection",
  "Answers whom a member of staff has picked: name, number, programme, level and status",
  selectionForm,
  done({ student: studentSummary }),
);

export const readStudentSummary = get(
  "/staff/ms_student/:id/summary",
  "A student at a glance: name, photograph, number, programme, level and status",
  studentSummary,
);
