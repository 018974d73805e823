import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, maybe, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { capsStatuses } from "../jamb.caps.rules.ts";
import { everyDifference } from "./difference.rules.ts";

/** Each person about whom JAMB and the college do not say the same. */
export const jambDifferences = listing({
  noun: "jamb_difference",
  one: "Difference",
  many: "Differences",
  page: "jamb-lists",
  link: "/staff/jamb-lists/differences",
  entries: {
    jamb: text("JAMB number", 14),
    name: text("Name", 200),
    kind: choice("Case", everyDifference),
    programme: maybe(refersTo("Programme here", "programme")),
    application: maybe(refersTo("Application", "review")),
    here: text("Here", 200),
    there: text("With JAMB", 200),
    createdAt: atMinute("Since"),
    session: refersTo("Session", "session"),
  },
  title: ["jamb", "name"],
  columns: ["jamb", "name", "kind", "here", "there", "programme", "createdAt"],
  sorts: ["name", "jamb", "createdAt"],
  filters: ["session", "kind", "programme"],
  searched: "JAMB number or name",
  none: {
    title: "No differences",
    text: "Where an application and JAMB's list do not agree, the candidate is listed here.",
  },
});

export const lookForDifferences = post(
  "/staff/ms_jamb_difference/look",
  "Compares JAMB's lists with what stands here now",
  fields({ session: v.pipe(reference("Session"), v.title("Session")) }),
  done({ count: v.number() }),
);

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
