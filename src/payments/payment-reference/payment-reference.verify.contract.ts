import * as v from "valibot";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { paymentStates, surplusReasons } from "./payment-reference.rules.ts";

const onePath = "/ms_application_fee/:trxcode";

export const verifyPayment = get(
  onePath,
  "Asks the provider whether a reference is paid, at most every 10 seconds, else answers what is known",
  v.strictObject({
    type: v.literal("success"),
    message: v.string(),
    isverified: v.boolean(),
    verified: v.nullable(v.string()),
    trxcode: v.string(),
    amount: amount("Amount"),
    state: v.picklist(paymentStates),
    /** Why it bought nothing although it is paid. */
    surplus: v.nullable(v.picklist(surplusReasons)),
    checkedAt: v.nullable(v.string()),
  }),
);

export const openPayPage = get(
  `${onePath}/pay`,
  "The form that opens the provider's pay page for this reference",
  v.strictObject({
    action: v.string(),
    fields: v.strictObject({
      merchantId: v.string(),
      hash: v.string(),
      rrr: v.string(),
      responseurl: v.string(),
    }),
  }),
);
