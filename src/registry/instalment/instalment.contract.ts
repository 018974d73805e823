import { beginsRunning, usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, foundUsually, maybe, onDay, several, whole } from "#console/record/record.fields.contract.ts";
import { gates, gateWords } from "./instalment.rules.ts";

/** What part of a semester's bill is due when, and what that part opens. Bills that are made keep them as they stood. */
export const instalments = record({
  noun: "instalment",
  one: "Instalment",
  many: "Instalments",
  page: "instalments",
  link: "/staff/instalments",
  entries: {
    session: usuallyRunning,
    semester: foundUsually(whole("Semester", 1, 2), "Left empty: the semester that runs"),
    name: atLeastTwo("Name", 60),
    share: whole("Paid by then, in percent", 1, 100),
    due: onDay("Last day"),
    opens: maybe(several("Opens", gates, gateWords)),
  },
  title: ["name"],
  columns: ["name", "share", "due", "opens", "session", "semester"],
  sorts: ["share", "due", "createdAt"],
  filters: ["session", "semester"],
  beginsBy: beginsRunning,
  searched: null,
  key: ["session", "semester", "share"],
});
