import { listing } from "#console/record/record.contract.ts";
import { maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { genders } from "#reference/qualifications/qualifications.rules.ts";
import { namesOfStates } from "#reference/states-and-lgas/states-and-lgas.names.rules.ts";

export const jambCandidates = listing({
  noun: "jamb_candidate",
  one: "Candidate",
  many: "Candidates",
  page: "jamb-lists",
  link: "/staff/jamb-lists/candidates",
  entries: {
    jamb: text("JAMB number", 14),
    name: text("Name", 200),
    gender: maybe(choice("Sex", genders)),
    stateoforigin: maybe(choice("State", namesOfStates)),
    lgaoforigin: maybe(text("Local government area", 60)),
    course: maybe(refersTo("Course", "jamb_course")),
    programme: maybe(refersTo("Programme here", "programme")),
    utme: maybe(whole("UTME", 0, 400)),
    subjects: maybe(text("Subjects", 200)),
    session: refersTo("Session", "session"),
  },
  title: ["jamb", "name"],
  columns: ["jamb", "name", "gender", "stateoforigin", "lgaoforigin", "course", "programme", "utme"],
  sorts: ["name", "jamb", "createdAt"],
  filters: ["session", "programme", "course", "stateoforigin"],
  searched: "JAMB number or name",
});
