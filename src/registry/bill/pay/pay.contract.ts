import * as v from "valibot";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { paymentStates, surplusReasons } from "#payments/payment-reference/payment-reference.rules.ts";
import { openPayPage } from "#payments/payment-reference/payment-reference.verify.contract.ts";
import { paymentSlip } from "#payments/payment-slip/payment-slip.contract.ts";
import { readOfficeReceipt } from "#payments/receipt/receipt.contract.ts";
import { billShown, tuitionAccount } from "../bill.shown.contract.ts";

/** A payment reference of a bill, as its payer reads it. */
const billReference = v.strictObject({
  _id: v.string(),
  rrr: v.nullable(v.string()),
  amount: amount("Amount"),
  /** What it pays: "First instalment". */
  part: v.string(),
  state: v.picklist(paymentStates),
  /** It may be paid now. */
  payable: v.boolean(),
  /** It was paid, so that it has a receipt. */
  receipt: v.boolean(),
  /** Where it stands and what to do, in words. */
  message: v.string(),
  createdAt: v.string(),
});

export type BillReference = v.InferOutput<typeof billReference>;

export const readOwnAccount = get(
  "/student/bill",
  "The student's own account: every bill with its lines, payments, instalments and what they open",
  v.omit(tuitionAccount, ["student"]),
);

export const readOwnBill = get(
  "/student/bill/:id",
  "One of the student's own bills, with its payment references",
  v.strictObject({
    bill: billShown,
    references: v.array(billReference),
    /** What the college takes at once at least, in naira. */
    least: v.number(),
    asOf: v.string(),
  }),
);

export const payBillForm = fields({
  /** All that is left, where it is left out. */
  amount: v.optional(
    v.pipe(
      v.number("Amount must be a number such as 12,500"),
      v.minValue(1, "Amount must be at least 1"),
      v.maxValue(100_000_000, "Amount must be at most 100,000,000"),
      v.check((given) => Number.isInteger(Math.round(given * 1e6) / 1e4), "Amount must have at most two decimals"),
      v.title("Amount"),
    ),
  ),
});

export const payBill = post(
  "/student/bill/:id/reference",
  "Makes a payment reference for a part of a bill, or answers the open one of that amount; one of another amount is cancelled",
  payBillForm,
  done({
    _id: v.string(),
    rrr: v.nullable(v.string()),
    amount: amount("Amount"),
    state: v.picklist(paymentStates),
  }),
);

export const verifyBillPayment = get(
  "/student/bill_payment/:id",
  "Asks the provider whether a reference of a bill is paid, at most every 10 seconds, else answers what is known",
  v.strictObject({
    ...done({}).entries,
    isverified: v.boolean(),
    state: v.picklist(paymentStates),
    surplus: v.nullable(v.picklist(surplusReasons)),
  }),
);

export const openBillPayPage = get(
  "/student/bill_payment/:id/pay",
  "The form that opens the provider's pay page for this reference of a bill",
  openPayPage.reply,
);

export const readOwnSlip = get(
  "/student/payment_slip/:id",
  "What the payment slip of one of the student's own references prints and shares",
  paymentSlip,
);

export const readOwnReceipt = get(
  "/student/receipt/:id",
  "What the receipt of one of the student's own verified payments prints",
  readOfficeReceipt.reply,
);
