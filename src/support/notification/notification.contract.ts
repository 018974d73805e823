import * as v from "valibot";
import { choice as choiceOf, listing } from "#console/record/record.contract.ts";
import { atMinute, maybe, refersTo, several, whole } from "#console/record/record.fields.contract.ts";
import { utcMinute } from "#console/record/record.rules.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { reviewStates } from "#selection/review/review.rules.ts";
import {
  isByProgramme,
  type NotificationAudience,
  notificationAudiences,
  notificationStates,
} from "./notification.rules.ts";

const SESSION = "Choose the session";
const STAGES = "Choose at least one stage";
const PERSON = "Type an application code, a JAMB number or an e-mail address";

const forWhom = v.pipe(
  fields({
    audience: choice("For", notificationAudiences),
    session: maybe(refersTo("Session", "session")),
    /** None: whatever the programme. */
    programmes: v.pipe(
      v.optional(v.pipe(v.array(v.string(), "Programmes must be a list"), v.maxLength(200, "Choose at most 200")), []),
      v.title("Programmes"),
    ),
    stages: maybe(several("Stages", reviewStates)),
    person: maybe(text("Code, JAMB number or e-mail", 120)),
  }),
  v.forward(
    v.check(({ audience, session }) => audience === "One person" || session !== undefined, SESSION),
    ["session"],
  ),
  v.forward(
    v.check(({ audience, stages }) => audience !== "At a stage of the desk" || stages !== undefined, STAGES),
    ["stages"],
  ),
  v.forward(
    v.check(({ audience, person }) => audience !== "One person" || person !== undefined, PERSON),
    ["person"],
  ),
  v.title("For whom"),
);

export type ForWhom = v.InferOutput<typeof forWhom>;

/** Where it is read. */
export const notificationChannels = ["Portal and e-mail", "Portal", "E-mail"] as const;

const PEOPLE = 10_000_000;
const TWO = "Minimum of 2 characters expected";
const title = v.pipe(text("Title", 120), v.minCodePoints(2, TWO), v.title("Title"));
const channel = choice("Channel", notificationChannels);
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

const composeEntries = {
  to: forWhom,
  title,
  /** Plain text. Specification 3. */
  post: notice,
  channel,
  sendAt: maybe(atMinute("Send at")),
};

const composeForm = fields(composeEntries);

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

export interface TypedNotification {
  readonly to: {
    readonly audience: NotificationAudience | "";
    readonly session: string;
    readonly programmes: readonly string[];
    readonly stages: readonly string[];
    readonly person: string;
  };
  readonly title: string;
  readonly post: string;
  readonly channel: string;
  /** As a native box holds it, in Lagos. */
  readonly sendAt: string;
}

/** What the wire takes: of an audience what that audience asks for, and the minute in UTC. */
export function wireOf({ to, sendAt, ...told }: TypedNotification) {
  const { audience, session, programmes, stages, person } = to;
  return {
    ...told,
    to: {
      audience: audience as NotificationAudience,
      ...(audience === "One person" ? { person } : { session }),
      ...(isByProgramme(audience) && programmes.length > 0 && { programmes: [...programmes] }),
      ...(audience === "At a stage of the desk" && stages.length > 0 && { stages: [...stages] }),
    },
    ...(sendAt !== "" && { sendAt: utcMinute(sendAt) }),
  } as v.InferInput<typeof composeForm>;
}

/** The rules of the wire, for what the controls hold. */
export const typedForm = v.pipe(
  v.custom<TypedNotification>(() => true),
  v.transform(wireOf),
  composeForm,
);
