import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { capsStatuses } from "../jamb.caps.rules.ts";
import { everyDifference } from "./difference.rules.ts";

export const readJambStanding = get(
  "/staff/ms_jamb_difference/standing/:id",
  "What one application and JAMB say otherwise, and what CAPS answered about its candidate",
  v.strictObject({
    differences: v.array(
      v.strictObject({ _id: v.string(), kind: v.picklist(everyDifference), here: v.string(), there: v.string() }),
    ),
    /** When the session was compared last; null before. */
    lookedAt: v.nullable(v.string()),
    /** Null where no return names the candidate. */
    caps: v.nullable(
      v.strictObject({ _id: v.string(), status: v.picklist(capsStatuses), said: v.string(), at: v.string() }),
    ),
    /** Whether a CAPS return of the session came in at all. */
    returned: v.boolean(),
  }),
);

export type JambStanding = v.InferOutput<(typeof readJambStanding)["reply"]>;
