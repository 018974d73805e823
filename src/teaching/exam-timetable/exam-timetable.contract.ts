import * as v from "valibot";
import { beginsRunning, usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { choice, record, type Values } from "#console/record/record.contract.ts";
import {
  atMinute,
  foundUsually,
  maybe,
  onDay,
  refersTo,
  usually,
  whole,
} from "#console/record/record.fields.contract.ts";
import { lines } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put, remove } from "#kit/wire/endpoint.contract.ts";
import { paperWording } from "#reference/papers/papers.contract.ts";
import { atTime, clash, endsLater, whyKept } from "../timetable/timetable.contract.ts";

/** When a semester is examined, and whether that timetable is out. */
export const examPeriods = record({
  noun: "exam_period",
  one: "Days of examinations",
  many: "Days of examinations",
  page: "exam-timetable",
  link: "/staff/exam-timetable/days",
  entries: {
    session: usuallyRunning,
    semester: foundUsually(whole("Semester", 1, 2), "Left empty: the semester that runs"),
    start: onDay("First day of examinations"),
    end: onDay("Last day of examinations"),
    papers: usually(
      v.pipe(
        whole("Examinations a day", 1, 6),
        v.description("More of one student on one day are shown while the timetable is made"),
        v.title("Examinations a day"),
      ),
      () => 2,
    ),
  },
  kept: { publishedAt: maybe(atMinute("Published since")) },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check<Values, string>(({ start, end }) => start <= end, "The last day cannot be before the first"),
        ["end"],
      ),
    ),
  title: ["start"],
  columns: ["start", "end", "papers", "session", "semester", "publishedAt"],
  sorts: ["start", "createdAt"],
  filters: ["session", "semester"],
  beginsBy: beginsRunning,
  searched: null,
  key: [],
});

/** Of one hall or one examination; a college has no more. */
const MOST = 60;

const hall = fields({
  room: refersTo("Hall", "room"),
  staff: v.pipe(
    v.array(refersTo("Invigilator", "staff")),
    v.maxLength(MOST, `At most ${MOST} invigilators in a hall`),
    v.title("Invigilators"),
  ),
  seats: maybe(
    v.pipe(
      whole("Seats", 1, 20_000),
      v.description("Left empty, the examination has the whole hall; with a number others may share it"),
    ),
  ),
});

/** An examination as it is placed: date, times, halls in the order in which their seats are given, and who invigilates in each. */
export const examinationForm = endsLater(
  fields({
    course: refersTo("Course", "course"),
    date: onDay("Date"),
    start: atTime("From"),
    end: atTime("To"),
    halls: v.pipe(
      v.array(hall, "Halls is required"),
      v.minLength(1, "Choose at least one hall"),
      v.maxLength(MOST, `At most ${MOST} halls`),
      v.title("Halls"),
    ),
    reason: whyKept,
  }) as unknown as v.GenericSchema<Values, Values>,
) as unknown as v.GenericSchema<TypedExamination, ExaminationForm>;

export interface ExaminationForm {
  readonly course: string;
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly halls: readonly {
    readonly room: string;
    readonly staff: readonly string[];
    /** Those given of a hall that others may share; all of it where nothing is said. */
    readonly seats?: number | undefined;
  }[];
  readonly reason?: string | undefined;
}

/** What stands in the form's fields. */
export type TypedExamination = {
  course: string;
  date: string;
  start: string;
  end: string;
  halls: { room: string; staff: string[]; seats: number | "" }[];
  reason?: string | undefined;
};

const named = v.strictObject({ _id: v.string(), name: v.string() });

const shownRoom = v.strictObject({
  _id: v.string(),
  code: v.string(),
  name: v.string(),
  seats: v.number(),
  /** The seats of the whole hall, where others share it. */
  of: v.nullable(v.number()),
});

const shownExamination = v.strictObject({
  _id: v.string(),
  course: v.string(),
  code: v.string(),
  name: v.string(),
  date: v.string(),
  start: v.string(),
  end: v.string(),
  halls: v.array(v.strictObject({ room: shownRoom, people: v.array(named) })),
  /** Of the whole timetable, as it is printed: `100 level: NCE-CRS-ENG`. */
  takers: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  registered: v.number(),
  version: v.number(),
  clashes: v.array(clash),
});

export type ShownExamination = v.InferOutput<typeof shownExamination>;

const path = "/staff/ms_exam_timetable";

export const readExamTimetable = get(
  path,
  "Examinations with their clashes, and classes without one: session=, semester=, and date=, programme= with level=, room= or invigilator=; left=1 for those that name an invigilator who has left; whole=1 for all of them without clashes",
  v.strictObject({
    period: v.nullable(
      v.strictObject({
        _id: v.nullable(v.string()),
        session: named,
        semester: v.number(),
        start: v.nullable(v.string()),
        end: v.nullable(v.string()),
        publishedAt: v.nullable(v.string()),
      }),
    ),
    days: v.array(v.strictObject({ date: v.string(), count: v.number() })),
    /** The day in view; null where something else was chosen. */
    date: v.nullable(v.string()),
    /** Whose they are, such as `NCE Biology, 200 level`; null for everybody's. */
    whose: v.nullable(v.string()),
    examinations: v.array(shownExamination),
    unscheduled: v.strictObject({
      total: v.number(),
      list: v.array(v.strictObject({ course: v.string(), code: v.string(), name: v.string(), registered: v.number() })),
    }),
  }),
);

export type ExamTimetable = v.InferOutput<typeof readExamTimetable.reply>;

const someStudents = v.strictObject({
  count: v.number(),
  /** The first of them. */
  list: v.array(v.strictObject({ name: v.string(), matric: v.nullable(v.string()) })),
});

export const tryExamination = get(
  `${path}/try`,
  "What would clash if a class were examined at a time in some halls, and which halls are free: course=, date=, start=, end=, rooms= parted by commas, each with a colon and the seats where some are given, people= parted by commas, each with a colon and the hall, examination= of the one that moves",
  v.strictObject({
    clashes: v.array(clash),
    /** What it wants beside that, a sentence each. */
    missing: v.array(v.string()),
    registered: v.number(),
    seats: v.number(),
    /** Who has another examination at the time. */
    meeting: someStudents,
    /** Who would have more on the day than is allowed for. */
    crowded: someStudents,
    rooms: v.array(shownRoom),
  }),
);

export type TriedExamination = v.InferOutput<typeof tryExamination.reply>;

export const placeExamination = post(
  path,
  "Puts the examination of a class into the timetable",
  examinationForm,
  done({ _id: v.string() }),
);

export const changeExamination = put(
  `${path}/:id`,
  "Moves an examination, or changes its halls and invigilators",
  examinationForm,
  done({ version: v.number() }),
);

export const removeExamination = remove(`${path}/:id`, "Takes an examination out of the timetable");

const publishEntries = {
  period: v.pipe(v.string(), v.title("Days of examinations")),
  reason: maybe(
    v.pipe(
      lines("Why it is published all the same", 500),
      v.minCodePoints(2, "Minimum of 2 characters expected"),
      v.title("Why it is published all the same"),
    ),
  ),
};

export const publishForm = fields(publishEntries);

export const publishExamTimetable = post(
  `${path}/publish`,
  "Publishes an examination timetable: students and invigilators are told, and are told of every change from then on. `seen` is what the judgement answered of which the reason speaks",
  fields({ ...publishEntries, seen: v.pipe(v.string(), v.maxLength(100), v.title("What was seen")) }),
  done({}),
);

export const judgeExamTimetable = get(
  "/staff/ms_exam_period/:id/judged",
  "What is wrong with a whole examination timetable now: what has to be mended before it goes out, and what asks for a reason",
  v.strictObject({
    examinations: v.number(),
    stops: v.array(v.string()),
    asks: v.array(v.string()),
    /** Stands for all that asks for a reason, to be sent back with it. */
    seen: v.string(),
  }),
);

export type JudgedTimetable = v.InferOutput<typeof judgeExamTimetable.reply>;

export const readHallLists = get(
  `${path}/:id/seats`,
  "Who sits where in an examination, hall by hall, by matric number",
  v.strictObject({
    code: v.string(),
    name: v.string(),
    session: v.string(),
    semester: v.number(),
    date: v.string(),
    start: v.string(),
    end: v.string(),
    halls: v.array(
      v.strictObject({
        room: shownRoom,
        people: v.array(v.string()),
        students: v.array(
          // Null beyond the seats that are given here.
          v.strictObject({ seat: v.nullable(v.number()), name: v.string(), matric: v.nullable(v.string()) }),
        ),
      }),
    ),
    ...paperWording("opening", "closing"),
  }),
);

export type HallLists = v.InferOutput<typeof readHallLists.reply>;

export const invigilatorChoices = get(
  "/staff/ms_invigilator/choices",
  "Who works at the college, of every department, to choose an invigilator from",
  v.array(choice),
);
