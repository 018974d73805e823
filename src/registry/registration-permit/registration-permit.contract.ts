import * as v from "valibot";
import { beginsRunning, usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { reason } from "#console/confirm/confirm.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { foundUsually, onDay, refersTo, several, whole } from "#console/record/record.fields.contract.ts";
import { permitNames, permits } from "./registration-permit.rules.ts";

/** What one student alone may do beside the rules of registration, until a day and with a reason. */
export const registrationPermits = record({
  noun: "registration_permit",
  one: "Permit to register",
  many: "Permits to register",
  page: "registration-permits",
  link: "/staff/registration-permits",
  entries: {
    student: refersTo("Student", "student"),
    session: usuallyRunning,
    semester: foundUsually(whole("Semester", 1, 2), "Left empty: the semester that runs"),
    allows: several("Allows", permits, permitNames),
    until: onDay("Until"),
    reason: v.pipe(reason, v.title("Reason")),
  },
  kept: { staff: refersTo("Given by", "staff") },
  title: ["reason"],
  columns: ["student", "allows", "until", "session", "semester", "reason", "staff"],
  sorts: ["createdAt", "until"],
  filters: ["session", "semester", "student"],
  beginsBy: beginsRunning,
  searched: "the student's matric number, phone, email or name",
  key: ["student", "session", "semester"],
});
