import * as v from "valibot";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { paperWording } from "#reference/papers/papers.contract.ts";
import { paymentStates, surplusReasons } from "../payment-reference/payment-reference.rules.ts";

/** What somebody takes to a counter, or sends to whoever pays. */
export const paymentSlip = v.strictObject({
  _id: v.string(),
  /** The provider's reference, 12 digits; null until it has told one. */
  RRR: v.nullable(v.string()),
  state: v.picklist(paymentStates),
  surplus: v.nullable(v.picklist(surplusReasons)),
  /** It may be paid now: nobody has paid for the same, and its last day is not over. */
  payable: v.boolean(),
  amount: amount("Amount"),
  items: v.array(v.strictObject({ name: v.string(), amount: amount("Amount") })),
  payerName: v.string(),
  description: v.string(),
  programme: v.string(),
  session: v.string(),
  /** The last day to pay, in Lagos, and what happens after it; null without one. */
  payBy: v.nullable(v.strictObject({ day: v.string(), why: v.string(), over: v.boolean() })),
  /** Where the payment stands and what to do, in words. */
  message: v.string(),
  receipt: v.string(),
  /** The screen that lists it. */
  screen: v.string(),
  /** Where anybody who holds the slip sees whether it is paid; null until there is a reference. */
  status: v.nullable(v.string()),
  asOf: v.string(),
  ...paperWording("heading", "opening", "closing"),
});

export type PaymentSlip = v.InferOutput<typeof paymentSlip>;

export const readPaymentSlip = get(
  "/ms_payment_slip/:id",
  "What the payment slip of a reference prints and shares, by its _id or trxcode, whatever it is for",
  paymentSlip,
);
