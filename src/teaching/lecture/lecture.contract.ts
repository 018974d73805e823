import * as v from "valibot";
import { beginsRunning, usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atLeastTwo, edgeOfDay, maybe, onDay, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put, remove } from "#kit/wire/endpoint.contract.ts";
import { takenWays } from "./lecture.rules.ts";

const HOURS = "Hours must be a whole number from 1 to 8";

/** Lectures that were held. Contract 5. */
export const lectures = listing({
  noun: "contact",
  one: "Lecture",
  many: "Lectures held",
  page: "lectures",
  link: "/staff/lectures",
  entries: {
    course: refersTo("Course", "course"),
    name: text("Lecture", 120),
    date: onDay("Date"),
    hours: whole("Hours", 1, 8, HOURS),
    topic: maybe(text("Topic", 200)),
    taken: maybe(choice("Attendance by", takenWays)),
    staff: refersTo("Written by", "staff"),
    session: usuallyRunning,
    semester: whole("Semester", 1, 2),
  },
  title: ["name"],
  columns: ["name", "course", "date", "hours", "taken", "staff", "topic", "session", "semester"],
  sorts: ["date", "createdAt"],
  filters: ["session", "semester", "course", "staff", "taken"],
  beginsBy: beginsRunning,
  asked: {
    from: edgeOfDay("Held from", { of: "date", side: "from" }),
    to: edgeOfDay("Held to", { of: "date", side: "to" }),
  },
  searched: "name of the lecture or topic",
  none: {
    title: "No lectures held yet",
    text: "A lecturer who has taught opens the class and writes it down: “I taught today”.",
  },
});

const path = "/staff/ms_contact";

/** Specification 3: date, course and name suffice. */
const entries = {
  date: onDay("Date"),
  course: refersTo("Course", "course"),
  name: atLeastTwo("Lecture", 120),
  hours: maybe(whole("Hours", 1, 8, HOURS)),
  topic: maybe(atLeastTwo("Topic", 200)),
};

export const lectureForm = fields(entries);

/** As it is typed: a number is text until it is sent. */
export const taughtForm = fields({
  ...entries,
  hours: v.pipe(v.string("Hours is required"), v.trim(), v.regex(/^[1-8]$/, HOURS), v.title("Hours")),
});

export const addLecture = post(
  path,
  "Writes down a lecture that was held: by a lecturer of the class or the head of its department",
  lectureForm,
  done({ _id: v.string() }),
);

export const changeLecture = put(`${path}/:id`, "Changes a lecture", lectureForm, done({ version: v.number() }));

export const removeLecture = remove(`${path}/:id`, "Deletes a lecture whose attendance was not taken");

/** A lecture as its class shows it. */
const held = v.strictObject({
  _id: v.string(),
  date: v.string(),
  name: v.string(),
  hours: v.number(),
  topic: v.nullable(v.string()),
  taken: v.nullable(v.picklist(takenWays)),
  present: v.number(),
  version: v.number(),
  /** The code that the class may type now, and until when. */
  code: v.nullable(v.strictObject({ code: v.string(), until: v.string() })),
});

export type HeldLecture = v.InferOutput<typeof held>;

/** What a class is called, and who teaches it. */
export const classFacts = {
  _id: v.string(),
  course: v.string(),
  code: v.string(),
  name: v.string(),
  session: v.string(),
  semester: v.number(),
  lecturers: v.array(v.string()),
};

const measured = {
  /** Hours of the whole semester, and those that were held. */
  planned: v.number(),
  hours: v.number(),
  lectures: v.number(),
  last: v.nullable(v.string()),
};

export const readClassLectures = get(
  `${path}/class/:id`,
  "The lectures of one class, newest first, with how many were there and how much of the plan is held",
  v.strictObject({
    ...classFacts,
    ...measured,
    students: v.number(),
    /** Today, in Lagos. */
    today: v.string(),
    /** Whether the asker may write lectures down here. */
    teaches: v.boolean(),
    list: v.array(held),
  }),
);

export type ClassLectures = v.InferOutput<typeof readClassLectures.reply>;

export const readMyClasses = get(
  `${path}/mine`,
  "The classes of the session that runs which the asker teaches",
  v.array(v.strictObject({ ...classFacts, ...measured })),
);

export const readCoverage = get(
  `${path}/coverage`,
  "Classes of a semester with the hours planned and held, those with nothing held for two weeks first; ?session= ?semester=",
  v.strictObject({
    session: v.nullable(v.strictObject({ _id: v.string(), name: v.string() })),
    semester: v.number(),
    list: v.array(
      v.strictObject({
        ...classFacts,
        ...measured,
        department: v.string(),
        students: v.number(),
        /** Hours of the plan that would be held by now; null where the semester's days of teaching are not known. */
        due: v.nullable(v.number()),
        /** There are students, and nothing was held for two weeks since the semester began. */
        quiet: v.boolean(),
      }),
    ),
  }),
);
