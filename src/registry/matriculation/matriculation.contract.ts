import { usuallyAdmitting } from "#calendar/session/session.usual.contract.ts";
import { listing, record } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { text } from "#kit/field/fields.contract.ts";

/** Every number that the portal gave, in its order. */
export const matriculations = listing({
  noun: "matriculation",
  one: "Matric number",
  many: "Matric numbers",
  page: "matriculation",
  link: "/staff/matriculation",
  entries: {
    matric: text("Matric number", 40),
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session of entry", "session"),
    serial: whole("Serial", 1, 999_999),
    student: refersTo("Student", "student"),
    createdAt: atMinute("Given"),
  },
  title: ["matric", "name"],
  columns: ["matric", "name", "jamb", "programme", "session", "createdAt"],
  sorts: ["createdAt", "matric"],
  filters: ["programme", "session"],
  asked: {
    from: edgeDay("Given from", { of: "createdAt", side: "from" }),
    to: edgeDay("Given to", { of: "createdAt", side: "to" }),
  },
  searched: "matric number, JAMB number or name",
  comes: {
    text: "Each student who is handed over is given one.",
    at: "/staff/hand-over",
    name: "Hand over accepted applicants",
    right: "hand-over",
  },
});

/** How a programme's entrants of a session are counted. */
export const matriculationCounters = record({
  noun: "matriculation_counter",
  one: "Matric counter",
  many: "Matric counters",
  page: "matric-counters",
  link: "/staff/matric-counters",
  entries: {
    session: usuallyAdmitting,
    programme: refersTo("Programme", "programme"),
    start: whole("Last serial given by hand", 0, 99_999),
  },
  kept: {
    given: whole("Given by the portal", 0, 999_999),
    last: whole("Last serial", 0, 999_999),
  },
  title: ["programme"],
  columns: ["programme", "session", "start", "given", "last"],
  sorts: ["createdAt"],
  filters: ["session", "programme"],
  searched: null,
  key: ["session", "programme"],
});
