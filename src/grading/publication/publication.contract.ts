import * as v from "valibot";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { change, listing } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { publicationLooks, publicationStates, recallStates } from "./publication.rules.ts";

const at = atMinute("Goes out");
const semester = whole("Semester", 1, 2);

export const publications = listing({
  noun: "publication",
  one: "Publication",
  many: "Publications",
  page: "publications",
  link: "/staff/publications",
  entries: {
    title: text("Classes", 300),
    state: v.pipe(choice("State", publicationStates), looksLike(publicationLooks)),
    at,
    session: refersTo("Session", "session"),
    semester,
    students: whole("Students", 0, 1_000_000),
    results: whole("Results", 0, 10_000_000),
    missing: whole("Not out yet", 0, 10_000_000),
    note: maybe(lines("Note", 500)),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
    publishedAt: maybe(atMinute("Went out")),
    recalledAt: maybe(atMinute("Taken back")),
  },
  title: ["title"],
  columns: ["title", "state", "at", "semester", "session", "students", "results", "missing"],
  sorts: ["createdAt", "at"],
  filters: ["state", "session"],
  searched: "class or note",
  none: {
    title: "Nothing was published",
    text: "A publication that somebody proposes is listed here, and what became of it.",
  },
});

const path = "/staff/ms_publication";

const batch = fields({
  programme: refersTo("Programme", "programme"),
  level: whole("Level", 100, 900),
});

const chosenEntries = {
  session: maybe(refersTo("Session", "session")),
  semester: maybe(semester),
  batches: v.pipe(
    v.array(batch, "Classes are required"),
    v.minLength(1, "Choose at least one class"),
    v.maxLength(400, "Choose at most 400 classes"),
    v.title("Classes"),
  ),
};

const counted = {
  programme: v.string(),
  title: v.string(),
  level: v.number(),
  students: v.number(),
  /** Results that go out. */
  results: v.number(),
  /** Out already. */
  published: v.number(),
  /** Courses that are taken and have no approved mark: they stay awaited. */
  missing: v.number(),
  /** Marks of before, or of teaching practice, of the same course and semester: those stand, and the sheet's is left out. */
  clashes: v.number(),
};

export const readBatches = get(
  "/staff/ms_publication_batch/:session/:semester",
  "The classes of a semester, with how many results of each are ready, out and missing",
  v.array(v.strictObject(counted)),
);

export const readTerms = get(
  "/staff/ms_publication_term",
  "The sessions, newest first, and the semester that runs",
  v.strictObject({
    sessions: v.array(v.strictObject({ _id: v.string(), name: v.string() })),
    running: v.nullable(v.strictObject({ session: v.string(), semester: v.number() })),
  }),
);

const outlook = v.strictObject({
  session: v.string(),
  semester: v.number(),
  seen: v.string(),
  /** Whether what goes out is what was proposed. */
  same: v.boolean(),
  students: v.number(),
  results: v.number(),
  missing: v.number(),
  batches: v.array(
    v.strictObject({
      ...counted,
      /** Of the semester, lowest, middle and highest, as they are printed. */
      gpa: v.strictObject({ least: v.string(), middle: v.string(), most: v.string() }),
      /** By class of pass after it; null for below the lowest. */
      classes: v.array(v.strictObject({ name: v.nullable(v.string()), students: v.number() })),
    }),
  ),
  /** Of the results, those that two people had corrected before they were taken back: they go out corrected. */
  corrected: v.number(),
  /** Classes whose marks stay awaited, by code. */
  awaited: v.array(v.strictObject({ code: v.string(), name: v.string(), state: v.string(), students: v.number() })),
  /** Who has a mark of before in the same course; the first hundred. */
  clashes: v.array(v.strictObject({ name: v.string(), matric: v.nullable(v.string()), course: v.string() })),
  /** Entrants whom no profile grades: nothing is published while there are any. */
  unprofiled: v.array(v.strictObject({ programme: v.string(), session: v.string(), students: v.number() })),
  /** To whom a semester stays closed for money, or for a hold. */
  debtors: v.number(),
  held: v.number(),
});

export const previewPublication = post(
  `${path}/preview`,
  "What a publication would bring out, and what stays awaited; changes nothing",
  fields(chosenEntries),
  outlook,
);

/** When it goes out, and what who approves it should know. */
export const whenEntries = {
  at,
  note: maybe(v.pipe(lines("Note", 500), v.minCodePoints(2, "Note must be at least 2 characters"), v.title("Note"))),
};

export const proposePublication = post(
  path,
  "Proposes that the results of some classes go out at a minute; another member of staff approves it",
  fields({
    ...chosenEntries,
    ...whenEntries,
    seen: maybe(text("Seen", 64)),
  }),
  done({ _id: v.string() }),
);

export const readPublication = get(
  `${path}/:id/whole`,
  "One publication: what goes or went out with it, its recall and its history",
  v.strictObject({
    /** Null once it is out or over: then the counts of the row say it. */
    outlook: v.nullable(outlook),
    batches: v.array(v.strictObject({ programme: v.string(), title: v.string(), level: v.number() })),
    /** Of those, who are students still told. */
    told: v.boolean(),
    own: v.boolean(),
    recall: v.nullable(
      v.strictObject({
        _id: v.string(),
        state: v.picklist(recallStates),
        reason: v.string(),
        by: v.string(),
        createdAt: v.string(),
        own: v.boolean(),
      }),
    ),
    history: v.array(change),
  }),
);

const nothing = v.nullish(fields({}));

export const approvePublication = post(
  `${path}/:id/approve`,
  "Approves a publication that somebody else has proposed: its results are frozen, and go out at its minute",
  nothing,
  done({}),
);

export const declinePublication = post(
  `${path}/:id/decline`,
  "Declines a publication that somebody else has proposed",
  reasonForm,
  done({}),
);

export const withdrawPublication = post(
  `${path}/:id/withdraw`,
  "Withdraws a publication that one has proposed oneself",
  nothing,
  done({}),
);

export const callOffPublication = post(
  `${path}/:id/call-off`,
  "Calls off an approved publication whose minute has not come",
  reasonForm,
  done({}),
);

export const proposeRecall = post(
  `${path}/:id/recall`,
  "Proposes to take back what a publication brought out; another member of staff approves it",
  reasonForm,
  done({ _id: v.string() }),
);

const recallPath = "/staff/ms_publication_recall";

export const approveRecall = post(
  `${recallPath}/:id/approve`,
  "Takes back what another has proposed to take back, and tells the students",
  nothing,
  done({}),
);

export const declineRecall = post(
  `${recallPath}/:id/decline`,
  "Leaves out what another has proposed to take back",
  reasonForm,
  done({}),
);

export const withdrawRecall = post(
  `${recallPath}/:id/withdraw`,
  "Gives a recall up that one has proposed oneself",
  nothing,
  done({}),
);
