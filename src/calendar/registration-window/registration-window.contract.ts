import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import {
  flag,
  foundUsually,
  maybe,
  naira,
  onDay,
  refersTo,
  usually,
  whole,
} from "#console/record/record.fields.contract.ts";
import { beginsRunning, usuallyRunning } from "../session/session.usual.contract.ts";

/** Specification 5, word for word. */
const LATE = "End date must be after the start date";
const CHANGES = "Courses change until must not be before the first day";
const LEVEL = "Level must be one of 100, 200, 300 and so on, up to 900";
const END = "Last day must not be before the day from which registration is late";

/**
 * When students register for a semester: from when, from when with the late charge, until when. Specification 3. For those of a level or
 * a programme alone where one is named.
 */
export const registrationWindows = record({
  noun: "registration_window",
  one: "Registration window",
  many: "Registration windows",
  page: "registration-windows",
  link: "/staff/registration-windows",
  entries: {
    session: usuallyRunning,
    semester: foundUsually(whole("Semester", 1, 2), "Left empty: the semester that runs"),
    level: maybe(
      v.pipe(
        whole("Level", 100, 900, LEVEL),
        v.check((level) => level % 100 === 0 || level < 100 || level > 900, LEVEL),
        v.description("Left empty: all levels. Whom a window names, that for all does not count for"),
      ),
    ),
    programme: maybe(v.pipe(refersTo("Programme", "programme"), v.description("Left empty: all programmes"))),
    start: onDay("First day"),
    late: onDay("Late from"),
    end: onDay("Last day"),
    changes: maybe(
      v.pipe(
        onDay("Courses change until"),
        v.description("Left empty: until the last day"),
        v.title("Courses change until"),
      ),
    ),
    charge: usually(naira("Late charge", 0), () => 0),
    hodapproval: flag("Head approves", "Yes, each registration", "No"),
  },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check(({ start, late }) => late >= start, LATE),
        ["late"],
      ),
      v.forward(
        v.check(({ late, end }) => end >= late, END),
        ["end"],
      ),
      v.forward(
        v.check(({ start, changes }) => changes === undefined || changes >= start, CHANGES),
        ["changes"],
      ),
    ),
  title: ["session", "semester"],
  columns: ["session", "semester", "level", "programme", "start", "late", "end", "hodapproval"],
  sorts: ["start", "createdAt"],
  filters: ["session", "semester", "level", "programme", "hodapproval"],
  beginsBy: beginsRunning,
  searched: null,
  key: [],
});
