import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, flag, maybe, refersTo } from "#console/record/record.fields.contract.ts";

export const jambCourses = record({
  noun: "jamb_course",
  one: "JAMB course",
  many: "JAMB courses",
  page: "jamb-lists",
  link: "/staff/jamb-lists/courses",
  entries: {
    course: atLeastTwo("Course", 200),
    programme: maybe(refersTo("Programme here", "programme")),
  },
  kept: { matched: flag("Matched", "Matched", "Not matched") },
  title: ["course"],
  columns: ["course", "programme", "matched"],
  sorts: ["course", "createdAt"],
  filters: ["matched", "programme"],
  searched: "course",
  key: ["course"],
});
