import * as v from "valibot";
import { lines } from "#kit/field/fields.contract.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";

/** Why somebody does what others will ask about: it stands in the audit. */
export const reason = v.pipe(
  lines("Reason", 500),
  v.minCodePoints(2, "Reason must be at least 2 characters"),
  v.title("Reason"),
);

export const reasonForm = fields({ reason });
