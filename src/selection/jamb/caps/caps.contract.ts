import { listing } from "#console/record/record.contract.ts";
import { maybe, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { capsStatuses } from "../jamb.caps.rules.ts";

/** What CAPS said last about each candidate. */
export const capsReturns = listing({
  noun: "caps_return",
  one: "Approval",
  many: "Approvals",
  page: "jamb-lists",
  link: "/staff/jamb-lists/caps",
  entries: {
    jamb: text("JAMB number", 14),
    name: maybe(text("Name", 200)),
    course: maybe(refersTo("Course", "jamb_course")),
    programme: maybe(refersTo("Programme here", "programme")),
    status: choice("Status", capsStatuses),
    said: text("In the file", 60),
    session: refersTo("Session", "session"),
  },
  title: ["jamb"],
  columns: ["jamb", "name", "course", "programme", "status", "said"],
  sorts: ["jamb", "createdAt"],
  filters: ["session", "status", "programme"],
  searched: "JAMB number or name",
});
