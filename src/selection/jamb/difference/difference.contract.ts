import * as v from "valibot";
import { listing } from "#console/record/record.contract.ts";
import { atMinute, maybe, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, reference, text } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
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
