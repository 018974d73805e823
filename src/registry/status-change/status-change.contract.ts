import * as v from "valibot";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import {
  atMinute,
  edgeDay,
  edgeOfDay,
  flag,
  looksLike,
  maybe,
  onDay,
  refersTo,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { studentStatuses } from "../student/student.rules.ts";
import { studentSummary } from "../student/student.selection.contract.ts";
import { changeKinds, changeStates, givenStatuses, stateLooks } from "./status-change.rules.ts";

export const statusChanges = listing({
  noun: "student_status",
  one: "Change of status",
  many: "Changes of status",
  page: "student-status",
  link: "/staff/student-status",
  entries: {
    name: text("Student", 200),
    matric: maybe(text("Matric number", 40)),
    student: refersTo("Record", "student"),
    programme: maybe(refersTo("Programme", "programme")),
    fromstatus: choice("From", studentStatuses),
    status: choice("To", studentStatuses),
    kind: choice("Kind of reason", [...changeKinds, "Mistake"]),
    reason: lines("Reason", 500),
    effective: onDay("In force from"),
    returnon: maybe(onDay("Back on")),
    returnsession: maybe(refersTo("Back in session", "session")),
    returnsemester: maybe(whole("Back in semester", 1, 2)),
    state: v.pipe(choice("State", changeStates), looksLike(stateLooks)),
    overdue: flag("Overdue", "Not back yet", "No"),
    undoes: maybe(text("Undoes", 64)),
    proposedby: maybe(refersTo("Proposed by", "staff")),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
    appliedAt: maybe(atMinute("Came into force")),
    endedAt: maybe(atMinute("Ended")),
  },
  title: ["status", "name"],
  columns: ["name", "status", "state", "effective", "returnon", "matric", "programme", "fromstatus", "kind"],
  sorts: ["createdAt", "effective"],
  filters: ["state", "status", "kind", "programme", "overdue", "student"],
  asked: {
    from: edgeDay("Proposed from", { of: "createdAt", side: "from" }),
    to: edgeDay("Proposed to", { of: "createdAt", side: "to" }),
    backby: edgeOfDay("Back by", { of: "returnon", side: "to" }),
  },
  searched: "matric number, name or reason",
  none: {
    title: "No status was changed",
    text: "A change that somebody proposes is listed here. Open a student and choose Change status.",
  },
});

const path = "/staff/ms_student_status";

/** Specification 3 names status and reason. Where nothing else is said, the change holds from today, for another reason. */
export const changeForm = fields({
  student: v.pipe(reference("Student"), v.title("Student")),
  status: choice("Status", givenStatuses),
  kind: maybe(choice("Kind of reason", changeKinds)),
  reason,
  effective: maybe(onDay("In force from")),
  returnon: maybe(onDay("Back on")),
  returnsession: maybe(refersTo("Back in session", "session")),
  returnsemester: maybe(whole("Back in semester", 1, 2)),
});

export const proposeChange = post(
  path,
  "Proposes another status for a student; another member of staff approves it",
  changeForm,
  done({ _id: v.string() }),
);

const waiting = v.strictObject({
  _id: v.string(),
  status: v.picklist(studentStatuses),
  effective: v.string(),
  /** Whether the asker proposed it. */
  own: v.boolean(),
});

export const readStanding = get(
  `${path}/student/:id`,
  "Where a student stands, and what a change of status would stop and leave open: read before anything is proposed or approved",
  v.strictObject({
    student: studentSummary,
    possible: v.array(v.picklist(givenStatuses)),
    /** What waits for a second person, and what for its day. */
    proposed: v.nullable(waiting),
    planned: v.nullable(waiting),
    /** In how many places the student is signed in now. */
    signins: v.number(),
    /** Left of all bills, in naira; below nothing it is credit. */
    owed: v.number(),
    /** References that can still be paid. */
    open: v.array(v.strictObject({ rrr: v.nullable(v.string()), description: v.string(), amount: amount("Amount") })),
    /** Who may decide about what the asker proposes, by name. */
    approvers: v.array(v.string()),
    /** The changes so far, newest first. */
    changes: v.array(
      v.strictObject({
        _id: v.string(),
        fromstatus: v.picklist(studentStatuses),
        status: v.picklist(studentStatuses),
        kind: v.string(),
        reason: v.string(),
        effective: v.string(),
        returnon: v.nullable(v.string()),
        state: v.picklist(changeStates),
        createdAt: v.string(),
        overdue: v.boolean(),
        /** Whether taking it back can be proposed. */
        undoable: v.boolean(),
      }),
    ),
  }),
);

/** The version of the student that was on the screen: what was changed since is not decided on unseen. */
const seenForm = fields({
  seen: v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version")),
});

export const approveChange = post(
  `${path}/:id/approve`,
  "Approves another status that somebody else has proposed; it holds from its day on",
  seenForm,
  done({}),
);

export const declineChange = post(
  `${path}/:id/decline`,
  "Declines another status that somebody else has proposed",
  reasonForm,
  done({}),
);

export const withdrawChange = post(
  `${path}/:id/withdraw`,
  "Withdraws another status that one has proposed oneself",
  v.nullish(fields({})),
  done({}),
);

export const callOffChange = post(
  `${path}/:id/call-off`,
  "Calls off an approved change whose day has not come",
  reasonForm,
  done({}),
);

export const proposeUndoing = post(
  `${path}/:id/undo`,
  "Proposes to take back a wrong change that is in force: the earlier status comes back, both stay in the history",
  reasonForm,
  done({ _id: v.string() }),
);
