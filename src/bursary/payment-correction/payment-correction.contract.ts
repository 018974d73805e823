import * as v from "valibot";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, maybe, naira, onDay, readAs, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { creditUses, paymentStates, surplusReasons } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { uploadFile } from "#profile/upload/upload.contract.ts";
import { correctionKinds, correctionStates } from "./payment-correction.rules.ts";

/** Of 10 to 500 signs: whoever approves it, and an auditor years later, knows no more than stands here. Issue 5. */
const why = v.pipe(
  lines("Reason", 500),
  v.minCodePoints(10, "Reason must be at least 10 characters"),
  v.title("Reason"),
);

/** What the evidence shows, for whoever types it. */
export const shownByEvidence = {
  came: naira("Amount that came"),
  paidon: onDay("Day of the payment"),
  voucher: v.pipe(
    text("Voucher number", 60),
    v.minCodePoints(2, "Voucher number must be at least 2 characters"),
    v.title("Voucher number"),
  ),
  target: refersTo("Reference to pay", "payment"),
  reason: why,
} as const;

/** The name under which the paper is kept. */
export const evidenceField = v.pipe(
  v.string("Choose a file that shows it"),
  v.nonEmpty("Choose a file that shows it"),
  v.title("Evidence"),
);

export const paymentCorrections = listing({
  noun: "payment_correction",
  one: "Correction",
  many: "Corrections",
  page: "payment-corrections",
  link: "/staff/payment-corrections",
  entries: {
    createdAt: atMinute("Proposed"),
    kind: choice("Correction", correctionKinds),
    state: choice("State", correctionStates),
    rrr: maybe(v.pipe(text("RRR", 12), readAs(groupedRrr))),
    payername: text("Payer", 200),
    jamb: text("JAMB number", 14),
    came: maybe(naira("Amount")),
    proposedby: refersTo("Proposed by", "staff"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    reason: lines("Reason", 500),
    decision: maybe(lines("Decision", 500)),
    voucher: maybe(text("Voucher number", 60)),
    paidon: maybe(onDay("Day of the payment")),
  },
  title: ["kind", "payername"],
  columns: ["kind", "state", "payername", "rrr", "came", "createdAt", "proposedby", "decidedby"],
  sorts: ["createdAt"],
  filters: ["state", "kind", "proposedby"],
  asked: {
    from: edgeDay("Proposed from", { of: "createdAt", side: "from" }),
    to: edgeDay("Proposed to", { of: "createdAt", side: "to" }),
  },
  searched: "RRR, JAMB number, name, reason or voucher",
  none: {
    title: "No payment was corrected",
    text: "A correction that somebody proposes is listed here.",
  },
});

const path = "/staff/ms_payment_correction";

const aboutPayment = v.strictObject({
  _id: v.string(),
  rrr: v.nullable(v.string()),
  payername: v.string(),
  jamb: v.string(),
  description: v.string(),
  amount: amount("Amount"),
  /** When its reference was made. */
  createdAt: v.string(),
  state: v.picklist(paymentStates),
  surplus: v.nullable(v.picklist(surplusReasons)),
  creditused: v.nullable(v.picklist(creditUses)),
  /** Owed to the payer: credit, or what lies in suspense once it was put aside. */
  owed: amount("Owed to the payer"),
  /** Money of another payment pays it: it cannot be reversed. */
  moved: v.boolean(),
  /** What the provider says came, where that is known. */
  came: v.nullable(amount("What came")),
});

export type AboutPayment = v.InferOutput<typeof aboutPayment>;

export const readCorrectable = get(
  `${path}/payment/:id`,
  "What can be proposed about a payment now, and what a credit of it could pay",
  v.strictObject({
    payment: aboutPayment,
    possible: v.array(v.picklist(correctionKinds)),
    /** The proposal about it that waits already. */
    waiting: v.nullable(v.string()),
    targets: v.array(v.strictObject({ _id: v.string(), rrr: v.string(), description: v.string() })),
    /** Who may decide about what the reader proposes, by name. */
    approvers: v.array(v.string()),
  }),
);

export const sendEvidence = post(
  `${path}/evidence`,
  "Stores a paper that shows why a payment is to be corrected: JPEG, PNG or PDF in the field document, at most 2 MB",
  v.nullish(v.undefined()),
  uploadFile.reply,
);

export const proposeCorrection = post(
  path,
  "Proposes a correction of a payment, with its evidence; another member of staff approves it",
  fields({
    payment: v.pipe(v.string("Payment is required"), v.nonEmpty("Payment is required"), v.title("Payment")),
    kind: choice("Correction", correctionKinds),
    reason: why,
    evidence: evidenceField,
    came: maybe(shownByEvidence.came),
    paidon: maybe(shownByEvidence.paidon),
    voucher: maybe(shownByEvidence.voucher),
    target: maybe(shownByEvidence.target),
  }),
  done({ _id: v.string() }),
);

export const readCorrection = get(
  `${path}/:id/file`,
  "One correction with its evidence and the payment as it stands now",
  v.strictObject({
    payment: aboutPayment,
    /** Where the payment stood when it was proposed. */
    fromstate: v.picklist(paymentStates),
    target: v.nullable(v.strictObject({ _id: v.string(), rrr: v.nullable(v.string()), description: v.string() })),
    evidence: v.strictObject({
      link: v.string(),
      mediatype: v.string(),
      /** How many other corrections have the very same file. */
      others: v.number(),
    }),
    /** Whether the asker proposed it. */
    own: v.boolean(),
  }),
);

export const approveCorrection = post(
  `${path}/:id/approve`,
  "Approves a correction that somebody else has proposed, and does it",
  reasonForm,
  done({}),
);

export const refuseCorrection = post(
  `${path}/:id/refuse`,
  "Refuses a correction that somebody else has proposed; nothing is done",
  reasonForm,
  done({}),
);

export const withdrawCorrection = post(
  `${path}/:id/withdraw`,
  "Withdraws a correction that one has proposed oneself",
  reasonForm,
  done({}),
);
