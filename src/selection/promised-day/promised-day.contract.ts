import * as v from "valibot";
import { usuallyAdmitting } from "#calendar/session/session.usual.contract.ts";
import { listing, record } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, onDay, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { reviewStates, stageLooks } from "../review/review.rules.ts";

/** By when the college promises to have decided, in a session, for a programme or for all that have no day of their own. */
export const promisedDays = record({
  noun: "promised_day",
  one: "Promised day",
  many: "Promised days",
  page: "promised-days",
  link: "/staff/promised-days",
  entries: {
    session: usuallyAdmitting,
    programme: maybe(
      v.pipe(
        refersTo("Programme", "programme"),
        v.description("Left empty: every programme that has no day of its own"),
        v.title("Programme"),
      ),
    ),
    day: v.pipe(
      onDay("Decision by"),
      v.description(
        "Applicants read this day while they wait. When it changes, who still waits gets a mail; when it is over, too",
      ),
      v.title("Decision by"),
    ),
  },
  title: ["session", "programme"],
  columns: ["session", "programme", "day"],
  sorts: ["day", "createdAt"],
  filters: ["session", "programme"],
  searched: null,
  key: [],
});

/** Who waits for a decision that was promised for a day that is over. */
export const lateDecisions = listing({
  noun: "late_decision",
  one: "Late decision",
  many: "Past the promised day",
  page: "promised-days",
  link: "/staff/promised-days/late",
  entries: {
    code: text("Code", 40),
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    state: v.pipe(choice("Stage", reviewStates), looksLike(stageLooks)),
    day: onDay("Promised for"),
    dayslate: whole("Days late", 0, 10_000),
    createdAt: atMinute("Submitted"),
  },
  title: ["code", "name"],
  columns: ["code", "name", "programme", "state", "day", "dayslate", "createdAt"],
  sorts: ["createdAt"],
  filters: ["programme", "session", "state"],
  searched: "code, JAMB number or name",
  none: {
    title: "Nobody waits for longer than promised",
    text: "Applications without a decision after the day that was promised are listed here.",
  },
});
