import * as v from "valibot";
import { get } from "#kit/endpoint.contract.ts";
import { amount } from "#kit/money.contract.ts";

/** One line of a programme's application fee, in naira. */
export const applicationFeeItem = v.strictObject({ _id: v.string(), name: v.string(), amount: amount("Amount") });

export const listApplicationFeeItems = get(
  "/ms_application_fee_items/:programmeId",
  "What the application fee of a programme is made of",
  v.array(applicationFeeItem),
);
