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
  kept: {
    hasrules: flag("Entry rules", "Set", "Not set"),
    /** Seats that offers hold, whoever made them, and students who changed to it; counted by the database. */
    taken: whole("Taken", 0, 100_000),
    /** Of them, those accepted in time after their seat had been given on. Contract 3.12. */
    beyond: whole("Beyond seats", 0, 100_000),
  },
  title: ["programme", "session"],
  columns: ["programme", "session", "seats", "taken", "beyond", "hasrules"],
  sorts: ["createdAt"],
  filters: ["session", "programme", "hasrules"],
  searched: null,
  key: ["session", "programme"],
});
