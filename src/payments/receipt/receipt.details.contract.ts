import * as v from "valibot";
import { amount } from "#kit/value/money.contract.ts";

export const receiptDetails = v.strictObject({
  payerName: v.string(),
  payerEmail: v.string(),
  payerPhone: v.string(),
  amount: amount("Amount"),
  /** How much of it was taken out again; nothing where that is left out. */
  withdrawn: v.optional(amount("Taken out again")),
  description: v.string(),
  items: v.array(v.strictObject({ name: v.string(), amount: amount("Amount") })),
  /** When the money was paid, by the provider; null until then, and when it did not say. */
  paidOn: v.nullable(v.string()),
});
