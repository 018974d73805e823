import * as v from "valibot";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";

/** One line of a session's acceptance fee, in naira. The provider's service is shown, never believed. Contract 2. */
export const acceptanceFeeItem = v.strictObject({
  _id: v.string(),
  description: v.string(),
  amount: amount("Amount"),
  serviceID: v.string(),
  /** The `_id` of the session whose offers are accepted by it. */
  session: v.string(),
});

export const listAcceptanceFeeItems = get(
  "/ms_acceptance_fee",
  "What the acceptance fee of the session that admits is made of",
  v.array(acceptanceFeeItem),
);
