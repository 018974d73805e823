import * as v from "valibot";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";

/** One line of a programme's application fee, in naira. */
export const applicationFeeItem = v.strictObject({ _id: v.string(), name: v.string(), amount: amount("Amount") });

export const listApplicationFeeItems = get(
  "/ms_application_fee_items/:programmeId",
  "What the application fee of a programme is made of",
  v.array(applicationFeeItem),
);
