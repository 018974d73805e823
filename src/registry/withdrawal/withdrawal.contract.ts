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
  onDay,
  readAs,
  refersTo,
  worded,
} from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paymentStates, purposeWords } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { payoutWays, withdrawalKinds, withdrawalLooks, withdrawalStates } from "./withdrawal.rules.ts";

/** Money that was, or is to be, taken out of paid payments, the newest first. */
export const withdrawals = listing({
  noun: "withdrawal",
  one: "Withdrawal",
  many: "Withdrawals",
  page: "withdrawals",
  link: "/staff/withdrawals",
  entries: {
    payer: text("Payer", 200),
    rrr: maybe(v.pipe(text("RRR", 12), readAs(groupedRrr))),
    kind: choice("What", withdrawalKinds),
    amount: naira("Amount"),
    state: v.pipe(choice("State", withdrawalStates), looksLike(withdrawalLooks)),
    purpose: worded("Out of", purposeWords),
    goesto: maybe(text("Moved to", 300)),
    matric: text("Matric number", 40),
    jamb: text("JAMB number", 14),
    reason: maybe(lines("Reason", 500)),
    proposedby: refersTo("Proposed by", "staff"),
    createdAt: atMinute("Proposed"),
    decidedby: maybe(refersTo("Decided by", "staff")),
    decidedAt: maybe(atMinute("Decided")),
    decision: maybe(lines("Decision", 500)),
    how: maybe(choice("Paid out by", payoutWays)),
    reference: maybe(text("Voucher, transfer or cheque", 60)),
    paidouton: maybe(onDay("Paid out on")),
    paidoutby: maybe(refersTo("Paid out by whom", "staff")),
    paidoutAt: maybe(atMinute("Booked as paid out")),
    unpaidwhy: maybe(lines("Why it could not be paid out", 500)),
    unpaidby: maybe(refersTo("Could not be paid out, by whom", "staff")),
    unpaidAt: maybe(atMinute("Found not payable")),
    returnedby: maybe(refersTo("Credit again, by whom", "staff")),
    returnedAt: maybe(atMinute("Credit again")),
  },
  title: ["kind", "payer"],
  columns: ["payer", "kind", "amount", "state", "rrr", "purpose", "goesto", "createdAt"],
  sorts: ["createdAt", "amount"],
  filters: ["state", "kind", "purpose"],
  asked: {
    from: edgeDay("Proposed from", { of: "createdAt", side: "from" }),
    to: edgeDay("Proposed to", { of: "createdAt", side: "to" }),
  },
  searched: "RRR, matric or JAMB number, name, reason or voucher",
  settled: { "state=Approved": "Nothing waits to be paid out", "state=Proposed": "Nothing waits for a second person" },
  none: {
    title: "Nothing was taken out of a payment",
    text: "Money that is given back, or moved to something else that its payer owes, is listed here.",
  },
});

const path = "/staff/ms_withdrawal";

const trx = v.pipe(
  text("Transaction", 40),
  v.minCodePoints(2, "Transaction is required"),
  v.title("Transaction (RRR)"),
);

/** Specification 3 names trx and amount: that alone is a refund. */
export const withdrawalForm = fields({
  trx,
  amount: naira("Amount"),
  reason: maybe(reason),
  /** The bill that it is moved to. */
  bill: maybe(refersTo("Bill", "tuition_account")),
  /** The open reference of as much that it pays. */
  target: maybe(refersTo("Reference to pay", "payment")),
});

export const proposeWithdrawal = post(
  path,
  "Proposes to take money out of a paid transaction, to be paid out or moved; another member of staff approves it",
  withdrawalForm,
  done({ _id: v.string() }),
);

const billOf = v.strictObject({ _id: v.string(), label: v.string(), left: v.number() });

/** A payment, as far as money can be taken out of it. */
const source = v.strictObject({
  _id: v.string(),
  rrr: v.nullable(v.string()),
  payer: v.string(),
  jamb: v.string(),
  matric: v.string(),
  description: v.string(),
  purpose: v.picklist(Object.keys(purposeWords) as (keyof typeof purposeWords)[]),
  state: v.picklist(paymentStates),
  amount: amount("Amount"),
  withdrawn: amount("Taken out already"),
  left: amount("Left of it"),
  /** Its payer's credit among that. */
  credit: amount("Credit"),
  /** Of the credit what stands on no bill. */
  spare: amount("Spare"),
  /** What is proposed to be taken out, and waits. */
  waiting: amount("Waiting"),
  bill: v.nullable(billOf),
  /** The application or the place that it bought, or that an order was begun: it stays. */
  bought: v.nullable(v.string()),
});

export type WithdrawalSource = v.InferOutput<typeof source>;

export const readWithdrawable = get(
  `${path}/payment/:id`,
  "What is left of a transaction, by its RRR, and what its money could pay instead: read before anything is proposed",
  v.strictObject({
    source,
    /** Bills of the same person of which something is left. */
    bills: v.array(billOf),
    /** Open references of the same person, for no more than is left. */
    references: v.array(
      v.strictObject({ _id: v.string(), rrr: v.string(), description: v.string(), amount: amount("Amount") }),
    ),
    approvers: v.array(v.string()),
  }),
);

export const readWithdrawalFile = get(
  `${path}/:id/file`,
  "One withdrawal with the payment as it stands now, and what it would do to bills",
  v.strictObject({
    source,
    /** What its money is moved to, where that is a bill. */
    bill: v.nullable(billOf),
    /** Whether the asker proposed it, or found that it cannot be paid out. */
    own: v.boolean(),
  }),
);

export const approveWithdrawal = post(
  `${path}/:id/approve`,
  "Approves a withdrawal that somebody else has proposed: the money leaves the payment, and pays what it is moved to",
  fields({}),
  done({}),
);

export const declineWithdrawal = post(
  `${path}/:id/decline`,
  "Declines a withdrawal that somebody else has proposed; nothing is done",
  reasonForm,
  done({}),
);

export const takeWithdrawalBack = post(
  `${path}/:id/take_back`,
  "Takes a withdrawal back that one has proposed oneself",
  fields({}),
  done({}),
);

export const payoutForm = fields({
  how: choice("Paid out by", payoutWays),
  reference: atLeastTwo("Number of the voucher, transfer or cheque", 60),
  paidouton: onDay("Paid out on"),
});

export const payWithdrawalOut = post(
  `${path}/:id/pay_out`,
  "Books an approved refund as paid out: how, when, and under which number",
  payoutForm,
  done({}),
);

export const findNotPayable = post(
  `${path}/:id/not_payable`,
  "Says that an approved refund could not be paid out, and why; another member of staff agrees that it is credit again",
  reasonForm,
  done({}),
);

export const makeCreditAgain = post(
  `${path}/:id/credit_again`,
  "Agrees that a refund could not be paid out, as somebody else has said: its money is the payer's credit again",
  fields({}),
  done({}),
);

export const payAfterAll = post(
  `${path}/:id/pay_after_all`,
  "Says that a refund that was found not payable is to be paid out after all",
  fields({}),
  done({}),
);
