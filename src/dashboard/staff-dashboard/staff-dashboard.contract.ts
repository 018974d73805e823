import * as v from "valibot";
import { admissionStates } from "#calendar/session/session.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";

/** What is counted, in the order of the page, and what each number is of. */
export const figures = {
  programmes: "Programmes taking applicants",
  staff: "Active staff",
  mails: "Mails that failed",
  exports: "Exports in 7 days",
} as const;

export type FigureName = keyof typeof figures;

const figure = v.strictObject({
  name: v.picklist(Object.keys(figures) as FigureName[]),
  /** Exact up to 10,000. Contract 1. */
  total: v.union([v.number(), v.literal("10,000+")]),
  /** The list that holds them. */
  link: v.string(),
});
export type Figure = v.InferOutput<typeof figure>;

/** Something that the person can put right. */
const waiting = v.strictObject({ sentence: v.string(), deed: v.string(), link: v.string() });
export type Waiting = v.InferOutput<typeof waiting>;

const naira = v.pipe(v.number(), v.metadata({ unit: "NGN" }));

/** What came in less what went back, by the day book; and what waits for the money desk. */
const takings = v.strictObject({
  today: naira,
  /** Of the session that admits; null while none does. */
  session: v.nullable(naira),
  /** Exceptions that wait. */
  waiting: v.number(),
});
export type Takings = v.InferOutput<typeof takings>;

const path = "/staff/ms_staff_dashboard";
const chosen = v.strictObject({ _id: v.string(), name: v.string() });

export const readStaffDashboard = get(
  path,
  "What waits for the caller, and what stands in the lists that the caller may open",
  v.strictObject({
    /** User groups and offices. */
    offices: v.array(v.string()),
    admission: v.strictObject({
      state: v.picklist(admissionStates),
      session: v.nullable(v.string()),
      opens: v.nullable(v.string()),
      closes: v.nullable(v.string()),
      link: v.nullable(v.string()),
    }),
    waiting: v.array(waiting),
    figures: v.array(figure),
    /** Null for whom the day book is not open. */
    takings: v.nullable(takings),
    /** Those whose counts can be asked for, newest first. */
    sessions: v.array(chosen),
  }),
);
export type StaffDashboard = v.InferOutput<typeof readStaffDashboard.reply>;

/** How far applicants come, in the order in which they go: the fee is paid before the application is sent. */
export const steps = {
  registered: "Registered, in any year",
  paid: "Paid the fee",
  applied: "Applied",
  admitted: "Admitted",
  accepted: "Accepted",
} as const;

export type StepName = keyof typeof steps;

const step = v.strictObject({
  name: v.picklist(Object.keys(steps) as StepName[]),
  total: v.number(),
  /** Of the last 24 hours. */
  lately: v.number(),
  /** The list that holds them; null for who registered, who stand in none. */
  link: v.nullable(v.string()),
});
export type Step = v.InferOutput<typeof step>;

const count = v.nullable(v.number());

const way = v.nullable(v.string());

/** One programme, state or sex; null what the caller may not see. `links` lead from a number into the list of it. */
const group = v.strictObject({
  name: v.string(),
  links: v.strictObject({ paid: way, applied: way, admitted: way, accepted: way }),
  paid: count,
  applied: count,
  admitted: count,
  accepted: count,
});
export type Group = v.InferOutput<typeof group>;

const day = v.strictObject({
  day: v.string(),
  links: v.strictObject({ paid: way, applied: way }),
  applied: count,
  paid: count,
});
export type CountedDay = v.InferOutput<typeof day>;

/** Those admitted who belong to a group that places are kept for, and the share that the merit list's scheme gives it. */
const quota = v.strictObject({ name: v.string(), admitted: v.number(), wanted: v.nullable(v.number()) });
export type CountedQuota = v.InferOutput<typeof quota>;

export const readAdmissionCounts = get(
  `${path}/counts`,
  "How far the applicants of a session came (session=, else the one that admits): in all, by programme, state, sex and day, as far as the caller's rights reach",
  v.strictObject({
    session: chosen,
    /** When they were counted: counts of many rows are kept for a minute. */
    asOf: v.string(),
    steps: v.array(step),
    programmes: v.array(group),
    states: v.array(group),
    sexes: v.array(group),
    /** Each of the last ninety days until today or until applications closed. */
    days: v.array(day),
    quotas: v.array(quota),
  }),
);
export type AdmissionCounts = v.InferOutput<typeof readAdmissionCounts.reply>;
