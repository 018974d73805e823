import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How far an applicant is. Counts, but for photo and pay. Contract 2. */
export const dashboard = v.strictObject({
  ref: count,
  bio: count,
  olevel: count,
  result: count,
  /** A-Level results, which are optional. */
  alevel: count,
  photo: v.boolean(),
  /** At least one application fee is verified. */
  pay: v.boolean(),
  /** O-Level results that the college asks for. */
  needed: count,
  /** Payment references that wait for their payment. */
  unpaid: count,
  /** Verified payments that no application has used. */
  unused: count,
  applications: count,
  /** When the newest of them was submitted. */
  submitted: v.nullable(v.string()),
  /** Documents that the office asks for again and that have not been sent. */
  asked: count,
  /** Offers that wait for acceptance. */
  offers: count,
  /** The nearest last day to accept one of them, in Lagos: `2026-12-05`. */
  due: v.nullable(v.string()),
  /** Offers whose last day went by. */
  lapsed: count,
  refused: count,
  accepted: count,
  /** Whether the student's area is open to the account. */
  student: v.boolean(),
  /** Notices of the college that were not on the screen yet. */
  notices: count,
  /** Whether a session takes applications at this moment. */
  open: v.boolean(),
});

export type Dashboard = v.InferOutput<typeof dashboard>;

export const readDashboard = get("/ms_dashboard", "How far the applicant is, for the dashboard's cards", dashboard);
