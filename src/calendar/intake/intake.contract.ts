import { record } from "#console/record/record.contract.ts";
import { flag, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";

/** What a programme takes in a session: how many, and by which rules. Decision 0031. */
export const intakes = record({
  noun: "intake",
  one: "Intake",
  many: "Seats and entry rules",
  page: "intakes",
  link: "/staff/intakes",
  entries: {
    session: refersTo("Session", "session"),
    programme: refersTo("Programme", "programme"),
    seats: maybe(whole("Seats", 0, 100_000)),
  },
  kept: { hasrules: flag("Entry rules", "Set", "Not set") },
  title: ["programme", "session"],
  columns: ["programme", "session", "seats", "hasrules"],
  sorts: ["createdAt"],
  filters: ["session", "programme", "hasrules"],
  searched: null,
  key: ["session", "programme"],
});
