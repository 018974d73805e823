import * as v from "valibot";
import { get } from "#kit/endpoint.contract.ts";
import { choice, text } from "#kit/fields.contract.ts";
import { listing } from "../listing/listing.contract.ts";
import { atMinute, edgeDay, maybe, refersTo } from "../record/record.fields.contract.ts";

export const actorKinds = ["staff", "applicant", "visitor", "system"] as const;

/** Every change that was ever made: who, what, when, why. Nobody changes these rows, not even the portal. */
export const auditLines = listing({
  noun: "audit",
  one: "Audit line",
  many: "Audit",
  page: "audit",
  link: "/staff/audit",
  entries: {
    createdAt: atMinute("When"),
    actorkind: choice("By", actorKinds),
    actor: maybe(refersTo("Member of staff", "staff")),
    deed: text("Deed", 100),
    subject: text("About", 200),
    reason: maybe(text("Reason", 500)),
  },
  title: ["deed"],
  columns: ["createdAt", "actor", "actorkind", "deed", "subject", "reason"],
  sorts: ["createdAt"],
  filters: ["actor", "actorkind", "deed", "subject"],
  asked: {
    from: edgeDay("From", { of: "createdAt", side: "from" }),
    to: edgeDay("To", { of: "createdAt", side: "to" }),
  },
  searched: "deed, record or reason",
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
