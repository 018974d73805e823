import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { maybe } from "#console/record/record.fields.contract.ts";
import { choice } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { missingMarks } from "#registry/past-mark/past-mark.rules.ts";
import { sheetStates } from "../score-sheet.rules.ts";

const path = "/staff/ms_score_sheet";

/** How many writes of marks the sheet had that was on the screen: nothing is sent in or decided unseen. */
export const seenMarks = v.pipe(
  v.number("Seen is required"),
  v.integer("Seen must be a whole number"),
  v.title("Seen"),
);

export const submitSheet = post(
  `${path}/:id/submit`,
  "Sends a sheet in: its marks are locked, and the head of department decides next. In the place of the lecturer in charge with a reason",
  fields({ seen: seenMarks, reason: maybe(reason) }),
  done({ state: v.picklist(sheetStates) }),
);

export const passSheet = post(
  `${path}/:id/pass`,
  "Passes a sheet on to the next office, in one's turn; `state` is where it stood on the screen",
  fields({ seen: seenMarks, state: choice("State", sheetStates) }),
  done({}),
);

export const returnSheet = post(
  `${path}/:id/return`,
  "Returns a sheet to its lecturers with a reason, in one's turn; an approved one while a result of it is still to be published",
  fields({ reason, seen: seenMarks }),
  done({}),
);

/** A sheet as it was seen. */
const seenSheet = v.strictObject({
  _id: v.pipe(v.string("Sheet is required"), v.maxLength(64, "Sheet was not found")),
  seen: seenMarks,
  state: choice("State", sheetStates),
});

export const passSheets = post(
  `${path}/pass`,
  "Passes on all that are named in which nothing is found and whose turn is the asker's; the others stay and are counted",
  fields({
    sheets: v.pipe(
      v.array(seenSheet, "Sheets are required"),
      v.minLength(1, "Sheets: name at least one"),
      v.maxLength(100, "Sheets: at most 100 at once"),
      v.title("Sheets"),
    ),
  }),
  done({ passed: v.number(), left: v.number() }),
);

export const waitingSheets = get(
  `${path}/waiting`,
  "The sheets that wait for the asker, each with what is found in it, the longest waiting first",
  v.array(
    v.strictObject({
      _id: v.string(),
      code: v.string(),
      name: v.string(),
      state: v.picklist(sheetStates),
      since: v.string(),
      students: v.number(),
      failing: v.number(),
      seen: v.number(),
      findings: v.array(v.string()),
    }),
  ),
);

/** How marks lie: counts by grade and code, mean in tenths, failures in percent. */
export const spread = v.strictObject({
  grades: v.array(v.strictObject({ grade: v.string(), count: v.number() })),
  codes: v.array(v.strictObject({ code: v.string(), count: v.number() })),
  marked: v.number(),
  mean: v.nullable(v.number()),
  lowest: v.nullable(v.number()),
  highest: v.nullable(v.number()),
  failed: v.number(),
  failing: v.number(),
});

const sheetStep = v.strictObject({
  from: v.picklist(sheetStates),
  to: v.picklist(sheetStates),
  by: v.string(),
  at: v.string(),
  reason: v.nullable(v.string()),
  minute: v.nullable(v.string()),
  minuteday: v.nullable(v.string()),
});

const sheetRow = v.strictObject({
  student: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  ca: v.nullable(v.number()),
  examination: v.nullable(v.number()),
  total: v.nullable(v.number()),
  code: v.nullable(v.string()),
  grade: v.string(),
  passed: v.boolean(),
});

/** A mark that was changed, or typed by more than one: each time it was typed, the first one first. */
const changedMark = v.strictObject({
  student: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  typings: v.array(
    v.strictObject({
      ca: v.nullable(v.number()),
      examination: v.nullable(v.number()),
      code: v.nullable(v.picklist(missingMarks)),
      by: v.string(),
      at: v.string(),
      /** Of the second typing. */
      again: v.boolean(),
    }),
  ),
});

export const readChain = get(
  `${path}/:id/chain`,
  "A sheet as it stands: its marks, how they lie, what is found, who has left the class, each dated step, and who decides now",
  v.strictObject({
    _id: v.string(),
    class: v.string(),
    code: v.string(),
    name: v.string(),
    department: v.string(),
    session: v.string(),
    semester: v.number(),
    state: v.picklist(sheetStates),
    /** "head of Biology"; null while it is with its lecturers, and once it is approved. */
    office: v.nullable(v.string()),
    since: v.string(),
    seen: v.number(),
    lecturers: v.array(v.strictObject({ name: v.string(), incharge: v.boolean() })),
    /** Who may decide now, by name. */
    deciders: v.array(v.string()),
    /** What the asker may do with it now. */
    may: v.strictObject({ submit: v.boolean(), inplace: v.boolean(), pass: v.boolean(), return: v.boolean() }),
    camax: v.number(),
    exammax: v.number(),
    rows: v.array(sheetRow),
    /** Have a mark on the sheet, and take the course no more: never published. */
    left: v.array(sheetRow),
    /** By name: in the class, and without a whole mark. */
    missing: v.array(v.string()),
    spread,
    findings: v.array(v.string()),
    steps: v.array(sheetStep),
    /** Nothing while two people type it without seeing each other's. */
    changed: v.array(changedMark),
  }),
);
