import * as v from "valibot";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import {
  atLeastTwo,
  atMinute,
  edgeDay,
  looksLike,
  maybe,
  naira,
  refersTo,
  whole,
  worded,
} from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import {
  adjustmentKinds,
  adjustmentLineStates,
  adjustmentLooks,
  adjustmentStates,
  kindWords,
  MOST_STUDENTS,
  matricsIn,
} from "./bill-adjustment.rules.ts";

export const billAdjustments = listing({
  noun: "bill_adjustment",
  one: "Change of bills",
  many: "Changes of bills",
  page: "bill-adjustments",
  link: "/staff/bill-adjustments",
  entries: {
    kind: worded("Kind", kindWords),
    label: text("What the bill says", 100),
    about: text("For", 200),
    state: v.pipe(choice("State", adjustmentStates), looksLike(adjustmentLooks)),
    count: whole("Students", 1, MOST_STUDENTS),
    total: naira("In all", -100_000_000_000),
    percent: maybe(whole("Percent of the fees", 1, 100)),
    amount: maybe(naira("For each", -100_000_000)),
    session: refersTo("Session", "session"),
    semester: whole("Semester", 1, 2),
    reason: lines("Reason", 500),
    applied: maybe(whole("Done for", 0, MOST_STUDENTS)),
    refused: maybe(whole("Not done for", 0, MOST_STUDENTS)),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
    undoes: maybe(text("Takes back", 64)),
  },
  title: ["label"],
  columns: ["label", "kind", "about", "state", "total", "session", "semester", "proposedby", "createdAt"],
  sorts: ["createdAt"],
  filters: ["state", "kind", "session", "proposedby"],
  asked: {
    from: edgeDay("Proposed from", { of: "createdAt", side: "from" }),
    to: edgeDay("Proposed to", { of: "createdAt", side: "to" }),
  },
  searched: "name, matric number, what the bill says or reason",
  none: {
    title: "No bill was changed by the office",
    text: "A waiver, scholarship, change or debt that somebody proposes is listed here.",
  },
});

const path = "/staff/ms_bill_adjustment";

/** An amount with its sign, in naira. */
const signed = v.pipe(v.number(), v.metadata({ unit: "NGN" }));

const part = v.strictObject({ name: v.string(), due: v.string(), before: signed, after: signed });

/** What it means for one student's bill: what is left before and after; below nothing it is credit. */
const adjustedBill = v.strictObject({
  bill: v.string(),
  student: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  amount: signed,
  before: signed,
  after: signed,
});

export type AdjustedBill = v.InferOutput<typeof adjustedBill>;

/** A line of the list that is left out, and why. */
const leftOut = v.strictObject({ line: v.number(), given: v.string(), name: v.nullable(v.string()), why: v.string() });

/** A line of the list that calls a student by a former number, and the number by now. */
const formerNumber = v.strictObject({
  line: v.number(),
  given: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
});

const adjustmentEntries = {
  kind: v.pipe(v.picklist(adjustmentKinds, "Kind must be one of the list"), v.title("Kind")),
  label: atLeastTwo("What the bill says", 100),
  session: refersTo("Session", "session"),
  semester: whole("Semester", 1, 2),
  percent: maybe(whole("Percent of the fees", 1, 100)),
  /** Below nothing it is less that is to be paid. */
  amount: maybe(naira("Amount", -100_000_000)),
  students: v.pipe(
    lines("Matric numbers", 60_000),
    v.check((typed) => matricsIn(typed).length > 0, "Matric numbers is required"),
    v.check((typed) => matricsIn(typed).length <= MOST_STUDENTS, `Name at most ${MOST_STUDENTS} students at once`),
    v.title("Matric numbers"),
  ),
};

export const readAdjustmentTerms = get(
  `${path}/terms`,
  "The sessions whose bills can be changed, the newest first, the semester that runs, what late charges are called, and who may approve",
  v.strictObject({
    sessions: v.array(v.strictObject({ _id: v.string(), name: v.string() })),
    running: v.strictObject({ session: v.optional(v.string()), semester: v.optional(v.number()) }),
    /** What late charges on bills are called. */
    lates: v.array(v.string()),
    approvers: v.array(v.string()),
  }),
);

export const checkAdjustment = post(
  `${path}/check`,
  "Tells what a change of bills would do to each of them, and which students it leaves out; nothing is written",
  fields(adjustmentEntries),
  done({
    bills: v.array(adjustedBill),
    leftOut: v.array(leftOut),
    formerly: v.array(formerNumber),
    total: signed,
    /** The instalments, where it is about one student. */
    parts: v.array(part),
  }),
);

export const proposeAdjustment = post(
  path,
  "Proposes a change of the bills of some students; another member of staff approves it",
  fields({
    ...adjustmentEntries,
    reason,
    /** Whose bills were seen to change: a list that means others by now is looked at again. */
    count: v.pipe(v.number("Count is required"), v.integer("Count must be a whole number"), v.title("Count")),
  }),
  done({ _id: v.string() }),
);

export const readAdjusted = get(
  `${path}/:id/bills`,
  "The bills that a change is about, as they stand now or as it was done",
  v.strictObject({
    /** Whether the asker proposed it. */
    own: v.boolean(),
    bills: v.array(
      v.strictObject({
        ...adjustedBill.entries,
        state: v.picklist(adjustmentLineStates),
        refusal: v.nullable(v.string()),
        /** Whether it stands on the bill, so that it can be taken back. */
        undoable: v.boolean(),
      }),
    ),
    parts: v.array(part),
    /** The change that takes this one back, proposed or done. */
    undoneby: v.array(v.strictObject({ _id: v.string(), state: v.picklist(adjustmentStates), about: v.string() })),
  }),
);

const nothing = v.nullish(fields({}));

export const approveAdjustment = post(
  `${path}/:id/approve`,
  "Approves a change of bills that somebody else has proposed, and does it for each student as the bill stands now",
  nothing,
  done({}),
);

export const declineAdjustment = post(
  `${path}/:id/decline`,
  "Declines a change of bills that somebody else has proposed",
  reasonForm,
  done({}),
);

export const withdrawAdjustment = post(
  `${path}/:id/withdraw`,
  "Withdraws a change of bills that one has proposed oneself",
  nothing,
  done({}),
);

export const proposeAdjustmentUndone = post(
  `${path}/:id/undo`,
  "Proposes to take back what a change did, for one student's bill or for all: a line against each",
  fields({ reason, bill: maybe(text("Bill", 64)) }),
  done({ _id: v.string() }),
);
