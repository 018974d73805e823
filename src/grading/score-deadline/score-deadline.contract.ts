import * as v from "valibot";
import { beginsRunning, usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { foundUsually, maybe, onDay, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { sheetStates } from "../score-sheet/score-sheet.rules.ts";

/** Until when the sheets of a semester are due; of one department, or of all that have none of their own. */
export const scoreDeadlines = record({
  noun: "score_deadline",
  one: "Day for score sheets",
  many: "Days for score sheets",
  page: "score-deadlines",
  link: "/staff/score-deadlines",
  entries: {
    session: usuallyRunning,
    semester: foundUsually(whole("Semester", 1, 2), "Left empty: the semester that runs"),
    department: maybe(refersTo("Department", "department")),
    day: onDay("Due on"),
  },
  title: ["day"],
  columns: ["day", "department", "session", "semester"],
  sorts: ["day", "createdAt"],
  filters: ["session", "semester", "department"],
  beginsBy: beginsRunning,
  searched: null,
  key: ["session", "semester", "department"],
});

const named = v.strictObject({ _id: v.string(), name: v.string() });

/** How long sheets stayed with one office before they were passed on, in tenths of a day. */
const turnaround = v.strictObject({ state: v.picklist(sheetStates), days: v.number(), sheets: v.number() });

const lateClass = v.strictObject({
  _id: v.string(),
  /** Null while nobody has typed a mark. */
  sheet: v.nullable(v.string()),
  code: v.string(),
  name: v.string(),
  department: v.string(),
  lecturers: v.array(v.string()),
  state: v.picklist(sheetStates),
  since: v.nullable(v.string()),
  /** Days with whom it is now. */
  days: v.nullable(v.number()),
  due: v.nullable(v.string()),
  /** Days after that day, while the sheet is not sent in; negative before it. */
  late: v.nullable(v.number()),
  students: v.number(),
  typed: v.number(),
  steps: v.array(turnaround),
});

export const readLateBoard = get(
  "/staff/ms_score_deadline/board",
  "Who is late: the classes of a semester with what is typed, with whom each sheet is and since when, and how long each office took; asked by session, semester and department",
  v.strictObject({
    sessions: v.array(named),
    session: named,
    semester: v.number(),
    departments: v.array(
      v.strictObject({
        ...named.entries,
        classes: v.number(),
        sent: v.number(),
        approved: v.number(),
        late: v.number(),
        steps: v.array(turnaround),
      }),
    ),
    /** The one asked for; null for all. */
    department: v.nullable(v.string()),
    /** The latest first. */
    classes: v.array(lateClass),
  }),
);
