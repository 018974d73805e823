import * as v from "valibot";
import { choice as choiceOf, listing } from "#console/record/record.contract.ts";
import { atMinute, maybe, refersTo, several, whole } from "#console/record/record.fields.contract.ts";
import { utcMinute } from "#console/record/record.rules.ts";
import { choice, lines, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { spelledCourses } from "#registry/course/course.rules.ts";
import { reviewStates } from "#selection/review/review.rules.ts";
import {
  isAskedBy,
  type NotificationAudience,
  notificationAudiences,
  notificationStates,
} from "./notification.rules.ts";

const SESSION = "Choose the session";
const STAGES = "Choose at least one stage";
const COURSES = "Choose at least one course, such as EDU 111";
const PERSON = "Type a matric number, an application code, a JAMB number or an e-mail address";
const UNITS = "Choose a department or some programmes, not both";
const LEVEL = "Level must be a whole hundred from 100 to 900";

type Answers = Readonly<Partial<Record<"session" | "stages" | "courses" | "person", unknown>>>;

/** Whether an audience was told what it cannot do without. */
const isTold = (to: Answers & { readonly audience: NotificationAudience }, answer: keyof Answers): boolean =>
  !isAskedBy(to.audience, answer) || to[answer] !== undefined;

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
    /** Whose programmes are meant. */
    department: maybe(refersTo("Department", "department")),
    level: maybe(v.pipe(whole("Level", 100, 900, LEVEL), v.multipleOf(100, LEVEL), v.title("Level"))),
    /** By their codes in the session that runs: `EDU 111, GSE 101`. */
    courses: maybe(v.pipe(text("Courses", 200), v.transform(spelledCourses), v.nonEmpty(COURSES), v.title("Courses"))),
    person: maybe(text("Matric number, code, JAMB number or e-mail", 120)),
  }),
  v.forward(
    v.check((to) => isTold(to, "session"), SESSION),
    ["session"],
  ),
  v.forward(
    v.check((to) => isTold(to, "stages"), STAGES),
    ["stages"],
  ),
  v.forward(
    v.check((to) => isTold(to, "courses"), COURSES),
    ["courses"],
  ),
  v.forward(
    v.check((to) => isTold(to, "person"), PERSON),
    ["person"],
  ),
  v.forward(
    v.check(({ department, programmes }) => department === undefined || programmes.length === 0, UNITS),
    ["department"],
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

/** Everything that the college ever told its applicants and students, newest first. */
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
    /** Up to five of them: name with matric number, or with JAMB number of who is no student. */
    sample: v.array(v.string()),
    /** Students who are meant and have no account, so that nothing reaches them. */
    unreached: v.number(),
    /** Whom it is for, in words. */
    towhom: v.string(),
    /** What its author must mind; null for nothing. */
    warning: v.nullable(v.string()),
  }),
);

export const sendNotification = post(
  path,
  "Sends a notification now or at a set minute; `count`, which mails need, is the number of people that its author was " +
    "shown and typed. With a text alone it stands on the portal for whom its author may address: all applicants and " +
    "students that the right reaches, or the students of the classes that a lecturer teaches",
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
    departments: v.array(choiceOf),
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
    readonly department: string;
    readonly level: string;
    readonly courses: string;
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
  const { audience, programmes, stages, level, ...typed } = to;
  const asked = (["session", "department", "courses", "person"] as const).filter((one) => isAskedBy(audience, one));
  return {
    ...told,
    to: {
      audience: audience as NotificationAudience,
      ...Object.fromEntries(asked.map((one) => [one, typed[one]])),
      ...(isAskedBy(audience, "programmes") && typed.department === "" && { programmes: [...programmes] }),
      ...(isAskedBy(audience, "level") && level !== "" && { level: Number(level) }),
      ...(isAskedBy(audience, "stages") && stages.length > 0 && { stages: [...stages] }),
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
