import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { bookingLooks, bookingStates } from "./screening.rules.ts";

/** Whoever is expected at a screening day, or came. The `_id` is the application's. */
export const screeningBookings = listing({
  noun: "screening_booking",
  one: "Person at the screening",
  many: "People at the screening",
  page: "screening",
  link: "/staff/screening/people",
  entries: {
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    code: text("Code", 40),
    state: v.pipe(choice("State", bookingStates), looksLike(bookingLooks)),
    at: maybe(atMinute("Time")),
    screening: maybe(text("Screening score", 6)),
    missing: maybe(text("Originals not in order", 2_000)),
    day: refersTo("Screening day", "screening_day"),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    placedby: maybe(refersTo("Placed by", "staff")),
    stateby: maybe(refersTo("Attendance by", "staff")),
    stateAt: maybe(atMinute("Attendance taken")),
  },
  title: ["name", "code"],
  columns: ["name", "jamb", "state", "at", "screening", "missing", "day", "programme", "code"],
  sorts: ["createdAt", "name", "code"],
  filters: ["day", "state", "programme", "session"],
  searched: "code, JAMB number, phone or name",
  comes: {
    text: "Whoever books a slot of a screening day, or is placed there, stands here at once.",
    at: "/staff/screening-days",
    name: "Screening days",
    right: "screening-days",
  },
});
