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
} from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paymentStates } from "#payments/payment-reference/payment-reference.rules.ts";
import { readOfficeReceipt } from "#payments/receipt/receipt.contract.ts";
import { paperWording } from "#reference/papers/papers.contract.ts";
import { MOST_SPONSORED, sharesIn, sponsorshipLooks, sponsorshipStates } from "./sponsorship.rules.ts";

export const sponsorships = listing({
  noun: "sponsorship",
  one: "Sponsorship",
  many: "Sponsorships",
  page: "sponsorships",
  link: "/staff/sponsorships",
  entries: {
    name: text("Sponsor", 120),
    label: text("What the bill says", 100),
    state: v.pipe(choice("State", sponsorshipStates), looksLike(sponsorshipLooks)),
    count: whole("Students", 1, MOST_SPONSORED),
    total: naira("In all", 0),
    counted: maybe(naira("On bills", 0)),
    session: refersTo("Session", "session"),
    semester: whole("Semester", 1, 2),
    reason: lines("Reason", 500),
    sponsor: refersTo("Record", "sponsor"),
    paidAt: maybe(atMinute("Paid")),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
  },
  title: ["label"],
  columns: ["name", "label", "state", "count", "total", "counted", "session", "semester", "createdAt"],
  sorts: ["createdAt"],
  filters: ["state", "sponsor", "session", "proposedby"],
  asked: {
    from: edgeDay("Proposed from", { of: "createdAt", side: "from" }),
    to: edgeDay("Proposed to", { of: "createdAt", side: "to" }),
  },
  searched: "sponsor, matric number or what the bill says",
  none: {
    title: "No sponsor pays for anybody yet",
    text: "What a sponsor pays for a list of students is proposed here, and approved by a second person.",
  },
});

const path = "/staff/ms_sponsorship";

/** With its sign, in naira. */
const signed = v.pipe(v.number(), v.metadata({ unit: "NGN" }));

const shareOfBill = v.strictObject({
  bill: v.string(),
  student: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  amount: amount("Amount"),
  /** What is left of the bill now; below nothing it is credit. */
  left: signed,
});

export type ShareOfBill = v.InferOutput<typeof shareOfBill>;

const leftOut = v.strictObject({ line: v.number(), given: v.string(), name: v.nullable(v.string()), why: v.string() });

/** A line of the list that calls a student by a former number, and the number by now. */
const formerNumber = v.strictObject({
  line: v.number(),
  given: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
});

/** Money of an earlier payment that came on no bill. */
const unspent = v.strictObject({
  payment: v.string(),
  rrr: v.nullable(v.string()),
  sponsor: v.string(),
  name: v.string(),
  amount: amount("Unspent"),
});

const entries = {
  sponsor: refersTo("Sponsor", "sponsor"),
  label: atLeastTwo("What the bill says", 100),
  session: refersTo("Session", "session"),
  semester: whole("Semester", 1, 2),
  /** An earlier payment whose rest is spread; without it a new one is asked for. */
  spreads: maybe(text("Paid with", 64)),
  students: v.pipe(
    lines("Students", 80_000),
    v.check((typed) => sharesIn(typed).length > 0, "Students is required"),
    v.check((typed) => sharesIn(typed).length <= MOST_SPONSORED, `Name at most ${MOST_SPONSORED} students at once`),
    v.title("Students"),
  ),
};

export const readSponsorshipTerms = get(
  `${path}/terms`,
  "Sponsors, sessions, the semester that runs, what is left of sponsors' payments, and who may approve",
  v.strictObject({
    sponsors: v.array(v.strictObject({ _id: v.string(), name: v.string() })),
    sessions: v.array(v.strictObject({ _id: v.string(), name: v.string() })),
    running: v.strictObject({ session: v.optional(v.string()), semester: v.optional(v.number()) }),
    unspent: v.array(unspent),
    approvers: v.array(v.string()),
  }),
);

export const checkSponsorship = post(
  `${path}/check`,
  "Tells what a sponsor would pay for each student of a list, and whom it leaves out; nothing is written",
  fields(entries),
  done({
    shares: v.array(shareOfBill),
    leftOut: v.array(leftOut),
    formerly: v.array(formerNumber),
    total: amount("In all"),
  }),
);

export const proposeSponsorship = post(
  path,
  "Proposes what a sponsor pays for a list of students; another member of staff approves it",
  fields({
    ...entries,
    reason,
    /** What was seen: a list that comes to something else by now is looked at again. */
    total: v.pipe(v.number("Total is required"), v.title("Total")),
  }),
  done({ _id: v.string() }),
);

export const readSponsored = get(
  `${path}/:id/shares`,
  "What a sponsorship means for each bill, its payment, and what of that is unspent",
  v.strictObject({
    own: v.boolean(),
    shares: v.array(
      v.strictObject({
        ...shareOfBill.entries,
        /** What of it came onto the bill; null until it is paid. */
        counted: v.nullable(amount("On the bill")),
      }),
    ),
    payment: v.nullable(
      v.strictObject({
        _id: v.string(),
        rrr: v.nullable(v.string()),
        amount: amount("Amount"),
        state: v.picklist(paymentStates),
        message: v.string(),
        /** Whether it was verified, so that it has a receipt. */
        receipt: v.boolean(),
        unspent: amount("Unspent"),
      }),
    ),
    /** Of the request to pay. */
    ...paperWording("heading", "opening", "closing"),
    /** Whether it spreads what was left of that payment. */
    spreads: v.boolean(),
  }),
);

const nothing = v.nullish(fields({}));

export const approveSponsorship = post(
  `${path}/:id/approve`,
  "Approves a sponsorship that somebody else has proposed; what is left of an earlier payment is spread at once",
  nothing,
  done({}),
);

export const declineSponsorship = post(
  `${path}/:id/decline`,
  "Declines a sponsorship that somebody else has proposed",
  reasonForm,
  done({}),
);

export const withdrawSponsorship = post(
  `${path}/:id/withdraw`,
  "Withdraws a sponsorship that one has proposed oneself",
  nothing,
  done({}),
);

export const callSponsorshipOff = post(
  `${path}/:id/call_off`,
  "Calls off an approved sponsorship of which nothing is paid: its open reference is cancelled, and it promises nothing",
  reasonForm,
  done({}),
);

export const makeSponsorReference = post(
  `${path}/:id/reference`,
  "Makes the one payment reference of an approved sponsorship, or answers the open one",
  nothing,
  done({ rrr: v.nullable(v.string()), state: v.picklist(paymentStates) }),
);

export const verifySponsorPayment = post(
  `${path}/:id/verify`,
  "Asks the provider whether the reference of a sponsorship is paid, at most every 10 seconds",
  nothing,
  done({ state: v.picklist(paymentStates) }),
);

export const readSponsorReceipt = get(
  `${path}/:id/paper`,
  "What the receipt of a sponsor prints, with each student it has paid for",
  readOfficeReceipt.reply,
);
