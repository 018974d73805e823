import { listing } from "#console/record/record.contract.ts";
import { atMinute, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { departureKinds } from "./departure.rules.ts";

/** Why applicants do not come, and why the college does not take them, by programme and session; the most frequent first. */
export const reasonCounts = listing({
  noun: "reason_count",
  one: "Reason",
  many: "Reasons",
  page: "offers",
  link: "/staff/offers/reasons",
  entries: {
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    what: choice("What", [...departureKinds, "Refused", "Not recommended"]),
    reason: text("Reason", 80),
    count: whole("How many", 0, 1_000_000),
    late: whole("After the promised day", 0, 1_000_000),
    createdAt: atMinute("Last"),
  },
  title: ["programme", "reason"],
  columns: ["what", "reason", "programme", "count", "late", "createdAt"],
  sorts: ["count", "createdAt"],
  filters: ["what", "programme", "session"],
  searched: null,
  none: {
    title: "No reasons yet",
    text: "Why applicants withdraw, decline or defer, and why they are refused, is counted here.",
  },
});
