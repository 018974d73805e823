import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { offerStages } from "./offer.list.contract.ts";

export const readOfferStanding = get(
  "/staff/ms_offer/standing/:id",
  "An offer by its own number or by its application's, with the version of the letter that it went out with; null without one",
  v.nullable(
    v.strictObject({
      _id: v.string(),
      application: v.string(),
      kind: v.picklist(["Provisional", "Conditional"]),
      standing: v.picklist(offerStages),
      due: v.string(),
      /** Null unless it waits. */
      daysleft: v.nullable(v.number()),
      /** Null for the usual letter. */
      letter: v.nullable(v.strictObject({ _id: v.string(), title: v.string() })),
    }),
  ),
);

export type OfferStanding = v.InferOutput<(typeof readOfferStanding)["reply"]>;
