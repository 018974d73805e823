import * as v from "valibot";
import { beginsRunning, usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, flag, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";
import { missingMarks } from "#registry/past-mark/past-mark.rules.ts";
import { oddCodes } from "./score-sheet.odd.rules.ts";
import { sheetLooks, sheetStates } from "./score-sheet.rules.ts";

/** The sheets that somebody has begun. */
export const scoreSheets = listing({
  noun: "score_sheet",
  one: "Score sheet",
  many: "Score sheets",
  page: "score-sheets",
  link: "/staff/score-sheets",
  entries: {
    code: text("Course", 20),
    name: text("Title", 200),
    department: refersTo("Department", "department"),
    lecturers: maybe(text("Lecturers", 400)),
    state: v.pipe(choice("State", sheetStates), looksLike(sheetLooks)),
    typed: whole("Marks typed", 0, 100_000),
    students: whole("Students", 0, 100_000),
    session: usuallyRunning,
    semester: whole("Semester", 1, 2),
    twice: flag("Typed", "Twice", "Once"),
    submittedby: maybe(refersTo("Sent in by", "staff")),
    submittedAt: maybe(atMinute("Sent in")),
    movedAt: atMinute("There since"),
    waited: whole("Days there", 0, 10_000),
    reason: maybe(lines("Why it was returned", 500)),
  },
  title: ["code", "name"],
  columns: [
    "code",
    "name",
    "department",
    "lecturers",
    "state",
    "typed",
    "students",
    "waited",
    "submittedAt",
    "semester",
  ],
  sorts: ["movedAt", "createdAt"],
  filters: ["session", "semester", "state", "department"],
  beginsBy: beginsRunning,
  searched: "code or title of the course",
  none: {
    title: "No score sheets yet",
    text: "A sheet begins when a lecturer of the class opens it under My courses, or you do.",
  },
});

const path = "/staff/ms_score_sheet";

const words = v.nullable(v.string());
const mark = v.nullable(v.number());
const code = v.nullable(v.picklist(missingMarks));

export const scoreEntries = { ca: mark, examination: mark, code };

const row = v.strictObject({
  student: v.string(),
  name: v.string(),
  matric: words,
  /** Among `profiles`; null where the student is graded by none. */
  profile: words,
  ...scoreEntries,
  /** Of what is typed first; 0 where nothing was. */
  version: v.number(),
  /** Who typed it last, and when; null where nobody did. */
  by: words,
  at: words,
  /** In the class since the sheet was begun. */
  late: v.boolean(),
  /** It is the asker's own record: another types that mark. */
  own: v.boolean(),
  /** A result of it stands: it is corrected by a rectification alone. */
  published: v.boolean(),
});

/** Somebody with marks on the sheet who is in the class no more. */
const gone = v.strictObject({
  student: v.string(),
  name: v.string(),
  matric: words,
  ...scoreEntries,
  /** Why, and what becomes of the marks. */
  why: v.string(),
});

const band = v.strictObject({ from: v.number(), to: v.number(), grade: v.string(), point: v.number() });

export const sheetShown = v.strictObject({
  _id: v.string(),
  class: v.string(),
  code: v.string(),
  name: v.string(),
  session: v.string(),
  semester: v.number(),
  department: v.string(),
  lecturers: v.array(v.string()),
  state: v.picklist(sheetStates),
  reason: words,
  camax: v.number(),
  exammax: v.number(),
  twice: v.boolean(),
  marksversion: v.number(),
  version: v.number(),
  /** Whether the asker types on it while it is open. */
  writes: v.boolean(),
  /** Whether the asker sets its maxima, and whether it is typed twice. */
  keeps: v.boolean(),
  profiles: v.array(
    v.strictObject({
      _id: v.string(),
      name: v.string(),
      passmark: v.number(),
      failing: v.array(v.picklist(missingMarks)),
      bands: v.array(band),
    }),
  ),
  list: v.array(row),
  gone: v.array(gone),
});

export type ShownSheet = v.InferOutput<typeof sheetShown>;

export const readSheetOfClass = get(
  `${path}/class/:class`,
  "The score sheet of a class: who is in it, with the marks as they are typed. Begins it where nobody has, for whoever may type",
  sheetShown,
);

export const readScoreSheet = get(`${path}/:id/sheet`, "One score sheet, with the marks as they are typed", sheetShown);

/** What stands in a cell, as a number or as it was typed. */
const cell = (label: string) =>
  v.pipe(
    v.optional(
      v.nullable(v.union([v.number(), v.pipe(v.string(), v.maxLength(40))], `${label} must be a number or text`)),
      null,
    ),
    v.transform((value) => (value === null ? "" : String(value))),
    v.title(label),
  );

const student = v.pipe(v.string("Student is required"), v.maxLength(64), v.title("Student"));

export const writtenMark = v.strictObject({
  student,
  ca: cell("CA"),
  examination: cell("Examination"),
  /** In place of both, where no cell says it. */
  code: v.optional(v.nullable(v.picklist(missingMarks, `Code must be one of: ${missingMarks.join(", ")}`)), null),
  /** That was seen; 0 where there was no mark. */
  version: v.pipe(v.number("Version is required"), v.integer(), v.minValue(0)),
});

export type WrittenMark = v.InferOutput<typeof writtenMark>;

/** No class has more. A mark as it is sent has about 120 signs. */
export const MOST_MARKS = 5_000;

export const marksForm = fields({
  marks: v.pipe(
    v.array(writtenMark, "Marks is required"),
    v.minLength(1, "Type at least one mark"),
    v.maxLength(MOST_MARKS, "Type at most 5,000 marks at once"),
    v.title("Marks"),
  ),
});

/** A mark that another wrote since, with both values: the asker's is what was sent. */
const conflict = v.strictObject({
  student: v.string(),
  ...scoreEntries,
  version: v.number(),
  by: v.string(),
  at: v.string(),
});

export type Conflict = v.InferOutput<typeof conflict>;

export const marksDone = done({
  marksversion: v.number(),
  saved: v.array(v.strictObject({ student: v.string(), version: v.number() })),
  conflicts: v.array(conflict),
  /** Rows that were not saved for what they say, or whose they are. */
  wrong: v.array(
    v.strictObject({
      student: v.string(),
      field: v.nullable(v.picklist(["ca", "examination"])),
      /** Names the student. */
      sentence: v.string(),
    }),
  ),
});

export const writeScores = {
  ...put(
    `${path}/:id/scores`,
    "Types marks of some students. What another typed since stays, and both values are answered; the other rows are saved",
    marksForm,
    marksDone,
  ),
  largest: MOST_MARKS * 300,
};

export const sheetForm = fields({
  camax: v.pipe(
    v.number("CA at most must be a number"),
    v.integer("CA at most must be a whole number"),
    v.minValue(0, "CA at most must be from 0 to 100"),
    v.maxValue(100, "CA at most must be from 0 to 100"),
    v.title("CA at most"),
    v.description("The examination has the rest of 100. Practical courses may have more CA."),
  ),
  twice: v.pipe(
    v.boolean("Typed twice is required"),
    v.title("Typed twice"),
    v.description("A second person types all marks again without seeing the first."),
  ),
});

export const keepSheet = put(
  `${path}/:id/rules`,
  "Sets the maxima of a sheet, and whether its marks are typed twice",
  sheetForm,
  done({ version: v.number() }),
);

export const readSecond = get(
  `${path}/:id/second`,
  "The sheet as its second typist sees it: whose marks are to be typed, without the first ones",
  v.strictObject({
    ...v.omit(sheetShown, ["list", "gone", "profiles"]).entries,
    list: v.array(
      v.strictObject({
        student: v.string(),
        name: v.string(),
        matric: words,
        ...scoreEntries,
        version: v.number(),
        by: words,
        at: words,
        own: v.boolean(),
        published: v.boolean(),
      }),
    ),
  }),
);

export const writeSecond = {
  ...put(
    `${path}/:id/second`,
    "Types marks of some students the second time, by another person than the first time",
    marksForm,
    marksDone,
  ),
  largest: MOST_MARKS * 300,
};

const called = v.strictObject({ student: v.string(), name: v.string(), matric: words });

export const troubleCodes = [
  "marks-missing",
  "marks-half",
  "typed-once-only",
  "typings-differ",
  "out-of-range",
] as const;

export const readSheetTroubles = get(
  `${path}/:id/troubles`,
  "What keeps a sheet from being sent in, and what looks improbable on it",
  v.strictObject({
    /** Each keeps it back. */
    stops: v.array(v.strictObject({ code: v.picklist(troubleCodes), sentence: v.string(), students: v.array(called) })),
    /** Seen, it may be sent in. */
    odd: v.array(v.strictObject({ code: v.picklist(oddCodes), sentence: v.string(), students: v.array(called) })),
    /** Where the two typings differ. */
    differing: v.array(
      v.strictObject({
        ...called.entries,
        first: v.strictObject(scoreEntries),
        firstby: v.string(),
        second: v.strictObject(scoreEntries),
        secondby: v.string(),
      }),
    ),
  }),
);
