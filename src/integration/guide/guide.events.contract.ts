import * as v from "valibot";
import { type EventKind, TEST_KIND } from "../web-hook/web-hook.rules.ts";

const about = (noun: string, more: v.ObjectEntries = {}) =>
  v.strictObject({ noun: v.literal(noun), _id: v.string(), ...more });

const application = about("application");
const paid = about("payment", { state: v.string() });

/** What each event tells beside its kind and its time. */
export const eventData = {
  "applicant.registered": about("applicant"),
  "application.submitted": about("application", { code: v.string() }),
  "application.refused": application,
  "payment.verified": paid,
  "payment.reversed": paid,
  "offer.released": about("application", { kind: v.picklist([1, 2]), due: v.pipe(v.string(), v.isoDate()) }),
  "offer.accepted": about("application", { payment: v.string(), paidOn: v.pipe(v.string(), v.isoDate()) }),
  "offer.lapsed": application,
  "offer.recalled": application,
  "offer.declined": application,
  "offer.deferred": application,
  "student.handed-over": about("application", { student: v.string(), matric: v.string() }),
  "student.matriculated": about("student", { matric: v.string() }),
  "student.status-changed": about("student", { status: v.string() }),
  "results.published": about("publication"),
  [TEST_KIND]: about("web_hook"),
} as const satisfies Record<EventKind | typeof TEST_KIND, v.GenericSchema>;
