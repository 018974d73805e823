import * as v from "valibot";
import { reason, reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, looksLike, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, optional, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { uploadFile } from "#profile/upload/upload.contract.ts";
import {
  MOST_WAIVED,
  numbersIn,
  proposedKinds,
  waivedFees,
  waiverKinds,
  waiverLooks,
  waiverStates,
} from "./fee-waiver.rules.ts";

const fees = Object.keys(waivedFees) as ["application", "acceptance"];

export const feeWaivers = listing({
  noun: "fee_waiver",
  one: "Waiver",
  many: "Waivers",
  page: "fee-waivers",
  link: "/staff/fee-waivers",
  entries: {
    kind: choice("Kind", waiverKinds),
    sponsor: maybe(text("Sponsor", 120)),
    purpose: choice("Fee", fees),
    state: v.pipe(choice("State", waiverStates), looksLike(waiverLooks)),
    count: whole("Applicants", 1, MOST_WAIVED),
    session: refersTo("Session", "session"),
    reason: lines("Reason", 500),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
    revokedby: maybe(refersTo("Revoked by", "staff")),
    revokedAt: maybe(atMinute("Revoked")),
    revokedwhy: maybe(lines("Why revoked", 500)),
  },
  title: ["kind", "purpose"],
  columns: ["kind", "purpose", "sponsor", "state", "count", "session", "createdAt"],
  sorts: ["createdAt"],
  filters: ["state", "kind", "session", "purpose"],
  asked: {
    from: edgeDay("Proposed from", { of: "createdAt", side: "from" }),
    to: edgeDay("Proposed to", { of: "createdAt", side: "to" }),
  },
  searched: "JAMB number, name, sponsor or reason",
  none: {
    title: "No fee is waived",
    text: "A fee that somebody need not pay is proposed here, for one applicant or a list, and approved by a second person.",
  },
});

const path = "/staff/ms_fee_waiver";

const entries = {
  kind: choice("Kind", proposedKinds),
  sponsor: optional(v.pipe(text("Sponsor", 120), v.title("Sponsor"))),
  purpose: choice("Fee", fees),
  applicants: v.pipe(
    lines("Applicants", 40_000),
    v.check((typed) => numbersIn(typed).length > 0, "Applicants is required"),
    v.check((typed) => numbersIn(typed).length <= MOST_WAIVED, `Name at most ${MOST_WAIVED} applicants at once`),
    v.title("Applicants"),
  ),
};

const named = v.strictObject({ applicant: v.string(), name: v.string(), jamb: v.string() });

export const readWaiverTerms = get(
  `${path}/terms`,
  "The session for which fees are waived, its free places that are left for each fee, and who may approve",
  v.strictObject({
    session: v.nullable(v.string()),
    free: v.strictObject({ application: v.number(), acceptance: v.number() }),
    approvers: v.array(v.string()),
  }),
);

export const checkWaiver = post(
  `${path}/check`,
  "Tells for whom of a list a fee would be waived, and whom it leaves out; nothing is written",
  fields(entries),
  done({
    named: v.array(named),
    leftOut: v.array(
      v.strictObject({ line: v.number(), given: v.string(), name: v.nullable(v.string()), why: v.string() }),
    ),
  }),
);

export const sendWaiverEvidence = post(
  `${path}/evidence`,
  "Stores a paper that a waiver rests on: JPEG, PNG or PDF in the field document, at most 2 MB",
  v.nullish(v.undefined()),
  uploadFile.reply,
);

export const proposeWaiver = post(
  path,
  "Proposes that a fee is waived for the applicants of a list; another member of staff approves it",
  fields({
    ...entries,
    reason,
    evidence: v.pipe(
      v.string("Send the paper that it rests on"),
      v.nonEmpty("Send the paper that it rests on"),
      v.title("Evidence"),
    ),
    /** How many were seen: a list that comes to others by now is looked at again. */
    count: v.pipe(v.number("Count is required"), v.title("Count")),
  }),
  done({ _id: v.string() }),
);

export const readWaiver = get(
  `${path}/:id/applicants`,
  "For whom a fee is waived, and who has used it",
  v.strictObject({
    own: v.boolean(),
    /** The paper that it rests on; null for a deferred place, and for what a list has paid. */
    evidence: v.nullable(v.strictObject({ link: v.string(), mediatype: v.string() })),
    list: v.array(
      v.strictObject({
        ...named.entries,
        number: v.string(),
        standing: v.picklist(["Not used", "Used", "Ended"]),
        usedAt: v.nullable(v.string()),
        /** What would have been paid; null until it is used. */
        waived: v.nullable(amount("Waived")),
        payment: v.nullable(v.string()),
      }),
    ),
  }),
);

const nothing = v.nullish(fields({}));

export const approveWaiver = post(
  `${path}/:id/approve`,
  "Approves a waiver that somebody else has proposed; each applicant gets a mail",
  nothing,
  done({}),
);

export const declineWaiver = post(
  `${path}/:id/decline`,
  "Declines a waiver that somebody else has proposed",
  reasonForm,
  done({}),
);

export const withdrawWaiver = post(
  `${path}/:id/withdraw`,
  "Withdraws a waiver that one has proposed oneself",
  nothing,
  done({}),
);

export const revokeWaiver = post(
  `${path}/:id/revoke`,
  "Ends an approved waiver for those who have not used it, with the reason",
  reasonForm,
  done({}),
);
