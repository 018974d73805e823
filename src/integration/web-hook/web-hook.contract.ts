import * as v from "valibot";
import { listing, record } from "#console/record/record.contract.ts";
import {
  atLeastTwo,
  atMinute,
  edgeDay,
  flag,
  looksLike,
  maybe,
  refersTo,
  several,
  usually,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
import {
  deliveryLooks,
  deliveryStates,
  eventKinds,
  eventWords,
  hookStandings,
  standingLooks,
} from "./web-hook.rules.ts";

/** A program of another system that is told what happens here. */
export const webHooks = record({
  noun: "web_hook",
  one: "Receiver",
  many: "Receivers of events",
  page: "web-hooks",
  link: "/staff/web-hooks",
  entries: {
    name: v.pipe(atLeastTwo("Name", 80), v.description("The system that is told, such as Library")),
    url: v.pipe(
      text("Address", 500),
      v.regex(
        /^https?:\/\/[^\s/@]+(?:[/?][^\s#]*)?$/i,
        "Address must be one such as https://library.example.edu.ng/events",
      ),
      v.title("Address"),
      v.description("Where events are sent to, by https"),
    ),
    kinds: several("Events", eventKinds, eventWords),
    status: usually(flag("Status", "Active", "Paused"), () => true),
  },
  kept: {
    standing: v.pipe(choice("Standing", hookStandings), looksLike(standingLooks)),
    failingsince: maybe(atMinute("Not answering since")),
    deliveredAt: maybe(atMinute("Last delivered")),
    secretAt: maybe(atMinute("Secret made")),
  },
  title: ["name"],
  columns: ["name", "standing", "status", "url", "deliveredAt", "failingsince"],
  sorts: ["name", "createdAt"],
  filters: ["standing", "status"],
  searched: "name or address",
  key: [],
  none: {
    title: "No other system is told yet",
    text: "A receiver is a program of another system, such as the library's, that is told of each event which you name.",
  },
});

export const webDeliveries = listing({
  noun: "web_delivery",
  one: "Delivery",
  many: "Deliveries",
  page: "web-hooks",
  link: "/staff/web-hooks/log",
  entries: {
    kind: text("Event", 60),
    subject: text("About", 120),
    hook: refersTo("Receiver", "web_hook"),
    state: v.pipe(choice("State", deliveryStates), looksLike(deliveryLooks)),
    attempts: whole("Attempts", 0, 100_000),
    answered: maybe(whole("Answer", 0, 999)),
    took: maybe(whole("Milliseconds", 0, 60_000)),
    createdAt: atMinute("Happened"),
    lastAt: maybe(atMinute("Last tried")),
    nextAt: maybe(atMinute("Next try")),
    deliveredAt: maybe(atMinute("Delivered")),
    trouble: maybe(text("Trouble", 300)),
    answer: maybe(text("What it answered", 300)),
    event: text("webhook-id", 40),
  },
  title: ["kind", "subject"],
  columns: ["kind", "hook", "state", "attempts", "answered", "took", "createdAt", "deliveredAt"],
  sorts: ["createdAt"],
  filters: ["hook", "state"],
  asked: {
    from: edgeDay("From", { of: "createdAt", side: "from" }),
    to: edgeDay("To", { of: "createdAt", side: "to" }),
  },
  searched: "event or what it is about",
});

const path = "/staff/ms_web_hook";
const nothing = v.nullish(fields({}));

export const makeHookSecret = post(
  `${path}/:id/secret`,
  "Makes the secret by which a receiver knows the portal's hand, which this answer alone shows; a former one signs for another day",
  nothing,
  done({ secret: v.string() }),
);

export const sendTestEvent = post(
  `${path}/:id/test`,
  "Sends a receiver a test event, whatever kinds it is told of",
  nothing,
  done({}),
);

export const resumeWebHook = post(
  `${path}/:id/resume`,
  "Tries a receiver at once that does not answer, or that was left alone after four days",
  nothing,
  done({}),
);

export const replayForm = fields({
  from: atMinute("From"),
  to: atMinute("To"),
});

export const replayEvents = post(
  `${path}/:id/replay`,
  "Sends all events of a time again to one receiver, in their order, whether they were delivered or set aside",
  replayForm,
  done({ count: v.number() }),
);

export const replayDelivery = post(
  "/staff/ms_web_delivery/:id/replay",
  "Sends one event again that was delivered or set aside",
  nothing,
  done({}),
);

export const setDeliveryAside = post(
  "/staff/ms_web_delivery/:id/set_aside",
  "Sets one event aside that a receiver does not take, so that later ones about the same thing go on",
  nothing,
  done({}),
);
