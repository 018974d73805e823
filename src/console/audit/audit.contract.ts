import * as v from "valibot";
import { text } from "#kit/field/fields.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { listing } from "../record/record.contract.ts";
import {
  atMinute,
  edgeDay,
  isAbout,
  maybe,
  offeredBy,
  readAs,
  refersTo,
  worded,
} from "../record/record.fields.contract.ts";
import { deedAsText } from "./audit.rules.ts";

export const actorKinds = {
  staff: "Member of staff",
  applicant: "Applicant",
  visitor: "Visitor",
  system: "The portal",
} as const;

/** Only values: `readAs` of the field says how each is read. */
export const readAuditDeeds = get(
  "/staff/ms_audit/deeds",
  "Every deed that the audit holds a line of",
  v.array(v.string()),
);

/** Every change that was ever made: who, what, when, why. Nobody changes these rows, not even the portal. */
export const auditLines = listing({
  noun: "audit",
  one: "Audit line",
  many: "Audit",
  page: "audit",
  link: "/staff/audit",
  entries: {
    createdAt: atMinute("When"),
    actorkind: worded("By", actorKinds),
    actor: maybe(refersTo("Member of staff", "staff")),
    deed: v.pipe(text("Deed", 100), readAs(deedAsText), offeredBy(readAuditDeeds)),
    about: isAbout("About"),
    subject: text("Record", 200),
    reason: maybe(text("Reason", 500)),
  },
  title: ["deed"],
  columns: ["createdAt", "actor", "actorkind", "deed", "about", "reason"],
  sorts: ["createdAt"],
  filters: ["actor", "actorkind", "deed", "subject"],
  asked: {
    from: edgeDay("From", { of: "createdAt", side: "from" }),
    to: edgeDay("To", { of: "createdAt", side: "to" }),
  },
  searched: "code, JAMB number, name, deed or reason",
});

export const readAuditChanges = get(
  "/staff/ms_audit/:id/changes",
  "What one line of the audit changed, in words, and the record that it is about while that is there",
  v.strictObject({
    record: v.nullable(v.strictObject({ title: v.string(), link: v.string() })),
    changes: v.array(
      v.strictObject({ label: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) }),
    ),
  }),
);
