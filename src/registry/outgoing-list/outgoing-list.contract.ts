import * as v from "valibot";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, flag, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import {
  lineStandings,
  listKinds,
  listStates,
  nationalStandings,
  standingLooks,
  stateLooks,
} from "./outgoing-list.rules.ts";

const link = "/staff/outgoing-lists";

const level = whole("Level", 100, 900);

/** Every list that was made, the newest first. */
export const outgoingLists = listing({
  noun: "outgoing_list",
  one: "List",
  many: "Lists that leave",
  page: "outgoing-lists",
  link,
  entries: {
    title: text("List", 200),
    kind: choice("Kind", listKinds),
    session: refersTo("Session", "session"),
    programme: maybe(refersTo("Programme", "programme")),
    level: maybe(level),
    state: v.pipe(choice("State", listStates), looksLike(stateLooks)),
    people: whole("In the file", 0, 1_000_000),
    held: whole("Held back", 0, 1_000_000),
    written: whole("Lines written", 0, 1_000_000),
    madeby: refersTo("Made by", "staff"),
    createdAt: atMinute("Made"),
    decidedby: maybe(refersTo("Signed off or dropped by", "staff")),
    decidedAt: maybe(atMinute("Signed off or dropped")),
    decision: maybe(lines("Why it was dropped", 500)),
    supersededAt: maybe(atMinute("Superseded")),
    filename: text("File", 200),
    bytes: maybe(whole("Bytes", 1, 1_000_000_000)),
    digest: maybe(text("SHA-256 of the file", 64)),
  },
  title: ["title"],
  columns: ["title", "state", "people", "held", "madeby", "createdAt", "decidedby", "decidedAt"],
  sorts: ["createdAt"],
  filters: ["kind", "session", "state", "programme"],
  beginsWhole: true,
  searched: "title",
  none: {
    title: "No list was made yet",
    text: "Make a list: you see first who would stand in it and what is missing, and nothing leaves before another person has signed it off.",
  },
});

/** Each line of a list as it stood when it was made. */
export const outgoingListLines = listing({
  noun: "outgoing_list_line",
  one: "Line of a list",
  many: "Lines of lists",
  page: "outgoing-lists",
  link: `${link}/lines`,
  entries: {
    place: whole("No.", 1, 1_000_000),
    name: text("Name", 200),
    matric: maybe(text("Matric number", 40)),
    jamb: maybe(text("JAMB number", 14)),
    programme: maybe(refersTo("Programme", "programme")),
    level: maybe(level),
    standing: v.pipe(choice("Standing", lineStandings), looksLike(standingLooks)),
    lacks: maybe(text("What is missing", 1_000)),
    complete: flag("Complete", "Nothing is missing", "Something is missing"),
    count: whole("People", 1, 1_000_000),
    student: maybe(refersTo("Student", "student")),
    list: refersTo("List", "outgoing_list"),
  },
  title: ["name"],
  columns: ["name", "standing", "lacks", "matric", "jamb", "programme", "level"],
  sorts: ["place"],
  filters: ["list", "standing", "complete"],
  searched: "matric number, JAMB number or name",
});

const path = "/staff/ms_outgoing_list";

export const listForm = fields({
  kind: choice("Kind", listKinds),
  session: refersTo("Session", "session"),
  programme: maybe(refersTo("Programme", "programme")),
  level: maybe(level),
});

/** What would stand in a list, and what is missing: how many lack what, the most first. */
const preview = {
  title: v.string(),
  people: v.number(),
  held: v.number(),
  lacks: v.array(v.strictObject({ lack: v.string(), held: v.boolean(), count: v.number() })),
};

export type ListPreview = v.InferOutput<v.StrictObjectSchema<typeof preview, undefined>>;

export const checkList = post(
  `${path}/check`,
  "What would stand in a list if it were made now, and what is missing, without making it",
  listForm,
  v.strictObject(preview),
);

export const makeList = post(
  path,
  "Orders a list of what stands now, which is made in the background with its file; it leaves once another member of staff has signed it off",
  listForm,
  done({ _id: v.string() }),
);

export const signListOff = post(
  `${path}/:id/approve`,
  "Signs a list off that somebody else has made; the one before it of the same kind is superseded",
  v.nullish(fields({})),
  done({}),
);

export const declineList = post(
  `${path}/:id/decline`,
  "Drops a list that somebody else has made, with the reason",
  reasonForm,
  done({}),
);

export const withdrawList = post(
  `${path}/:id/withdraw`,
  "Drops a list that one has made oneself",
  v.nullish(fields({})),
  done({}),
);

export const readMovedSince = get(
  `${path}/:id/moved`,
  "Whom a list names otherwise than they stand by now: how many have left or moved since it was made, and the first of them",
  v.strictObject({
    count: v.number(),
    people: v.array(
      v.strictObject({
        /** Null where a line counts people. */
        student: v.nullable(v.string()),
        name: v.string(),
        matric: v.nullable(v.string()),
        /** How it stands now: a status, a programme, a level or a number. */
        now: v.string(),
      }),
    ),
  }),
);

export const readListFile = get(
  `${path}/:id/file`,
  "The file of a list that was signed off, byte for byte as it went out",
  v.any(),
);

/** More lines than these are no paper that anybody holds. */
export const MOST_ON_PAPER = 1_500;

export const readListPaper = get(
  `${path}/:id/paper`,
  "The sheet that goes with a list: who made it and signed it off, the hash of its file, and its lines where they fit on paper",
  v.strictObject({
    title: v.string(),
    people: v.number(),
    held: v.number(),
    madeby: v.string(),
    createdAt: v.string(),
    signedby: v.nullable(v.string()),
    signedAt: v.nullable(v.string()),
    filename: v.string(),
    digest: v.string(),
    headings: v.array(v.string()),
    /** Null where they are too many. */
    rows: v.nullable(v.array(v.array(v.nullable(v.union([v.string(), v.number()]))))),
  }),
);

export const readListTerms = get(
  `${path}/terms`,
  "The sessions that lists can be made of, and how far the National Matriculation List of each has come",
  v.strictObject({
    running: v.nullable(v.string()),
    sessions: v.array(v.strictObject({ _id: v.string(), name: v.string() })),
    clocks: v.array(
      v.strictObject({
        session: v.string(),
        name: v.string(),
        /** The day from which the three months count; whether it is the session's matriculation, or else its first matric number. */
        began: v.string(),
        ceremony: v.boolean(),
        due: v.string(),
        /** Below nothing once the day has passed. */
        daysleft: v.number(),
        students: v.number(),
        sent: v.number(),
        listed: v.number(),
        returned: v.number(),
      }),
    ),
  }),
);

/** How one student stands in the National Matriculation List, and what is still needed. */
const standing = {
  standing: v.picklist(nationalStandings),
  /** Of the answer, or of the list that was sent; null where there is neither. */
  day: v.nullable(v.string()),
  /** Why JAMB returned the entry. */
  reason: v.nullable(v.string()),
  /** What keeps the student out of the list, and what goes out without it. */
  needed: v.array(v.string()),
  wanted: v.array(v.string()),
  /** The last day to send it; null where no matriculation has begun the clock. */
  due: v.nullable(v.string()),
};

export type OwnNational = v.InferOutput<v.StrictObjectSchema<typeof standing, undefined>>;

export const readNational = get(
  `${path}/student/:id`,
  "How a student stands in the National Matriculation List, and what is still needed; null where the portal knows nothing of it",
  v.nullable(v.strictObject({ ...standing, list: v.nullable(v.strictObject({ _id: v.string(), title: v.string() })) })),
);

export const readOwnNational = get(
  "/student/national_list",
  "How one stands in the National Matriculation List oneself, and what is still needed; null where the portal knows nothing of it",
  v.nullable(v.strictObject(standing)),
);
