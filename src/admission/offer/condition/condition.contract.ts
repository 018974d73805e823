import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { onDay } from "#console/record/record.fields.contract.ts";
import { choice, lines } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { offerCondition } from "../offer.status.contract.ts";

export const listConditions = get(
  "/staff/ms_offer/:id/conditions",
  "The conditions of an application's offer, in their order, with who said that each is met or not",
  v.array(
    v.strictObject({
      ...offerCondition.entries,
      _id: v.string(),
      note: v.nullable(v.string()),
      by: v.nullable(v.string()),
    }),
  ),
);

const path = "/staff/ms_offer_condition/:id";

export const decidingForm = fields({
  state: choice("It is", ["Met", "Not met"]),
  note: v.pipe(
    lines("Proof", 500),
    v.minCodePoints(2, "Proof: write what you have seen, or what is wrong"),
    v.title("Proof"),
  ),
});

export const decideCondition = post(
  `${path}/decide`,
  "Says that a condition of an offer is met or not, with the proof; an offer that is not accepted lapses where it is not met",
  decidingForm,
  done({}),
);

export const conditionDayForm = fields({ due: onDay("To be met by"), reason });

export const setConditionDay = post(
  `${path}/day`,
  "Gives a condition of an offer a day, or a later one; it is open again",
  conditionDayForm,
  done({}),
);
