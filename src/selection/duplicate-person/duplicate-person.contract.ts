import * as v from "valibot";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { pairLooks, pairStates, strengths } from "./duplicate-person.rules.ts";

/** Accounts of applicants that may be one person's. */
export const duplicatePairs = listing({
  noun: "duplicate_pair",
  one: "Likely duplicate",
  many: "Likely duplicates",
  page: "duplicate-persons",
  link: "/staff/duplicate-persons",
  entries: {
    name: text("Two accounts", 400),
    jambs: text("JAMB numbers", 40),
    reasons: lines("What is alike", 500),
    strength: choice("Strength", strengths),
    points: whole("Points", 0, 200),
    state: v.pipe(choice("State", pairStates), looksLike(pairLooks)),
    reason: maybe(lines("Reason", 500)),
    decidedby: maybe(refersTo("By", "staff")),
    decidedAt: maybe(atMinute("When")),
    proposal: maybe(lines("Why they are to be merged", 500)),
    proposedby: maybe(refersTo("Merge proposed by", "staff")),
    proposedAt: maybe(atMinute("Proposed")),
    createdAt: atMinute("Found"),
  },
  title: ["name"],
  columns: ["name", "jambs", "reasons", "strength", "state", "createdAt"],
  sorts: ["points", "createdAt"],
  filters: ["state", "strength"],
  searched: "name, JAMB number, phone or email address",
  none: {
    title: "No two accounts are alike",
    text: "Every night the portal looks for accounts that may be one person's: by the JAMB and the examination number, the mailbox, the phone, the names and the date of birth.",
  },
});

const path = "/staff/ms_duplicate_pair";

const side = v.strictObject({
  _id: v.string(),
  name: v.string(),
  jamb: v.string(),
  emailaddress: v.string(),
  phonenumber: v.string(),
  dateofbirth: v.nullable(v.string()),
  /** Each as board, year and number. */
  sittings: v.array(v.string()),
  createdAt: v.string(),
  applications: v.array(v.strictObject({ _id: v.string(), code: v.string() })),
  paid: v.array(v.string()),
  locked: v.boolean(),
  /** Why it cannot go into the other, a sentence each. */
  stops: v.array(v.string()),
});

export const comparePair = get(
  `${path}/:id/compare`,
  "Two accounts that are alike side by side, what each has paid and submitted, and what would stand in the way of a merge",
  v.strictObject({
    one: side,
    other: side,
    kept: v.nullable(v.string()),
    version: v.number(),
    /** Whether the asker has proposed the merge that waits. */
    own: v.boolean(),
    approvers: v.array(v.string()),
  }),
);

export const readAlike = get(
  `${path}/application/:id`,
  "Which accounts are like that of an application's applicant, and where each pair stands",
  v.array(
    v.strictObject({
      _id: v.string(),
      name: v.string(),
      reasons: v.string(),
      strength: v.picklist(strengths),
      state: v.picklist(pairStates),
    }),
  ),
);

const nothing = v.nullish(fields({}));

export const lookForPairs = post(
  `${path}/look`,
  "Looks for accounts that are alike now, as every night",
  nothing,
  done({ found: v.number() }),
);

export const tellApart = post(
  `${path}/:id/different`,
  "Says that two accounts are two people's, with the reason",
  reasonForm,
  done({}),
);

export const reopenPair = post(
  `${path}/:id/reopen`,
  "Takes it back that two accounts are two people's",
  reasonForm,
  done({}),
);

export const lockPair = post(
  `${path}/:id/lock`,
  "Locks one of two accounts: nobody pays or applies with it, what was paid is safe, and its owner gets a mail",
  fields({ gone: v.pipe(reference("The account to lock"), v.title("The account to lock")), reason }),
  done({}),
);

export const unlockPair = post(
  `${path}/:id/unlock`,
  "Unlocks the account of a pair that was locked; its owner gets a mail",
  reasonForm,
  done({}),
);

export const proposePairMerge = post(
  `${path}/:id/merge`,
  "Proposes that two accounts are one person's; another member of staff approves it",
  fields({ kept: v.pipe(reference("The account that stays"), v.title("The account that stays")), reason }),
  done({}),
);

export const approvePairMerge = post(
  `${path}/:id/approve`,
  "Approves the merge of two accounts that somebody else has proposed",
  fields({
    seen: v.pipe(v.number("Version is required"), v.integer("Version must be a whole number"), v.title("Version")),
    reason,
  }),
  done({}),
);

export const declinePairMerge = post(
  `${path}/:id/decline`,
  "Declines the merge of two accounts that somebody else has proposed",
  reasonForm,
  done({}),
);

export const withdrawPairMerge = post(
  `${path}/:id/withdraw`,
  "Withdraws the merge of two accounts that one has proposed oneself",
  nothing,
  done({}),
);

export const undoPairMerge = post(
  `${path}/:id/undo`,
  "Takes the merge of two accounts back: both are open again, with all that each had",
  reasonForm,
  done({}),
);
