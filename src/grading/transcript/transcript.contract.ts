import * as v from "valibot";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import {
  atMinute,
  edgeOfDay,
  looksLike,
  maybe,
  onDay,
  refersTo,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { transcriptPaper } from "./content/content.contract.ts";
import { sharedTranscript } from "./share/share.contract.ts";
import { handings, lineLooks, lineStates } from "./transcript.rules.ts";

/** Every order of a transcript that was paid, and how far it is: the office's queue. `_id` is the order's. */
export const transcripts = listing({
  noun: "transcript",
  one: "Transcript",
  many: "Transcripts",
  page: "transcripts",
  link: "/staff/transcripts",
  entries: {
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    state: v.pipe(choice("State", lineStates), looksLike(lineLooks)),
    daysleft: maybe(whole("Days left", -10_000, 10_000)),
    dueon: maybe(onDay("Promised for")),
    serial: maybe(text("Serial number", 20)),
    why: maybe(lines("Why it is made again", 600)),
    note: maybe(lines("Where it goes", 600)),
    label: text("Service", 100),
    programme: refersTo("Programme", "programme"),
    student: refersTo("Record", "student"),
    madeby: maybe(refersTo("Made by", "staff")),
    madeAt: maybe(atMinute("Made")),
    decidedby: maybe(refersTo("Signed off by", "staff")),
    decidedAt: maybe(atMinute("Signed off")),
    createdAt: atMinute("Ordered"),
  },
  title: ["name"],
  columns: ["name", "matric", "state", "daysleft", "dueon", "serial", "programme", "madeby"],
  sorts: ["createdAt", "dueon"],
  filters: ["state", "programme", "student"],
  asked: { dueby: edgeOfDay("Promised by", { of: "dueon", side: "to" }) },
  searched: "service, matric number or name",
  settled: { "state=To make": "Nothing is left to make", "state=Made": "Nothing waits to be signed off" },
  none: {
    title: "No transcript is ordered",
    text: "Students order one under Transcripts; what is paid stands here. Offer it first under Other services, as a service of which a transcript is made.",
  },
});

const path = "/staff/ms_transcript";

export const makeTranscript = post(
  path,
  "Makes the transcript of a paid order from the student's record as it stands; another member of staff signs it off",
  fields({ order: v.pipe(reference("Order"), v.title("Order")) }),
  done({ serial: v.string() }),
);

export const makeTranscripts = post(
  `${path}/many`,
  "Makes the transcripts of chosen orders; those that can not be made are named, each with its reason",
  fields(chosenEntries),
  done({
    made: v.number(),
    stopped: v.array(v.strictObject({ order: v.string(), name: v.string(), why: v.string() })),
  }),
);

export const readTranscript = get(
  `${path}/:id/paper`,
  "The newest transcript of an order as it is printed, what keeps it, and with whom it was shared; :id is the order's",
  v.strictObject({
    /** Null while none stands. */
    paper: v.nullable(transcriptPaper),
    version: v.number(),
    /** Why it can not be made, signed off or handed out now; null where it can. */
    stop: v.nullable(v.string()),
    shares: v.array(sharedTranscript),
  }),
);

export type ReadTranscript = v.InferOutput<typeof readTranscript.reply>;

export const readSignedFile = get(
  `${path}/:id/file`,
  "The transcript of an order as a signed document that machines read: a CLR 2.0 credential as a compact JWS",
  v.string(),
);

/** The version that was on the screen. */
const seenForm = fields({
  seen: v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version")),
});

export const signTranscript = post(
  `${path}/:id/sign`,
  "Signs off a transcript that somebody else has made: it is lawful from then on, and the student hears of it",
  seenForm,
  done({}),
);

export const declineTranscript = post(
  `${path}/:id/decline`,
  "Declines a transcript that somebody else has made: it is void, and another one is made",
  reasonForm,
  done({}),
);

export const handForm = fields({
  how: choice("How it leaves", handings),
  said: v.pipe(
    lines("To whom, and with which proof", 400),
    v.minCodePoints(2, "To whom, and with which proof must be at least 2 characters"),
    v.title("To whom, and with which proof"),
  ),
});

export const handTranscript = post(
  `${path}/:id/hand`,
  "Writes down that the paper was sent or collected: its order is done",
  handForm,
  done({}),
);

const own = v.strictObject({
  /** The order's. */
  _id: v.string(),
  /** Null while none is signed off. */
  serial: v.nullable(v.string()),
  signedAt: v.nullable(v.string()),
  /** The record that the one before shows was corrected: another is made at no cost. */
  superseded: v.boolean(),
  shares: v.array(sharedTranscript),
});

export const readOwnTranscripts = get(
  "/student/transcripts",
  "How far each of one's orders of a transcript is, with whom it was shared, and who opened it",
  v.strictObject({
    /** What keeps the college from making one now, and what to do; null where nothing does. */
    stop: v.nullable(v.string()),
    transcripts: v.array(own),
  }),
);

export type OwnTranscript = v.InferOutput<typeof own>;

export const readOwnTranscript = get(
  "/student/transcripts/:id",
  "One's own transcript that is signed off, as it is printed; :id is the order's",
  transcriptPaper,
);

export const readOwnFile = get(
  "/student/transcripts/:id/file",
  "One's own transcript as a signed document that machines read",
  v.string(),
);
