import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { flag, maybe, onDay, refersTo } from "#console/record/record.fields.contract.ts";

const END = "End date must be after the start date";

/** Who is dean of which college, from when to when. The last day is empty while it goes on. Specification 3. */
export const deanAssignments = record({
  noun: "dean_assignment",
  one: "Dean",
  many: "Deans",
  page: "deans",
  link: "/staff/deans",
  entries: {
    staff: refersTo("Staff", "staff"),
    college: refersTo("College", "college"),
    start: onDay("First day"),
    end: maybe(onDay("Last day")),
    acting: flag("Acting"),
  },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check(({ start, end }) => !end || end >= start, END),
        ["end"],
      ),
    ),
  title: ["staff", "college"],
  columns: ["college", "staff", "start", "end", "acting"],
  sorts: ["start", "createdAt"],
  filters: ["college", "staff", "acting"],
  searched: null,
  key: [],
});
