import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { outcomes } from "../merit-rank/merit-rank.contract.ts";

export const readMeritStanding = get(
  "/staff/ms_merit_place/standing/:id",
  "The place of one application in the newest frozen merit list that holds it, with the reason; null while none does",
  v.nullable(
    v.strictObject({
      _id: v.string(),
      /** "Run 3 of 2026/2027". */
      run: v.string(),
      frozenAt: v.string(),
      outcome: v.picklist(outcomes),
      rank: v.nullable(v.number()),
      aggregate: v.nullable(v.string()),
      quota: v.nullable(v.string()),
      reason: v.string(),
    }),
  ),
);

export type MeritStanding = v.InferOutput<(typeof readMeritStanding)["reply"]>;
