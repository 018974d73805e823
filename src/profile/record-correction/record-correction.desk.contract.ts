import * as v from "valibot";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, maybe, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { uploadFile } from "../upload/upload.contract.ts";
import { asked, correctableRecord, correctionForm, correctionStates, lists } from "./record-correction.contract.ts";

/** Corrections of what was handed in, each by two people, and what owners changed by themselves. */
export const recordCorrections = listing({
  noun: "record_correction",
  one: "Correction",
  many: "File corrections",
  page: "record-corrections",
  link: "/staff/record-corrections",
  entries: {
    createdAt: atMinute("Asked"),
    name: text("Name", 200),
    code: text("Code", 40),
    jamb: text("JAMB number", 14),
    about: text("What is wrong", 200),
    oldvalue: text("Old value", 1000),
    newvalue: text("New value", 1000),
    state: choice("State", correctionStates),
    askedby: maybe(refersTo("Asked by", "staff")),
    reason: maybe(lines("Reason", 500)),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
  },
  title: ["about", "name"],
  columns: ["name", "about", "oldvalue", "newvalue", "state", "createdAt", "askedby"],
  sorts: ["createdAt"],
  filters: ["state", "askedby"],
  asked: {
    from: edgeDay("Asked from", { of: "createdAt", side: "from" }),
    to: edgeDay("Asked to", { of: "createdAt", side: "to" }),
  },
  searched: "Code, JAMB number, name, what is wrong or its value",
});

const path = "/staff/ms_record_correction";
const perhaps = v.nullable(v.string());

/** One correction as the file that it is about shows it. */
const correctionOfRecord = v.strictObject({
  _id: v.string(),
  about: v.string(),
  oldvalue: v.string(),
  newvalue: v.string(),
  reason: perhaps,
  state: v.picklist(correctionStates),
  /** A member of staff's name; null where the owner asked. */
  askedby: perhaps,
  createdAt: v.string(),
  decidedby: perhaps,
  decidedAt: perhaps,
  decision: perhaps,
  /** What stayed as it was although this was approved, in sentences. */
  stays: v.array(v.string()),
});

export type CorrectionOfRecord = v.InferOutput<typeof correctionOfRecord>;

export const readCorrectable = get(
  `${path}/about/:noun/:record`,
  "What can be corrected of a record, and what was, newest first; 403 for the caller's own",
  v.strictObject({ record: correctableRecord, lists, corrections: v.array(correctionOfRecord) }),
);

export const sendCorrectionEvidence = post(
  `${path}/evidence`,
  "Stores a paper that shows why a record is to be corrected: JPEG, PNG or PDF in the field document, at most 2 MB",
  v.nullish(v.undefined()),
  uploadFile.reply,
);

export const proposeRecordCorrection = post(
  path,
  "Asks for a correction for the owner of a record, with evidence; another member of staff decides",
  correctionForm,
  asked,
);

export const readRecordCorrection = get(
  `${path}/:id/file`,
  "One correction with its evidence and its record as it stands now; 403 for the caller's own",
  v.strictObject({
    correction: correctionOfRecord,
    noun: v.string(),
    record: v.string(),
    title: v.string(),
    code: v.string(),
    name: v.string(),
    jamb: v.string(),
    /** For If-Match: the version of the record that was on the screen. */
    version: v.number(),
    /** What stands there now, in words. */
    now: v.string(),
    /** Whether what stands there now is what stood there when it was asked. */
    same: v.boolean(),
    /** What will stay as it is although this is approved, in sentences. */
    willstay: v.array(v.string()),
    /** What else will change with it. */
    willfollow: v.array(v.string()),
    evidence: v.nullable(
      v.strictObject({
        link: v.string(),
        mediatype: v.string(),
        /** How many other corrections have the very same file. */
        others: v.number(),
      }),
    ),
    /** Whether the asker asked for it. */
    own: v.boolean(),
  }),
);

export const approveRecordCorrection = post(
  `${path}/:id/approve`,
  "Approves a correction that somebody else has asked for, and makes it; its owner reads the reason",
  fields({
    reason,
    /** As `willfollow` said it: if it is another by now, nothing happens. */
    follows: v.pipe(v.optional(v.array(v.string("What follows must be text")), []), v.title("What follows")),
  }),
  done({}),
);

export const declineRecordCorrection = post(
  `${path}/:id/decline`,
  "Declines a correction that somebody else has asked for; nothing is changed, and its owner reads the reason",
  reasonForm,
  done({}),
);

export const withdrawRecordCorrection = post(
  `${path}/:id/withdraw`,
  "Takes a correction back that one has asked for oneself, for the owner of a record",
  reasonForm,
  done({}),
);
