import * as v from "valibot";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, looksLike, maybe, refersTo, worded } from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { studentStatuses } from "../student/student.rules.ts";
import { studentSummary } from "../student/student.selection.contract.ts";
import { accountWords, mergeAccounts, mergeLooks, mergeStates } from "./student-merge.rules.ts";

export const studentMerges = listing({
  noun: "student_merge",
  one: "Merge of records",
  many: "Merges of records",
  page: "student-merges",
  link: "/staff/student-merges",
  entries: {
    name: text("Record that goes", 250),
    gone: refersTo("Goes", "student"),
    kept: refersTo("Stays", "student"),
    state: v.pipe(choice("State", mergeStates), looksLike(mergeLooks)),
    reason: lines("Reason", 500),
    account: worded("Account", accountWords),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
  },
  title: ["name"],
  columns: ["name", "kept", "state", "reason", "proposedby", "createdAt"],
  sorts: ["createdAt"],
  filters: ["state"],
  asked: {
    from: edgeDay("Proposed from", { of: "createdAt", side: "from" }),
    to: edgeDay("Proposed to", { of: "createdAt", side: "to" }),
  },
  searched: "matric number, name or reason",
  none: {
    title: "No records were merged",
    text: "Two records of one person are merged by two people. Open one of them, and see who may be the same person.",
  },
});

const path = "/staff/ms_student_merge";

const alike = v.strictObject({
  student: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  status: v.picklist(studentStatuses),
  /** What speaks for one person. */
  alike: v.array(v.string()),
});

const merged = v.strictObject({ _id: v.string(), name: v.string(), matric: v.nullable(v.string()) });

export const readLikeness = get(
  `${path}/student/:id`,
  "Who may be the same person as a student, and with whom the record was merged",
  v.strictObject({
    alike: v.array(alike),
    /** The record that this one leads to. */
    into: v.nullable(merged),
    /** The records that lead to this one. */
    taken: v.array(merged),
    /** Merges of this record that wait for a second person. */
    proposed: v.array(v.strictObject({ _id: v.string(), name: v.string() })),
  }),
);

const pairEntries = {
  kept: v.pipe(reference("The record that stays"), v.title("The record that stays")),
  gone: v.pipe(reference("The record that goes"), v.title("The record that goes")),
  account: maybe(choice("Account", mergeAccounts)),
};

/** What a merge would come to, or came to. */
const effect = {
  moves: v.array(v.string()),
  stays: v.array(v.string()),
  /** What must be settled first. */
  stops: v.array(v.string()),
};

const compared = v.strictObject({
  kept: studentSummary,
  gone: studentSummary,
  /** What each record says, where one of them says something. */
  fields: v.array(
    v.strictObject({
      label: v.string(),
      kept: v.nullable(v.string()),
      gone: v.nullable(v.string()),
      same: v.boolean(),
    }),
  ),
  /** Whether either has an account of its own, so that one is chosen. */
  accounts: v.boolean(),
  ...effect,
  /** Both versions together: what was changed since is not decided on unseen. */
  seen: v.number(),
  /** Who may decide about what the asker proposes, by name. */
  approvers: v.array(v.string()),
});

export const checkMerge = post(
  `${path}/check`,
  "What it would come to if two records became one, without changing anything",
  fields(pairEntries),
  compared,
);

export const proposeMerge = post(
  path,
  "Proposes that two records are one person's; another member of staff approves it",
  fields({ ...pairEntries, reason }),
  done({ _id: v.string() }),
);

export const readMergeEffect = get(
  `${path}/:id/effect`,
  "What a merge that waits would come to, or what one that was approved came to",
  v.strictObject({ ...effect, compared: v.nullable(compared) }),
);

const seenForm = fields({
  seen: v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version")),
});

export const approveMerge = post(
  `${path}/:id/approve`,
  "Approves a merge that somebody else has proposed: two records become one",
  seenForm,
  done({}),
);

export const declineMerge = post(
  `${path}/:id/decline`,
  "Declines a merge that somebody else has proposed",
  reasonForm,
  done({}),
);

export const withdrawMerge = post(
  `${path}/:id/withdraw`,
  "Withdraws a merge that one has proposed oneself",
  v.nullish(fields({})),
  done({}),
);
