import * as v from "valibot";
import { lines, optional } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";
import { lineKinds, registrationStates } from "./course-registration.rules.ts";

const words = v.nullable(v.string());

/** What a list was read from, as the server answered it with the list, to be sent back with what is done about it. */
export const look = v.pipe(
  v.string("Look is required"),
  v.maxLength(20_000, "Look must be sent as it was answered"),
  v.regex(/^\d{1,18}:\d{1,18}:(?:\d{1,18}(?:,\d{1,18})*)?$/, "Look must be sent as it was answered"),
  v.title("Look"),
);

/** A course as it is offered to one student, or stands in the registration and is offered no more. */
export const offeredCourse = v.strictObject({
  _id: v.string(),
  code: v.string(),
  name: v.string(),
  credit: v.number(),
  moduletype: v.string(),
  level: v.number(),
  kind: v.picklist(lineKinds),
  withdrawn: v.boolean(),
  choice: words,
  choose: v.nullable(v.number()),
  passed: v.number(),
  missing: words,
  awaited: words,
  excludes: words,
  seats: v.nullable(v.number()),
});

/** A line that stands, as the catalogue had it on its day. */
const registeredLine = v.strictObject({
  course: v.string(),
  code: v.string(),
  name: v.string(),
  credit: v.number(),
  moduletype: v.string(),
  kind: v.picklist(lineKinds),
  /** Null while it waits for the head. */
  approvedAt: words,
  /** Its course is offered no more. */
  withdrawn: v.boolean(),
});

export const registrationShown = v.strictObject({
  _id: v.string(),
  state: v.picklist(registrationStates),
  units: v.number(),
  late: v.boolean(),
  note: words,
  /** Why it was returned. */
  reason: words,
  /** Who of the office registered, and why; null where the student did. */
  registeredby: words,
  why: words,
  arrivedAt: v.string(),
  decidedAt: words,
  version: v.number(),
  lines: v.array(registeredLine),
});

/** What one student may register, where that stands, and what stops it. */
export const registrationProposal = v.strictObject({
  /** Null while no session runs. */
  term: v.nullable(v.strictObject({ session: v.string(), name: v.string(), semester: v.number() })),
  window: v.strictObject({
    state: v.picklist(["none", "early", "open", "late", "closed"]),
    start: words,
    late: words,
    end: words,
    /** The last day on which courses change. */
    changes: words,
    /** The last day of a permit to register late; null without one. */
    permit: words,
    charge: amount("Late charge"),
    hodapproval: v.boolean(),
  }),
  /** Why nothing can be sent now, and where to go; null where it can. */
  stop: v.nullable(v.strictObject({ code: v.string(), sentence: v.string(), link: words })),
  limits: v.strictObject({ min: v.number(), max: v.number(), maxCarrying: v.number() }),
  programme: words,
  level: v.nullable(v.number()),
  offered: v.array(offeredCourse),
  registration: v.nullable(registrationShown),
});

/** More than anybody takes in a semester. */
export const MOST_CHOSEN = 40;

/** Which courses are registered: `_id`s. */
export const chosenCourses = v.pipe(
  v.array(v.pipe(v.string("Courses must be texts"), v.maxLength(64, "A course is not known")), "Courses is required"),
  v.minLength(1, "Choose at least one course"),
  v.maxLength(MOST_CHOSEN, `Choose at most ${MOST_CHOSEN} courses`),
  v.check((chosen) => new Set(chosen).size === chosen.length, "A course stands twice. Choose it once"),
  v.title("Courses"),
);

/** `version` is that of the registration that was seen; absent where there was none. */
export const registrationForm = fields({
  courses: chosenCourses,
  note: optional(
    v.pipe(
      lines("A word to your head of department", 500),
      v.minCodePoints(2, "Write at least 2 characters"),
      v.title("A word to your head of department"),
    ),
  ),
  version: v.optional(v.pipe(v.number("Version must be a number"), v.integer("Version must be a whole number"))),
});

export const readOwnRegistration = get(
  "/student/registration",
  "What the signed-in student may register this semester, what is registered, and what stops it",
  registrationProposal,
);

/** So many of other departments are found at once: more would be no choice but a catalogue. */
export const MOST_FOUND = 20;

export const borrowableCourses = get(
  "/student/registration/courses",
  "Courses of other programmes and levels in this semester, found by code or name with ?q=; or those of ?ids= that were chosen before, withdrawn ones too",
  v.array(offeredCourse),
);

export const sendRegistration = put(
  "/student/registration",
  "Registers the courses of this semester, or changes them; a repetition with the same Idempotency-Key answers the same",
  registrationForm,
  done({ state: v.picklist(registrationStates), units: v.number(), version: v.number() }),
);
