import * as v from "valibot";
import { beginsRunning, usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { choice as chosen, record, type Values } from "#console/record/record.contract.ts";
import { atMinute, foundUsually, maybe, onDay, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { clashKinds, days, spelledTime } from "./timetable.rules.ts";

const ENDS = "To must be later than From";

/** A time of the day, to five minutes. */
export const atTime = (label: string) =>
  v.pipe(
    text(label, 10),
    v.transform(spelledTime),
    v.regex(/^([01]\d|2[0-3]):[0-5][05]$/, `${label} must be a time to five minutes, such as 08:30`),
    v.title(label),
  );

/** The end behind the start, said at the end. */
export const endsLater = (form: v.GenericSchema<Values, Values>) =>
  v.pipe(
    form,
    v.forward(
      v.check<Values, string>(({ start, end }) => start < end, ENDS),
      ["end"],
    ),
  );

export const whyKept = maybe(
  v.pipe(
    lines("Reason to allow the clash", 500),
    v.minCodePoints(2, "Minimum of 2 characters expected"),
    v.description("Asked for where students meet two classes at once, or a room is too small"),
    v.title("Reason to allow the clash"),
  ),
);

/** A class of the week: when and where it meets, each week of a semester. */
export const timetableEntries = record({
  noun: "timetable_entry",
  one: "Class of the week",
  many: "Classes of the week",
  page: "timetable",
  link: "/staff/timetable/classes",
  entries: {
    course: refersTo("Course", "course"),
    day: choice("Day", days),
    start: atTime("From"),
    end: atTime("To"),
    room: refersTo("Room", "room"),
    lecturer: maybe(
      v.pipe(
        refersTo("Lecturer", "staff"),
        v.description("Left empty: everybody who is allocated"),
        v.title("Lecturer"),
      ),
    ),
    reason: whyKept,
  },
  kept: { code: text("Code", 20), session: refersTo("Session", "session"), semester: whole("Semester", 1, 2) },
  together: endsLater,
  title: ["course", "day", "start"],
  columns: ["code", "day", "start", "end", "room", "lecturer", "session", "semester"],
  sorts: ["createdAt"],
  filters: ["session", "semester", "day", "room", "lecturer"],
  beginsBy: beginsRunning,
  searched: "course code or day",
  key: ["course", "day", "start"],
});

/** When a semester teaches, and whether its timetable is out. */
export const teachingSemesters = record({
  noun: "teaching_semester",
  one: "Semester of teaching",
  many: "Semesters of teaching",
  page: "timetable",
  link: "/staff/timetable/semesters",
  entries: {
    session: usuallyRunning,
    semester: foundUsually(whole("Semester", 1, 2), "Left empty: the semester that runs"),
    start: onDay("First day of teaching"),
    end: onDay("Last day of teaching"),
  },
  kept: { publishedAt: maybe(atMinute("Published since")) },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check<Values, string>(({ start, end }) => start < end, "The last day must be after the first"),
        ["end"],
      ),
    ),
  title: ["start"],
  columns: ["start", "end", "session", "semester", "publishedAt"],
  sorts: ["start", "createdAt"],
  filters: ["session", "semester"],
  beginsBy: beginsRunning,
  searched: null,
  key: [],
});

const named = v.strictObject({ _id: v.string(), name: v.string() });

export const clash = v.strictObject({
  kind: v.picklist(clashKinds),
  sentence: v.string(),
  with: v.nullable(v.string()),
});

export const semesterShown = v.strictObject({
  _id: v.nullable(v.string()),
  session: named,
  semester: v.number(),
  start: v.nullable(v.string()),
  end: v.nullable(v.string()),
  publishedAt: v.nullable(v.string()),
});

/** A class of the week as the office sees it. */
const shownEntry = v.strictObject({
  _id: v.string(),
  course: v.string(),
  code: v.string(),
  name: v.string(),
  day: v.string(),
  start: v.string(),
  end: v.string(),
  room: v.strictObject({ _id: v.string(), code: v.string(), seats: v.number() }),
  lecturer: v.nullable(v.string()),
  people: v.array(v.string()),
  reason: v.nullable(v.string()),
  registered: v.number(),
  version: v.number(),
  clashes: v.array(clash),
});

export type ShownEntry = v.InferOutput<typeof shownEntry>;

const path = "/staff/ms_timetable";

export const readTimetable = get(
  path,
  "The classes of a week with their clashes, of a programme and level, a room or a lecturer: session=, semester=, and programme= with level=, room= or lecturer=",
  v.strictObject({
    semester: v.nullable(semesterShown),
    /** Whose week it is, such as `NCE Biology, 200 level`; null for nobody's. */
    whose: v.nullable(v.string()),
    entries: v.array(shownEntry),
  }),
);

export type Timetable = v.InferOutput<typeof readTimetable.reply>;

export const tryEntry = get(
  `${path}/try`,
  "What would clash if a class met at a time in a room, and where it could meet without: course=, day=, start=, end=, room=, lecturer=, entry= of the one that moves",
  v.strictObject({
    clashes: v.array(clash),
    /** What it wants beside that, a sentence each. */
    missing: v.array(v.string()),
    registered: v.number(),
    slots: v.array(
      v.strictObject({
        day: v.string(),
        start: v.string(),
        end: v.string(),
        room: v.strictObject({ _id: v.string(), code: v.string(), seats: v.number() }),
      }),
    ),
    rooms: v.array(v.strictObject({ _id: v.string(), code: v.string(), seats: v.number() })),
  }),
);

export type Tried = v.InferOutput<typeof tryEntry.reply>;

/** What a timetable's own choices of classes are asked by, in place of all courses. */
export const CLASSES = "timetable_class";

export const classChoices = get(
  `/staff/ms_${CLASSES}/choices`,
  "Classes to place, each once however many programmes share it, by a course of theirs: q= finds by code and name, id= that course alone",
  v.array(chosen),
);

export const publishTimetable = post(
  `${path}/publish`,
  "Publishes the timetable of a semester: students and lecturers see it, and are told of every change from then on",
  fields({ semester: v.pipe(v.string(), v.title("Semester")) }),
  done({}),
);
