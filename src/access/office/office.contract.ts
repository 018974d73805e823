import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { flag, maybe, onDay, refersTo, usually } from "#console/record/record.fields.contract.ts";
import { lagosToday } from "#kit/value/dates.rules.ts";

/** How long an office is held; the last day is empty while it goes on. */
const term = {
  start: usually(onDay("First day"), lagosToday),
  end: maybe(onDay("Last day")),
  acting: usually(flag("Acting"), () => false),
};

const endsAfterStart: Parameters<typeof record>[0]["together"] = (form) =>
  v.pipe(
    form,
    v.forward(
      v.check(({ start, end }) => !end || !start || end >= start, "End date must be after the start date"),
      ["end"],
    ),
  );

/** Who is dean of which college, from when to when. Specification 3. */
export const deanAssignments = record({
  noun: "dean_assignment",
  one: "Dean",
  many: "Deans",
  page: "deans",
  link: "/staff/deans",
  entries: {
    staff: refersTo("Staff", "staff"),
    college: refersTo("College", "college"),
    ...term,
  },
  together: endsAfterStart,
  title: ["staff", "college"],
  columns: ["college", "staff", "start", "end", "acting"],
  sorts: ["start", "createdAt"],
  filters: ["college", "staff", "acting"],
  searched: null,
  key: [],
});

/** Who is head of which department, from when to when. Specification 3. */
export const headAssignments = record({
  noun: "head_assignment",
  one: "Head of department",
  many: "Heads of department",
  page: "heads",
  link: "/staff/heads",
  entries: {
    staff: refersTo("Staff", "staff"),
    department: refersTo("Department", "department"),
    ...term,
  },
  together: (form) =>
    v.pipe(
      endsAfterStart(form),
      v.forward(
        v.check(({ acting, end }) => !acting || Boolean(end), "Last day is required of an acting head: say until when"),
        ["end"],
      ),
    ),
  title: ["staff", "department"],
  columns: ["department", "staff", "start", "end", "acting"],
  sorts: ["start", "createdAt"],
  filters: ["department", "staff", "acting"],
  searched: null,
  key: [],
});
