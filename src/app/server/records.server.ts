import type { FastifyInstance } from "fastify";
import { deanAssignmentRules, headAssignmentRules } from "#access/office/office.server.ts";
import { groupPermissionRules } from "#access/permission/group-permission/group-permission.server.ts";
import { pageGroupRules, pageRules, subPageGroupRules } from "#access/permission/page/page.server.ts";
import { reachesOf, signedInStaff, staff } from "#access/permission/permission.guard.server.ts";
import { staffAssignmentCalls, staffListingCalls, staffRecordCalls } from "#access/permission/permission.server.ts";
import { groupMemberRules, userGroupRules } from "#access/permission/user-group/user-group.server.ts";
import { userPermissionRules } from "#access/permission/user-permission/user-permission.server.ts";
import { staffRules } from "#access/staff/staff.server.ts";
import { letterTemplateRules } from "#admission/letter-template/letter-template.server.ts";
import { offerRules, recallRules, releaseLineRules, releaseRules } from "#admission/offer/offer.server.ts";
import { requirementRules } from "#applications/requirement/requirement.server.ts";
import { paymentCorrectionRules } from "#bursary/payment-correction/payment-correction.server.ts";
import { deskPaymentRules } from "#bursary/payment-desk/payment-desk.server.ts";
import { paymentExceptionRules, shutExceptionRules } from "#bursary/payment-exception/payment-exception.server.ts";
import { receiptRules } from "#bursary/receipt-register/receipt-register.server.ts";
import { discrepancyRules, reconciliationRules } from "#bursary/reconciliation/reconciliation.server.ts";
import {
  lineTakenBackRules,
  missingPaymentRules,
  statementLineRules,
  statementRules,
} from "#bursary/statement/statement.server.ts";
import { intakeRules } from "#calendar/intake/intake.server.ts";
import { registrationWindowRules } from "#calendar/registration-window/registration-window.server.ts";
import { sessionRules } from "#calendar/session/session.server.ts";
import { collegeRules } from "#college/college/college.server.ts";
import { departmentRules } from "#college/department/department.server.ts";
import { programmeRules } from "#college/programme/programme.server.ts";
import { settingCalls } from "#college/setting/setting.server.ts";
import { auditChangesCall, auditDeedsCall } from "#console/audit/audit.server.ts";
import { exportLogRules } from "#console/export-log/export-log.server.ts";
import { outgoingMailCalls, outgoingMailRules } from "#console/outgoing-mail/outgoing-mail.server.ts";
import { paletteCalls } from "#console/palette/palette.server.ts";
import { savedViewCalls } from "#console/saved-view/saved-view.server.ts";
import { acceptanceFeeItemRules } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { applicationFeeItemRules } from "#fees/application-fee-item/application-fee-item.server.ts";
import { otherServiceRules } from "#fees/other-service/other-service.server.ts";
import { programmeTuitionFeeItemRules } from "#fees/programme-tuition-fee-item/programme-tuition-fee-item.server.ts";
import { scheduleOfFeeItemRules } from "#fees/schedule-of-fee-item/schedule-of-fee-item.server.ts";
import { tuitionFeeItemRules } from "#fees/tuition-fee-item/tuition-fee-item.server.ts";
import { recordCorrectionRules } from "#profile/record-correction/record-correction.server.ts";
import { brandCalls } from "#reference/brand/brand.change.server.ts";
import {
  capsProposalRules,
  capsReturnRules,
  jambCandidateRules,
  jambCourseRules,
  jambDifferenceRules,
  jambListRules,
  matriculationListRules,
  screeningScoreRules,
} from "#selection/jamb/jamb.server.ts";
import { meritCapsRules, meritPlaceRules, meritRunRules } from "#selection/merit-list/merit-list.server.ts";
import { recommendationRules } from "#selection/recommendation/recommendation.server.ts";
import { reviewRules } from "#selection/review/review.server.ts";
import { impossibleStateRules } from "#support/impossible-state/impossible-state.server.ts";
import { notificationRules } from "#support/notification/notification.server.ts";
import { auditSubjects } from "./audit-subjects.server.ts";
import { officeAudit } from "./own-audit.server.ts";

/** Every plain record of the console. A record is added here, one line each. */
const records = [
  collegeRules,
  departmentRules,
  programmeRules,
  sessionRules,
  intakeRules,
  registrationWindowRules,
  requirementRules,
  deanAssignmentRules,
  headAssignmentRules,
  staffRules,
  pageGroupRules,
  subPageGroupRules,
  pageRules,
  userGroupRules,
  applicationFeeItemRules,
  acceptanceFeeItemRules,
  tuitionFeeItemRules,
  programmeTuitionFeeItemRules,
  scheduleOfFeeItemRules,
  otherServiceRules,
  jambCourseRules,
] as const;

/** Every assignment. */
const assignments = [groupMemberRules, groupPermissionRules, userPermissionRules] as const;

/** What is only looked at. */
const listings = [
  officeAudit,
  outgoingMailRules,
  exportLogRules,
  letterTemplateRules,
  releaseRules,
  releaseLineRules,
  offerRules,
  recallRules,
  impossibleStateRules,
  reviewRules,
  recommendationRules,
  recordCorrectionRules,
  jambListRules,
  jambCandidateRules,
  screeningScoreRules,
  capsReturnRules,
  jambDifferenceRules,
  capsProposalRules,
  matriculationListRules,
  meritRunRules,
  meritPlaceRules,
  meritCapsRules,
  deskPaymentRules,
  paymentExceptionRules,
  shutExceptionRules,
  paymentCorrectionRules,
  statementRules,
  statementLineRules,
  missingPaymentRules,
  lineTakenBackRules,
  reconciliationRules,
  discrepancyRules,
  receiptRules,
  notificationRules,
] as const;

/** The calls of every record, and what serves them all. */
export function everyRecord(app: FastifyInstance): void {
  for (const rules of records) staffRecordCalls(app, rules);
  for (const rules of assignments) staffAssignmentCalls(app, rules);
  for (const rules of listings) staffListingCalls(app, rules);
  auditDeedsCall(app, staff("audit"));
  auditChangesCall(app, officeAudit, auditSubjects, staff("audit"));
  outgoingMailCalls(app, staff("mails.change"));
  settingCalls(app, staff("settings"), staff("settings.change"));
  brandCalls(app, staff("settings"), staff("settings.change"));
  savedViewCalls(app, signedInStaff);
  paletteCalls(app, signedInStaff, ({ staff }) => reachesOf(app.portal.db, staff));
}
