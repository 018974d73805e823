import * as v from "valibot";
import { admissionStates } from "#calendar/session/session.contract.ts";
import { get } from "#kit/endpoint.contract.ts";

/** What is counted, in the order of the page, and what each number is of. */
export const figures = {
  applicants: "Applicants registered",
  fees: "Application fees paid",
  applications: "Applications submitted",
  offers: "Offers released",
  places: "Places accepted",
  programmes: "Programmes taking applicants",
  staff: "Active staff",
  mails: "Mails that failed",
  exports: "Exports in 7 days",
} as const;

export type FigureName = keyof typeof figures;

/** Exact up to 10,000. Contract 1. */
const many = v.union([v.number(), v.literal("10,000+")]);

const figure = v.strictObject({
  name: v.picklist(Object.keys(figures) as FigureName[]),
  total: many,
  /** Of the last 24 hours; null where that says nothing. */
  lately: v.nullable(many),
  /** The list that holds them; null where the person may not open one. */
  link: v.nullable(v.string()),
});
export type Figure = v.InferOutput<typeof figure>;

/** Something that the person can put right. */
const waiting = v.strictObject({ sentence: v.string(), deed: v.string(), link: v.string() });
export type Waiting = v.InferOutput<typeof waiting>;

export const readStaffDashboard = get(
  "/staff/ms_staff_dashboard",
  "What stands where today, as far as the caller's rights reach",
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
  }),
);
export type StaffDashboard = v.InferOutput<typeof readStaffDashboard.reply>;
