import * as v from "valibot";
import { reason } from "#console/confirm/confirm.contract.ts";
import { chosenEntries, listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, maybe, onDay, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

/**
 * Where an offer stands for the office. A lapsed one keeps its seat until it is freed; one that was
 * recalled, or that its applicant gave up, is no offer any more.
 */
const offerStages = ["Waiting", "Accepted", "Lapsed", "Freed", "Recalled", "Declined", "Deferred"] as const;

export type OfferStage = (typeof offerStages)[number];

/** Every offer that was released, the newest first. The `_id` is the application's, of one that is no offer any more its own. */
export const offers = listing({
  noun: "offer",
  one: "Offer",
  many: "Offers",
  page: "offers",
  link: "/staff/offers",
  entries: {
    code: text("Code", 40),
    name: text("Name", 200),
    jamb: text("JAMB number", 14),
    programme: refersTo("Programme", "programme"),
    session: refersTo("Session", "session"),
    kind: choice("Offered", ["Provisional", "Conditional"]),
    standing: choice("Standing", offerStages),
    due: onDay("Last day"),
    daysleft: maybe(whole("Days left", 0, 365)),
    reminders: whole("Reminders", 0, 100),
    release: maybe(refersTo("List", "release")),
    createdAt: atMinute("Released"),
  },
  title: ["code", "name"],
  columns: ["code", "name", "programme", "standing", "due", "daysleft", "reminders", "createdAt"],
  sorts: ["createdAt", "due", "name"],
  filters: ["standing", "programme", "session", "release"],
  asked: {
    from: edgeDay("Released from", { of: "createdAt", side: "from" }),
    to: edgeDay("Released to", { of: "createdAt", side: "to" }),
  },
  searched: "code, JAMB number or name",
  comes: {
    text: "A release that was approved makes them: each candidate on it gets an offer.",
    at: "/staff/releases",
    name: "Releases",
    right: "releases",
  },
});

export const extensionForm = fields({ due: onDay("New last day"), reason });

export const extendOffers = post(
  "/staff/ms_offer/extend",
  "Gives chosen offers a later last day, all or none; those that have lapsed stand again",
  fields({ ...chosenEntries, ...extensionForm.entries }),
  done({ count: v.number() }),
);

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

export type OfferStandingReply = v.InferOutput<(typeof readOfferStanding)["reply"]>;
