import * as v from "valibot";
import { lines } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put } from "#kit/wire/endpoint.contract.ts";
import { classFacts } from "../lecture.contract.ts";
import { takenWays } from "../lecture.rules.ts";

const path = "/staff/ms_contact/:id";

/** Present, absent, or nothing said yet. */
const mark = v.nullable(v.boolean());

export const readSheet = get(
  `${path}/attendance`,
  "The class of a lecture by name, and who was there",
  v.strictObject({
    ...classFacts,
    /** Whether the asker may mark. */
    teaches: v.boolean(),
    lecture: v.strictObject({
      _id: v.string(),
      name: v.string(),
      date: v.string(),
      taken: v.nullable(v.picklist(takenWays)),
      code: v.nullable(v.strictObject({ code: v.string(), until: v.string() })),
    }),
    list: v.array(
      v.strictObject({
        student: v.string(),
        name: v.string(),
        matric: v.nullable(v.string()),
        present: mark,
        how: v.nullable(v.picklist(takenWays)),
        /** Who wrote it; null for the student's own phone. */
        by: v.nullable(v.string()),
        at: v.nullable(v.string()),
      }),
    ),
  }),
);

export type Sheet = v.InferOutput<typeof readSheet.reply>;

/** A mark as it is sent has about 80 signs. */
const MOST_MARKS = 5_000;

export const writeSheet = {
  ...put(
    `${path}/attendance`,
    "Marks many of a class present or absent in one step; what somebody marked otherwise meanwhile stays",
    fields({
      how: v.picklist(["List", "Paper"], "How must be List or Paper"),
      marks: v.pipe(
        v.array(
          v.strictObject({
            student: v.pipe(v.string(), v.maxLength(64)),
            present: v.boolean(),
            /** As the sheet showed it. */
            had: mark,
          }),
          "Marks is required",
        ),
        v.minLength(1, "Mark at least one student"),
        v.maxLength(MOST_MARKS, "Mark at most 5,000 students at once"),
        v.title("Marks"),
      ),
    }),
    done({ present: v.number(), absent: v.number(), kept: v.number() }),
  ),
  largest: MOST_MARKS * 100,
};

export const paperForm = fields({
  matrics: lines("Matric numbers of those who were there", 50_000),
});

export const checkPaper = post(
  `${path}/attendance/paper/check`,
  "Those whose numbers stand on a paper, each with the mark there is now; nothing is written",
  paperForm,
  v.strictObject({
    list: v.array(v.strictObject({ name: v.string(), matric: v.nullable(v.string()), present: mark })),
  }),
);

export type CheckedPaper = v.InferOutput<typeof checkPaper.reply>;

export const writePaper = post(
  `${path}/attendance/paper`,
  "Attendance from paper: marks those present whose matric numbers stand on it; everybody else stays as marked",
  paperForm,
  done({ added: v.number(), already: v.number() }),
);

const codeForm = fields({
  minutes: v.pipe(
    v.number("Minutes is required"),
    v.integer("Minutes must be a whole number from 1 to 60"),
    v.minValue(1, "Minutes must be a whole number from 1 to 60"),
    v.maxValue(60, "Minutes must be a whole number from 1 to 60"),
    v.title("Minutes"),
  ),
});

/** As it is typed: a number is text until it is sent. */
export const typedMinutes = fields({
  minutes: v.pipe(
    v.string("Minutes is required"),
    v.trim(),
    v.regex(/^([1-9]|[1-5]\d|60)$/, "Minutes must be a whole number from 1 to 60"),
    v.title("Minutes"),
  ),
});

export const openCode = post(
  `${path}/code`,
  "Opens a code of six figures that the class types on its phones within some minutes; one that is open ends",
  codeForm,
  done({ code: v.string(), until: v.string() }),
);

export const closeCode = post(`${path}/code/close`, "Ends the code of a lecture at once", fields({}), done({}));

export const attendForm = fields({
  code: v.pipe(
    v.string("Code is required"),
    v.transform((typed) => typed.replace(/[\s-]/g, "")),
    v.regex(/^\d{6}$/, "The code has six figures. Type it as the lecturer shows it"),
    v.title("Code"),
  ),
});

export const attendByCode = post(
  "/student/attendance",
  "The code that a lecturer shows: marks the signed-in student present, once",
  attendForm,
  done({}),
);

export const readOwnAttendance = get(
  "/student/attendance",
  "The signed-in student's attendance in each course of a semester that is registered and approved",
  v.strictObject({
    semester: v.nullable(v.strictObject({ session: v.string(), semester: v.number() })),
    /** In percent: what is asked to sit, and where a warning begins. */
    line: v.number(),
    warning: v.number(),
    /** From how many lectures on somebody is warned. */
    from: v.number(),
    list: v.array(
      v.strictObject({
        class: v.string(),
        code: v.string(),
        name: v.string(),
        held: v.number(),
        present: v.number(),
        percent: v.nullable(v.number()),
        standing: v.picklist(["none", "good", "warned", "barred"]),
        /** In how many days the examination is barred unless the figure rises, 0 where it is; null where nothing is short. */
        daystobar: v.nullable(v.number()),
        /** How many are likely still to come, and how many of them may be missed; null where the line cannot be reached. */
        tocome: v.number(),
        maymiss: v.nullable(v.number()),
        /** The lectures that were missed, newest first. */
        missed: v.array(v.strictObject({ date: v.string(), name: v.string() })),
      }),
    ),
  }),
);

export type OwnAttendance = v.InferOutput<typeof readOwnAttendance.reply>;
