import { listing } from "#console/record/record.contract.ts";
import { flag, maybe, refersTo } from "#console/record/record.fields.contract.ts";
import { text } from "#kit/field/fields.contract.ts";

export const screeningScores = listing({
  noun: "screening_score",
  one: "Screening score",
  many: "Screening scores",
  page: "jamb-lists",
  link: "/staff/jamb-lists/screening",
  entries: {
    jamb: text("JAMB number", 14),
    name: maybe(text("Name", 200)),
    programme: maybe(refersTo("Programme here", "programme")),
    score: maybe(text("Score", 6)),
    came: flag("Came", "Came", "Absent"),
    session: refersTo("Session", "session"),
  },
  title: ["jamb"],
  columns: ["jamb", "name", "programme", "score", "came"],
  sorts: ["jamb", "createdAt"],
  filters: ["session", "came"],
  searched: "JAMB number",
});
