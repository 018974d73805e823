import * as v from "valibot";
import { listing } from "#console/listing/listing.contract.ts";
import { choice as choiceOf } from "#console/record/record.contract.ts";
import { atMinute, maybe, refersTo, whole } from "#console/record/record.fields.contract.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { forWhom } from "./notification.audience.contract.ts";
import { notificationStates } from "./notification.states.contract.ts";

/** Where it is read. */
export const channels = ["Portal and e-mail", "Portal", "E-mail"] as const;

const PEOPLE = 10_000_000;
const TWO = "Minimum of 2 characters expected";
const title = v.pipe(text("Title", 120), v.minCodePoints(2, TWO), v.title("Title"));
const channel = choice("Channel", channels);
const notice = v.pipe(lines("Notice", 4_000), v.minCodePoints(2, TWO), v.title("Notice"));

/** Everything that the college ever told its applicants, newest first. */
export const notifications = listing({
  noun: "notification",
  one: "Notification",
  many: "Notifications",
  page: "notifications",
  link: "/staff/notifications",
  entries: {
    title,
    state: choice("State", notificationStates),
    towhom: text("To whom", 500),
    channel,
    people: whole("People reached", 0, PEOPLE),
    counted: whole("Counted before", 1, PEOPLE),
    sendAt: atMinute("Not before"),
    endedAt: maybe(atMinute("Sent")),
    madeby: refersTo("Written by", "staff"),
    createdAt: atMinute("Written"),
    recalled: maybe(lines("Why it was recalled", 500)),
    recalledby: maybe(refersTo("Recalled by", "staff")),
    recalledAt: maybe(atMinute("Recalled")),
    stopped: maybe(lines("Why it was stopped", 500)),
  },
  title: ["title"],
  columns: ["title", "state", "towhom", "people", "sendAt", "channel", "madeby"],
  sorts: ["createdAt"],
  filters: ["state", "madeby"],
  searched: "title or text",
});

const path = "/staff/ms_notification";

export const composeEntries = {
  to: forWhom,
  title,
  /** Plain text. Specification 3. */
  post: notice,
  channel,
  sendAt: maybe(atMinute("Send at")),
};

export const composeForm = fields(composeEntries);

export const checkAudience = post(
  `${path}/check`,
  "How many people a notification would go to at this moment, and the names of five of them; sends nothing",
  fields({ to: forWhom }),
  v.strictObject({
    count: v.number(),
    /** Up to five of them: name and JAMB number. */
    sample: v.array(v.string()),
    /** Whom it is for, in words. */
    towhom: v.string(),
    /** What its author must mind; null for nothing. */
    warning: v.nullable(v.string()),
  }),
);

export const sendNotification = post(
  path,
  "Sends a notification now or at a set minute; `count`, which mails need, is the number of people that its author was " +
    "shown and typed. With a text alone it stands on the portal for all applicants that the right reaches",
  fields({
    to: v.optional(forWhom),
    title: maybe(title),
    post: notice,
    channel: maybe(channel),
    sendAt: composeEntries.sendAt,
    count: maybe(whole("Number of people", 1, PEOPLE)),
  }),
  done({ _id: v.string() }),
);

export const readChoices = get(
  `${path}/audiences`,
  "The sessions and programmes that an audience can be narrowed to, as far as the caller's right reaches",
  v.strictObject({
    sessions: v.array(v.strictObject({ _id: v.string(), name: v.string(), admits: v.boolean() })),
    programmes: v.array(choiceOf),
    /** Whether everybody with an account may be told: by a right to the whole college alone. */
    everybody: v.boolean(),
    /** Whether stages of the desk may be chosen: by whoever opens Applications as far. */
    stages: v.boolean(),
  }),
);
export type AudienceChoices = v.InferOutput<typeof readChoices.reply>;

export const readDelivery = get(
  `${path}/:id/delivery`,
  "The text of a notification and what became of it: whom it reached, who has read it on the portal, its mails",
  v.strictObject({
    post: v.string(),
    state: v.picklist(notificationStates),
    people: v.number(),
    counted: v.number(),
    /** Null where it is not shown on the portal. */
    read: v.nullable(v.number()),
    /** Null where it goes by no mail. `stopped` were recalled before they were sent. */
    mails: v.nullable(
      v.strictObject({ sent: v.number(), waiting: v.number(), failed: v.number(), stopped: v.number() }),
    ),
  }),
);

/** Why it is taken back; its readers do not see it. */
export const recallForm = fields({
  reason: v.pipe(lines("Reason", 500), v.minCodePoints(2, TWO), v.title("Reason")),
});

export const recallNotification = post(
  `${path}/:id/recall`,
  "Hides a notification from the portal and stops what of it is not sent yet",
  recallForm,
  done({}),
);
