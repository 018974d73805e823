import { staffRules } from "#access/staff/staff.server.ts";
import { recallRules, releaseRules } from "#admission/offer/offer.server.ts";
import { paymentCorrectionRules } from "#bursary/payment-correction/payment-correction.server.ts";
import { deskPaymentRules } from "#bursary/payment-desk/payment-desk.server.ts";
import { statementRules } from "#bursary/statement/statement.server.ts";
import { sessionRules } from "#calendar/session/session.server.ts";
import { collegeRules } from "#college/college/college.server.ts";
import { departmentRules } from "#college/department/department.server.ts";
import { programmeRules } from "#college/programme/programme.server.ts";
import type { Subject } from "#console/audit/audit.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { recordCorrectionRules } from "#profile/record-correction/record-correction.server.ts";
import { reviewRules } from "#selection/review/review.server.ts";
import { notificationRules } from "#support/notification/notification.server.ts";

const ofOwnNoun = (rules: RecordRules): Subject => ({ noun: rules.of.noun, rules, by: "_id" });

/** What an auditor looks for by its code, number or name. An application and its applicant are known by the file on the desk. */
export const auditSubjects: readonly Subject[] = [
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
