import * as v from "valibot";
import { beginsRunning } from "#calendar/session/session.usual.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { flag, maybe, refersTo } from "#console/record/record.fields.contract.ts";

/** Who teaches a class: said by one of its courses, it holds for the whole class. Specification 3, contract 5. */
export const courseAllocations = record({
  noun: "course_allocation",
  one: "Allocation",
  many: "Allocations",
  page: "course-allocations",
  link: "/staff/course-allocations/all",
  entries: {
    course: refersTo("Course", "course"),
    staff: refersTo("Lecturer", "staff"),
    incharge: v.pipe(
      maybe(flag("In charge")),
      v.description("Left empty: the first lecturer of a class is in charge. Whoever was before is not any more"),
    ),
  },
  kept: { session: refersTo("Session", "session") },
  title: ["course", "staff"],
  columns: ["course", "staff", "incharge", "session"],
  sorts: ["createdAt"],
  filters: ["session", "course", "staff", "incharge"],
  beginsBy: beginsRunning,
  searched: null,
  key: ["course", "staff"],
});
