import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import {
  atMinute,
  edgeDay,
  flag,
  looksLike,
  maybe,
  refersTo,
  several,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";
import {
  chosenCourses,
  look,
  offeredCourse,
  registrationProposal,
  registrationShown,
} from "../course-registration.contract.ts";
import { registrationStates } from "../course-registration.rules.ts";
import { mendings, stateLooks, stopCodes, stopWords, verdictLooks, verdicts } from "./inbox.rules.ts";

/** Who has registered courses, and what waits for the head, each judged as it stands now. */
export const registrations = listing({
  noun: "registration",
  one: "Registration",
  many: "Registrations",
  page: "registrations",
  link: "/staff/registrations",
  entries: {
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    student: refersTo("Record", "student"),
    programme: refersTo("Programme", "programme"),
    level: whole("Level", 100, 900),
    session: refersTo("Session", "session"),
    semester: whole("Semester", 1, 2),
    units: whole("Units", 0, 60),
    state: v.pipe(choice("State", registrationStates), looksLike(stateLooks)),
    verdict: maybe(v.pipe(choice("Check", verdicts), looksLike(verdictLooks))),
    stops: maybe(several("What was found", stopCodes, stopWords)),
    waited: maybe(whole("Days waited", 0, 10_000)),
    late: flag("Late", "Late", "In time"),
    note: maybe(lines("Word of the student", 500)),
    reason: maybe(lines("Why it was returned", 500)),
    arrivedAt: atMinute("Sent"),
    decidedAt: maybe(atMinute("Decided")),
    decidedby: maybe(refersTo("Decided by", "staff")),
    registeredby: maybe(refersTo("Registered by", "staff")),
    why: maybe(lines("Why the office registered", 500)),
  },
  title: ["matric", "name"],
  columns: [
    "name",
    "matric",
    "verdict",
    "stops",
    "level",
    "waited",
    "units",
    "programme",
    "note",
    "state",
    "arrivedAt",
  ],
  sorts: ["arrivedAt", "createdAt"],
  filters: ["session", "semester", "state", "verdict", "stops", "programme", "level", "late", "student"],
  asked: {
    from: edgeDay("Sent from", { of: "arrivedAt", side: "from" }),
    to: edgeDay("Sent to", { of: "arrivedAt", side: "to" }),
  },
  searched: "the student's matric number, phone, email or name",
  beginsWhole: true,
  none: {
    title: "No registrations",
    text: "What students register stands here. Where a head decides, it waits here until it is approved or returned.",
  },
  settled: {
    "state=Waiting": "Nothing waits for you",
    "state=Waiting&verdict=Clear": "Nothing clear waits for you",
    "state=Waiting&verdict=To+be+mended": "Nothing is to be mended",
  },
});

const path = "/staff/ms_registration";

const version = v.pipe(
  v.number("Version is required"),
  v.integer("Version must be a whole number"),
  v.title("Version"),
);

export const readInbox = get(
  `${path}/inbox`,
  "How many registrations wait of those that the list finds which is asked for, the clear ones among them, and by department since when the oldest waits",
  v.strictObject({
    look,
    waiting: v.number(),
    clear: v.number(),
    departments: v.array(
      v.strictObject({ _id: v.string(), name: v.string(), waiting: v.number(), clear: v.number(), oldest: v.number() }),
    ),
  }),
);

/** What was found, in a sentence, and what mends it. */
const finding = v.strictObject({ code: v.string(), sentence: v.string(), mending: v.picklist(mendings) });

export const readChecked = get(
  `${path}/:id/checked`,
  "One registration with its courses, and what keeps it from being approved as it stands now",
  v.strictObject({
    registration: registrationShown,
    student: v.string(),
    found: v.array(finding),
    /** Codes of the courses that are withdrawn. */
    withdrawn: v.array(v.string()),
    mending: v.nullable(v.picklist(mendings)),
  }),
);

export const readNextToMend = get(
  `${path}/:id/next`,
  "The next registration that waits and is to be mended: after this one, by arrival, else the first of all; null where none is left",
  v.strictObject({ next: v.nullable(v.strictObject({ _id: v.string(), called: v.string() })) }),
);

/**
 * Registrations as they were seen: some by `_id` and version, or all that a list found when it was looked at. What came or was
 * changed since is not among them; `beyond` counts what the list found beyond the 10,000 that one deed does.
 */
const seenEntries = {
  rows: v.optional(v.pipe(v.array(v.strictObject({ _id: v.string(), version })), v.maxLength(200), v.title("Rows"))),
  query: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
  look: v.optional(look),
};

export type SeenRegistrations = v.InferOutput<ReturnType<typeof fields<typeof seenEntries>>>;

export const approveRegistrations = put(
  `${path}/approve`,
  "Approves those of the registrations that were seen in which nothing is found; what is not clear, and what was changed since, stays as it is and is counted",
  fields(seenEntries),
  done({ approved: v.number(), left: v.number(), changed: v.number(), beyond: v.number() }),
);

export const returnRegistrations = put(
  `${path}/return`,
  "Returns those of the registrations that were seen that wait still as they were seen, with a reason; each student gets a mail and mends it",
  fields({ reason, ...seenEntries }),
  done({ returned: v.number(), left: v.number(), changed: v.number(), beyond: v.number() }),
);

export const allowRegistration = put(
  `${path}/:id/allow`,
  "Approves one registration although something is found that a head may allow, by the version that was seen",
  fields({ version }),
  done({ version: v.number() }),
);

export const dropWithdrawn = put(
  `${path}/:id/drop-withdrawn`,
  "Drops the withdrawn courses of one registration, by the version that was seen, and tells the student what to do",
  fields({ version }),
  done({ version: v.number(), units: v.number() }),
);

/** What is registered for a student who stands before one, and why; `version` is that of the registration that was seen. */
export const registerForForm = fields({
  courses: chosenCourses,
  why: v.pipe(reason, v.title("Why you register for the student")),
  version: v.optional(version),
});

export const readFor = get(
  `${path}/for/:student`,
  "What one student may register this semester, for a member of staff who registers in the student's place",
  v.strictObject({
    name: v.string(),
    proposal: registrationProposal,
    /** Whether who asks also decides; an adviser sends it to the head. */
    decides: v.boolean(),
  }),
);

export const borrowableFor = get(
  `${path}/for/:student/courses`,
  "Courses of other programmes and levels for that student, found by code or name with ?q=",
  v.array(offeredCourse),
);

export const registerFor = put(
  `${path}/for/:student`,
  "Registers courses in a student's place, with the reason; of whoever decides about registrations it counts at once. The student gets a mail",
  registerForForm,
  done({ state: v.picklist(registrationStates), units: v.number(), version: v.number() }),
);
