import type { FastifyInstance } from "fastify";
import { alevelResultNoun } from "#academics/alevel-result/alevel-result.server.ts";
import { eligibilityNoun } from "#academics/eligibility/eligibility.server.ts";
import { olevelResultNoun } from "#academics/olevel-result/olevel-result.server.ts";
import { olevelSittingNoun } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import { utmeResultNoun } from "#academics/utme-result/utme-result.server.ts";
import { menuCalls } from "#access/menu/menu.server.ts";
import { officeNoun } from "#access/office/office.server.ts";
import {
  permissionNoun,
  reachesOf,
  staff,
  staffAssignmentCalls,
  staffListingCalls,
  staffRecordCalls,
} from "#access/permission/permission.server.ts";
import { staffNoun } from "#access/staff/staff.server.ts";
import { staffMailNoun } from "#access/staff-mail/staff-mail.server.ts";
import { signedInStaff, staffSessionNoun } from "#access/staff-session/staff-session.server.ts";
import { starterGroupNoun } from "#access/starter-group/starter-group.server.ts";
import { genuineNoun } from "#admission/genuine/genuine.server.ts";
import { groupPaymentNoun } from "#admission/group-payment/group-payment.server.ts";
import { letterNoun } from "#admission/letter/letter.server.ts";
import { letterTemplateNoun } from "#admission/letter-template/letter-template.server.ts";
import { listsWith, offerNoun } from "#admission/offer/offer.server.ts";
import { programmeMoveNoun } from "#admission/programme-move/programme-move.server.ts";
import { applicationNoun } from "#applications/application/application.server.ts";
import { prerequisitesNoun } from "#applications/prerequisites/prerequisites.server.ts";
import { requiredPapers, requirementNoun } from "#applications/requirement/requirement.server.ts";
import { dayBookNoun } from "#bursary/day-book/day-book.server.ts";

import { feeWaiverNoun } from "#bursary/fee-waiver/fee-waiver.server.ts";
import { paymentCorrectionNoun } from "#bursary/payment-correction/payment-correction.server.ts";
import { paymentDeskNoun } from "#bursary/payment-desk/payment-desk.server.ts";
import { paymentExceptionNoun } from "#bursary/payment-exception/payment-exception.server.ts";
import { receiptRegisterNoun } from "#bursary/receipt-register/receipt-register.server.ts";
import { reconciliationNoun } from "#bursary/reconciliation/reconciliation.server.ts";
import { statementNoun } from "#bursary/statement/statement.server.ts";
import { frontDeskCalls } from "#calendar/front-desk/front-desk.server.ts";
import { intakeNoun } from "#calendar/intake/intake.server.ts";
import { registrationWindowNoun } from "#calendar/registration-window/registration-window.server.ts";
import { academicSessionNoun, sessionPresets } from "#calendar/session/session.server.ts";
import { collegeNoun } from "#college/college/college.server.ts";
import { departmentNoun } from "#college/department/department.server.ts";
import { programmeNoun } from "#college/programme/programme.server.ts";
import { settingCalls } from "#college/setting/setting.server.ts";
import { exportLogNoun } from "#console/export-log/export-log.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { outgoingMailCalls, outgoingMailNoun } from "#console/outgoing-mail/outgoing-mail.server.ts";
import { paletteCalls } from "#console/palette/palette.server.ts";
import { savedViewCalls } from "#console/saved-view/saved-view.server.ts";
import { admissionStatisticsNoun } from "#dashboard/admission-statistics/admission-statistics.server.ts";
import { applicantDashboardNoun, progressOf } from "#dashboard/applicant-dashboard/applicant-dashboard.server.ts";
import { setUpNoun } from "#dashboard/set-up/set-up.server.ts";
import { staffDashboardNoun } from "#dashboard/staff-dashboard/staff-dashboard.server.ts";
import { acceptanceFeeItemNoun } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { applicationFeeItemNoun, applicationFees } from "#fees/application-fee-item/application-fee-item.server.ts";
import { openProgrammeNoun } from "#fees/open-programme/open-programme.server.ts";
import { otherServiceNoun } from "#fees/other-service/other-service.server.ts";
import { programmeTuitionFeeItemNoun } from "#fees/programme-tuition-fee-item/programme-tuition-fee-item.server.ts";
import { scheduleOfFeeItemNoun } from "#fees/schedule-of-fee-item/schedule-of-fee-item.server.ts";
import { tuitionFeeItemNoun } from "#fees/tuition-fee-item/tuition-fee-item.server.ts";
import { accountNoun } from "#identity/account/account.server.ts";
import { sessionNoun } from "#identity/session/session.server.ts";
import { signInNoun } from "#identity/sign-in/sign-in.server.ts";
import { apiKeyNoun } from "#integration/api-key/api-key.server.ts";
import { externalReadNoun } from "#integration/external-read/external-read.server.ts";
import { guideNoun } from "#integration/guide/guide.server.ts";
import { webHookNoun } from "#integration/web-hook/web-hook.server.ts";
import { paymentReferenceNoun } from "#payments/payment-reference/payment-reference.server.ts";
import { paymentSlipNoun } from "#payments/payment-slip/payment-slip.server.ts";
import { paymentStatusNoun } from "#payments/payment-status/payment-status.server.ts";
import { receiptNoun } from "#payments/receipt/receipt.server.ts";
import { impossibleAudit } from "#platform/audit/audit.impossible.server.ts";
import { sweeping } from "#platform/files/sweep.job.server.ts";
import { impossibleMails } from "#platform/mail/mail.impossible.server.ts";
import { sendMailJob } from "#platform/mail/send-mail.job.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { bioNoun } from "#profile/bio/bio.server.ts";
import {
  type CorrectionSubject,
  recordCorrectionCalls,
  recordCorrectionNoun,
} from "#profile/record-correction/record-correction.server.ts";
import { refereeNoun } from "#profile/referee/referee.server.ts";
import { uploadNoun } from "#profile/upload/upload.server.ts";
import { brandCalls } from "#reference/brand/brand.server.ts";
import { billNoun } from "#registry/bill/bill.server.ts";
import { billAdjustmentNoun } from "#registry/bill-adjustment/bill-adjustment.server.ts";
import { clearanceNoun } from "#registry/clearance/clearance.server.ts";
import { clearanceItemNoun } from "#registry/clearance-item/clearance-item.server.ts";
import { combinationChangeNoun } from "#registry/combination-change/combination-change.server.ts";
import { courseNoun } from "#registry/course/course.server.ts";
import { courseRegistrationNoun } from "#registry/course-registration/course-registration.server.ts";
import { courseResultNoun } from "#registry/course-result/course-result.server.ts";
import { handOverNoun } from "#registry/hand-over/hand-over.server.ts";
import { holdNoun } from "#registry/hold/hold.server.ts";
import { instalmentNoun } from "#registry/instalment/instalment.server.ts";
import { lateChargeNoun } from "#registry/late-charge/late-charge.server.ts";
import { matriculationNoun } from "#registry/matriculation/matriculation.server.ts";
import { outgoingListNoun } from "#registry/outgoing-list/outgoing-list.server.ts";
import { outsideStepNoun } from "#registry/outside-step/outside-step.server.ts";
import { pastDebtNoun } from "#registry/past-debt/past-debt.server.ts";
import { pastMarkNoun } from "#registry/past-mark/past-mark.server.ts";
import { registrationPermitNoun } from "#registry/registration-permit/registration-permit.server.ts";
import { serviceOrderNoun } from "#registry/service-order/service-order.server.ts";
import { sponsorNoun } from "#registry/sponsor/sponsor.server.ts";
import { sponsorshipNoun } from "#registry/sponsorship/sponsorship.server.ts";
import { statusChangeNoun } from "#registry/status-change/status-change.server.ts";
import { studentNoun } from "#registry/student/student.server.ts";
import { studentAreaNoun } from "#registry/student-area/student-area.server.ts";
import { followedByStudent, studentCorrections } from "#registry/student-correction/student-correction.server.ts";
import { studentInvitationNoun } from "#registry/student-invitation/student-invitation.server.ts";
import { studentLoanNoun } from "#registry/student-loan/student-loan.server.ts";
import { studentMergeNoun } from "#registry/student-merge/student-merge.server.ts";
import { studentSignInNoun } from "#registry/student-sign-in/student-sign-in.server.ts";
import { withdrawalNoun } from "#registry/withdrawal/withdrawal.server.ts";
import {
  applicationCorrectionNoun,
  applicationCorrections,
} from "#selection/application-correction/application-correction.server.ts";
import { duplicatePersonNoun } from "#selection/duplicate-person/duplicate-person.server.ts";
import { jambCorrections, jambNoun } from "#selection/jamb/jamb.server.ts";
import { meritListNoun } from "#selection/merit-list/merit-list.server.ts";
import { meritSchemeNoun } from "#selection/merit-scheme/merit-scheme.server.ts";
import { olevelCheckNoun } from "#selection/olevel-check/olevel-check.server.ts";
import { promisedDayNoun } from "#selection/promised-day/promised-day.server.ts";
import { recommendationNoun } from "#selection/recommendation/recommendation.server.ts";
import { reviewNoun } from "#selection/review/review.server.ts";
import { screeningNoun } from "#selection/screening/screening.server.ts";
import { helpDeskCalls } from "#support/help-desk/help-desk.server.ts";
import { materialNoun } from "#teaching/material/material.server.ts";
import { myCourseNoun } from "#teaching/my-course/my-course.server.ts";
import { studentCourseNoun } from "#teaching/student-course/student-course.server.ts";
import { topicNoun } from "#teaching/topic/topic.server.ts";
import { seenByOnlookers } from "../onlooker/onlooker.contract.ts";
import { gradingNouns } from "./nouns.grading.server.ts";
import { smsNoun } from "./nouns.sms.server.ts";
import { supportNouns } from "./nouns.support.server.ts";
import { teachingNouns } from "./nouns.teaching.server.ts";
import { auditNoun } from "./office-audit.server.ts";

/** An application as the desk corrects it; what is on its way out is known to the releases alone, and a student's record follows. */
const applications: CorrectionSubject = {
  ...followedByStudent(applicationCorrections),
  stays: async (db, change) => [
    ...(await applicationCorrections.stays(db, change)),
    ...(await listsWith(db, change.record)),
  ],
};

/** Every kind of record that can be corrected by two people. A noun's is added here, one line each. */
const correctionSubjects: readonly CorrectionSubject[] = [applications, jambCorrections, studentCorrections];

/** What the machine itself brings. */
const platform: Noun = {
  name: "platform",
  jobs: [sendMailJob],
  rounds: [sweeping],
  impossible: [...impossibleAudit, ...impossibleMails],
};

/** Every noun, lowest domain first, one line each. Those that are written out take something of a higher noun, such as a guard. */
export const everyNoun: readonly Noun[] = [
  platform,
  auditNoun,
  { ...outgoingMailNoun, calls: (app) => outgoingMailCalls(app, staff("mails.change")) },
  smsNoun,
  { name: "saved-view", calls: (app) => savedViewCalls(app, signedInStaff) },
  { name: "palette", calls: (app) => paletteCalls(app, signedInStaff, ({ staff }) => reachesOf(app.portal.db, staff)) },
  exportLogNoun,
  accountNoun,
  signInNoun,
  sessionNoun,
  { name: "brand", calls: (app) => brandCalls(app, staff("settings"), staff("settings.change")) },
  { name: "setting", calls: (app) => settingCalls(app, staff("settings"), staff("settings.change")) },
  collegeNoun,
  departmentNoun,
  programmeNoun,
  permissionNoun,
  starterGroupNoun,
  staffNoun,
  staffSessionNoun,
  staffMailNoun,
  officeNoun,
  { name: "menu", calls: (app) => menuCalls(app, sessionPresets) },
  academicSessionNoun,
  { name: "front-desk", calls: (app) => frontDeskCalls(app, { fees: applicationFees, papers: requiredPapers }) },
  registrationWindowNoun,
  intakeNoun,
  openProgrammeNoun,
  applicationFeeItemNoun,
  acceptanceFeeItemNoun,
  tuitionFeeItemNoun,
  programmeTuitionFeeItemNoun,
  scheduleOfFeeItemNoun,
  otherServiceNoun,
  bioNoun,
  refereeNoun,
  uploadNoun,
  { ...recordCorrectionNoun, calls: (app) => recordCorrectionCalls(app, correctionSubjects) },
  olevelSittingNoun,
  olevelResultNoun,
  alevelResultNoun,
  utmeResultNoun,
  eligibilityNoun,
  paymentReferenceNoun,
  receiptNoun,
  paymentSlipNoun,
  paymentStatusNoun,
  dayBookNoun,
  statementNoun,
  reconciliationNoun,
  receiptRegisterNoun,
  paymentDeskNoun,
  paymentExceptionNoun,
  paymentCorrectionNoun,
  feeWaiverNoun,
  requirementNoun,
  prerequisitesNoun,
  applicationNoun,
  recommendationNoun,
  jambNoun,
  duplicatePersonNoun,
  reviewNoun,
  promisedDayNoun,
  meritSchemeNoun,
  meritListNoun,
  screeningNoun,
  olevelCheckNoun,
  applicationCorrectionNoun,
  letterTemplateNoun,
  offerNoun,
  letterNoun,
  genuineNoun,
  programmeMoveNoun,
  groupPaymentNoun,
  studentNoun,
  courseNoun,
  pastMarkNoun,
  courseResultNoun,
  pastDebtNoun,
  studentSignInNoun,
  studentInvitationNoun,
  studentAreaNoun,
  statusChangeNoun,
  combinationChangeNoun,
  studentMergeNoun,
  clearanceItemNoun,
  clearanceNoun,
  matriculationNoun,
  handOverNoun,
  serviceOrderNoun,
  holdNoun,
  instalmentNoun,
  lateChargeNoun,
  registrationPermitNoun,
  courseRegistrationNoun,
  topicNoun,
  materialNoun,
  myCourseNoun,
  studentCourseNoun,
  billNoun,
  billAdjustmentNoun,
  studentLoanNoun,
  outgoingListNoun,
  outsideStepNoun,
  sponsorNoun,
  sponsorshipNoun,
  withdrawalNoun,
  ...teachingNouns,
  ...gradingNouns,
  ...supportNouns,
  { name: "help-desk", calls: (app) => helpDeskCalls(app, { progressOf, seen: seenByOnlookers }) },
  apiKeyNoun,
  externalReadNoun,
  webHookNoun,
  guideNoun,
  applicantDashboardNoun,
  staffDashboardNoun,
  admissionStatisticsNoun,
  setUpNoun,
];

/** Serves the calls of every noun, and the lists, forms and files of its records. */
export function serveNouns(app: FastifyInstance): void {
  for (const { calls, records = [], assignments = [], listings = [] } of everyNoun) {
    calls?.(app);
    for (const rules of records) staffRecordCalls(app, rules);
    for (const rules of assignments) staffAssignmentCalls(app, rules);
    for (const rules of listings) staffListingCalls(app, rules);
  }
}

/** Everything that must never be: looked for every hour, and by the tests after what they do. */
export const allImpossible: readonly Impossible[] = everyNoun.flatMap(({ impossible = [] }) => impossible);

export const allOwnRows: readonly OwnRows[] = everyNoun.flatMap(({ ownRows = [] }) => ownRows);
