import { listing } from "#console/listing/listing.contract.ts";
import { refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { genders, modesOfEntry } from "#reference/qualifications/qualifications.contract.ts";
import { namesOfStates } from "#reference/states-and-lgas/states-and-lgas.names.contract.ts";

/** Who has accepted a place and paid for it. The `_id` is the application's. */
export const matriculationList = listing({
  noun: "matriculation_list",
  one: "Matriculant",
  many: "Matriculants",
  page: "jamb-lists",
  link: "/staff/jamb-lists/matriculation",
  entries: {
    jamb: text("JAMB number", 14),
    name: text("Name", 200),
    gender: choice("Sex", genders),
    stateoforigin: choice("State", namesOfStates),
    lgaoforigin: text("Local government area", 60),
    programme: refersTo("Programme", "programme"),
    level: whole("Level", 100, 400),
    type: choice("Mode of entry", modesOfEntry),
    code: text("Application", 40),
    session: refersTo("Session", "session"),
  },
  title: ["jamb", "name"],
  columns: ["jamb", "name", "gender", "stateoforigin", "lgaoforigin", "programme", "level", "type"],
  sorts: ["jamb", "name"],
  filters: ["session", "programme", "gender", "stateoforigin", "type"],
  searched: "code, JAMB number, phone or name",
});
