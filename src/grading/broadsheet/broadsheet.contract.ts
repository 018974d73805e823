import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { atLeastTwo, maybe, onDay, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paperWording } from "#reference/papers/papers.contract.ts";
import { academicRecord } from "../academic-record/academic-record.contract.ts";
import { standings } from "../result-profile/result-profile.rules.ts";
import { sheetStates } from "../score-sheet/score-sheet.rules.ts";
import { cellStates } from "./broadsheet.rules.ts";

const named = v.strictObject({ _id: v.string(), name: v.string() });
const sum = v.strictObject({ points: v.number(), units: v.number() });

const spread = v.strictObject({
  grades: v.array(v.strictObject({ grade: v.string(), count: v.number() })),
  codes: v.array(v.strictObject({ code: v.string(), count: v.number() })),
  marked: v.number(),
  /** In tenths. */
  mean: v.nullable(v.number()),
  lowest: v.nullable(v.number()),
  highest: v.nullable(v.number()),
  failed: v.number(),
  /** In percent. */
  failing: v.number(),
});

const column = v.strictObject({
  class: v.string(),
  code: v.string(),
  title: v.string(),
  units: v.number(),
  students: v.number(),
  /** Null where nobody has typed a mark of the class yet, and where it has its mark from elsewhere. */
  sheet: v.nullable(
    v.strictObject({ _id: v.string(), state: v.picklist(sheetStates), since: v.string(), seen: v.number() }),
  ),
  spread,
  improbable: v.array(v.string()),
});

const cell = v.strictObject({
  /** As it counts. */
  total: v.nullable(v.number()),
  /** As it was typed. */
  raw: v.nullable(v.number()),
  code: v.nullable(v.string()),
  grade: v.string(),
  passed: v.boolean(),
  state: v.picklist(cellStates),
});

const row = v.strictObject({
  student: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  /** By the order of the columns; null for a course that this one does not take. */
  cells: v.array(v.nullable(cell)),
  units: v.number(),
  gpa: sum,
  /** Of everything up to the end of this semester. */
  cgpa: sum,
  standing: v.picklist([...standings, "Good"]),
  passClass: v.nullable(v.string()),
  carryOvers: v.array(v.string()),
  remarks: v.array(v.string()),
  /** Of each step of the range, the newest semester of it. */
  steps: v.array(v.nullable(sum)),
});

export const broadsheet = v.strictObject({
  programmes: v.array(named),
  sessions: v.array(named),
  levels: v.array(v.number()),
  ranges: v.array(v.strictObject({ _id: v.string(), from: v.number(), to: v.number() })),
  /** The broadsheets of the session with sheets that are with the board. */
  waiting: v.array(v.strictObject({ ...named.entries, level: v.number(), semester: v.number(), sheets: v.number() })),
  programme: named,
  session: named,
  level: v.number(),
  semester: v.number(),
  range: v.nullable(v.strictObject({ _id: v.string(), from: v.number(), to: v.number() })),
  steps: v.array(v.strictObject({ step: v.number(), level: v.number(), semester: v.number() })),
  courses: v.array(column),
  rows: v.array(row),
  /** How many have an average of at least so much and less than the next: from the highest class on. */
  averages: v.array(v.strictObject({ name: v.string(), gpa: v.number(), cgpa: v.number() })),
  missing: v.array(v.strictObject({ code: v.string(), names: v.array(v.string()) })),
  improbable: v.array(v.string()),
  asOf: v.string(),
  ...paperWording("heading", "signatories"),
});

export type Broadsheet = v.InferOutput<typeof broadsheet>;

const path = "/staff/ms_pre_result";

export const readBroadsheet = get(
  path,
  "The broadsheet of a class of students before it is approved; asked by programme, level, semester and session, or by range for the GPA of each step",
  broadsheet,
);

export const readPendingRecord = get(
  `${path}/sums/:student`,
  "A student's record with the marks that are not published yet, as the broadsheet counts them",
  academicRecord,
);

export const exportBroadsheet = get(`${path}/export`, "The broadsheet as a CSV file, asked as it is read", v.any());

const seenMarks = v.pipe(v.number("Seen is required"), v.integer("Seen must be a whole number"), v.title("Seen"));

/** The broadsheet that is meant, by the specification's fields. */
const asked = {
  programme: refersTo("Programme", "programme"),
  level: whole("Level", 100, 900),
  semester: whole("Semester", 1, 2),
  session: maybe(refersTo("Session", "session")),
};

export const minuteEntries = {
  minute: atLeastTwo("Minute", 80),
  day: v.pipe(onDay("Day of the meeting"), v.title("Day of the meeting")),
};

const UNNAMED_SHEETS =
  "Name the sheets that the board approves, each as it was seen: open the broadsheet and look at them";

export const approveBroadsheet = post(
  `${path}/approve`,
  "Approves the sheets of a broadsheet that are with the board, by the minute of its meeting: those named, as they were seen",
  fields({
    ...asked,
    sheets: v.pipe(
      v.array(
        v.strictObject({ _id: v.pipe(v.string("Sheet is required"), v.maxLength(64)), seen: seenMarks }),
        UNNAMED_SHEETS,
      ),
      v.minLength(1, UNNAMED_SHEETS),
      v.maxLength(200, "Sheets: at most 200 at once"),
      v.title("Sheets"),
    ),
    ...minuteEntries,
  }),
  done({ approved: v.array(v.string()) }),
);

export const returnFromBoard = post(
  `${path}/:id/return`,
  "The board returns one sheet to its lecturers, with a reason",
  fields({ reason, seen: seenMarks }),
  done({}),
);
