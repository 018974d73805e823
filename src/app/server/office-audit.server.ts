import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { staffRules } from "#access/staff/staff.server.ts";
import { recallRules, recallsOf, releaseRules } from "#admission/offer/offer.server.ts";
import { paymentCorrectionRules } from "#bursary/payment-correction/payment-correction.server.ts";
import { deskPaymentRules } from "#bursary/payment-desk/payment-desk.server.ts";
import { statementRules } from "#bursary/statement/statement.server.ts";
import { sessionRules } from "#calendar/session/session.server.ts";
import { collegeRules } from "#college/college/college.server.ts";
import { departmentRules } from "#college/department/department.server.ts";
import { programmeRules } from "#college/programme/programme.server.ts";
import type { auditLines } from "#console/audit/audit.contract.ts";
import { auditChangesCall, auditDeedsCall, auditRules, type Subject } from "#console/audit/audit.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { ownFilesCorrections, recordCorrectionRules } from "#profile/record-correction/record-correction.server.ts";
import { ownApplications, reviewRules } from "#selection/review/review.server.ts";
import { notificationRules } from "#support/notification/notification.server.ts";

const ofOwnNoun = (rules: RecordRules): Subject => ({ noun: rules.of.noun, rules, by: "_id" });

/** What an auditor looks for by its code, number or name. An application and its applicant are known by the file on the desk. */
const auditSubjects: readonly Subject[] = [
  ofOwnNoun(reviewRules),
  { noun: "application", rules: reviewRules, by: "_id" },
  { noun: "applicant", rules: reviewRules, by: "applicant" },
  { noun: "bio", rules: reviewRules, by: "applicant" },
  ...[
    staffRules,
    releaseRules,
    recallRules,
    deskPaymentRules,
    paymentCorrectionRules,
    recordCorrectionRules,
    statementRules,
  ].map(ofOwnNoun),
  ...[notificationRules, programmeRules, departmentRules, collegeRules, sessionRules].map(ofOwnNoun),
];

/**
 * The audit, without the lines about the reader's own application: what is decided about it is read there by colleagues alone,
 * as it is on the desk. Whoever has applied nowhere pays one look for it.
 */
const officeAudit: RecordRules<typeof auditLines> = {
  ...auditRules(auditSubjects, staffRules),
  hidden: (column, member) => {
    const own = sql`array(${ownApplications(member)})`;
    return sql`case when cardinality(${own}) = 0 then false
      else ${column("subject")} = any(array(${ownSubjects(member)})) or exists (select from unnest(${own}) id
        where strpos(concat(${column("before")}::text, ${column("after")}::text), id::text) > 0) end`;
  },
};

const ownSubjects = (member: string): RawBuilder<unknown> => sql`
  select noun || application from unnest(array['review:', 'application:']) noun cross join (${ownApplications(member)}) own
  union all select 'recall:' || recall from (${recallsOf(ownApplications(member))}) recalled
  union all select 'record_correction:' || correction from (${ownFilesCorrections(member)}) corrected`;

export const auditNoun: Noun = {
  name: "audit",
  listings: [officeAudit],
  calls: (app) => {
    auditDeedsCall(app, staff("audit"));
    auditChangesCall(app, officeAudit, auditSubjects, staff("audit"));
  },
};
