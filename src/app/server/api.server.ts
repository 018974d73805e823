import type { FastifyInstance } from "fastify";
import { aLevelResultCalls } from "#academics/alevel-result/alevel-result.server.ts";
import { eligibilityCalls } from "#academics/eligibility/eligibility.server.ts";
import { olevelResultCalls } from "#academics/olevel-result/olevel-result.server.ts";
import { olevelSittingCalls } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import { menuCalls } from "#access/menu/menu.server.ts";
import { manyPagesCalls } from "#access/permission/group-permission/group-permission.server.ts";
import { permissionCalls } from "#access/permission/permission.server.ts";
import { staffAccountCalls } from "#access/staff/account/account.server.ts";
import { staffPasswordCalls } from "#access/staff/password/password.server.ts";
import { secondFactorCalls } from "#access/staff/second-factor/second-factor.server.ts";
import { staffSignInCalls } from "#access/staff/sign-in/sign-in.server.ts";
import { staffSessionCalls } from "#access/staff-session/staff-session.server.ts";
import { starterGroupCalls } from "#access/starter-group/starter-group.server.ts";
import { genuineCalls } from "#admission/genuine/genuine.server.ts";
import { letterCalls } from "#admission/letter/letter.server.ts";
import { letterTemplateCalls } from "#admission/letter-template/letter-template.server.ts";
import { offerCalls } from "#admission/offer/offer.server.ts";
import { applicationCalls, applicationsUseIntakes } from "#applications/application/application.server.ts";
import { prerequisitesCalls } from "#applications/prerequisites/prerequisites.server.ts";
import { requiredPapers, requirementCalls, requirementDeeds } from "#applications/requirement/requirement.server.ts";
import { dayBookCalls } from "#bursary/day-book/day-book.server.ts";
import { paymentCorrectionCalls } from "#bursary/payment-correction/payment-correction.server.ts";
import { paymentDeskCalls } from "#bursary/payment-desk/payment-desk.server.ts";
import { paymentExceptionCalls } from "#bursary/payment-exception/payment-exception.server.ts";
import { receiptRegisterCalls } from "#bursary/receipt-register/receipt-register.server.ts";
import { reconciliationCalls } from "#bursary/reconciliation/reconciliation.server.ts";
import { statementCalls } from "#bursary/statement/statement.server.ts";
import { frontDeskCalls } from "#calendar/front-desk/front-desk.server.ts";
import { intakePart, intakeRulesCalls } from "#calendar/intake/intake.server.ts";
import { registrationWindowPart } from "#calendar/registration-window/registration-window.server.ts";
import { sessionDeedCalls, sessionOpeningCalls, sessionPreset } from "#calendar/session/session.server.ts";
import { applicantDashboardCalls, progressOf } from "#dashboard/applicant-dashboard/applicant-dashboard.server.ts";
import { setUpCalls } from "#dashboard/set-up/set-up.server.ts";
import { staffDashboardCalls } from "#dashboard/staff-dashboard/staff-dashboard.server.ts";
import { acceptanceFeeDeeds, acceptanceFeeItemCalls } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import {
  applicationFeeDeeds,
  applicationFeeItemCalls,
  applicationFees,
} from "#fees/application-fee-item/application-fee-item.server.ts";
import { openProgrammeCalls } from "#fees/open-programme/open-programme.server.ts";
import { tuitionLinesOpening } from "#fees/programme-tuition-fee-item/programme-tuition-fee-item.server.ts";
import { scheduleOfFeeItemCalls } from "#fees/schedule-of-fee-item/schedule-of-fee-item.server.ts";
import { tuitionFeeItemCalls } from "#fees/tuition-fee-item/tuition-fee-item.server.ts";
import { accountCalls } from "#identity/account/account.read.server.ts";
import { passwordResetCalls } from "#identity/account/password-reset/password-reset.server.ts";
import { registerCalls } from "#identity/account/register/register.server.ts";
import { verificationCalls } from "#identity/account/verification/verification.server.ts";
import { sessionCalls } from "#identity/session/session.server.ts";
import { identitySignInCalls } from "#identity/sign-in/provider/provider.server.ts";
import { signInCalls } from "#identity/sign-in/sign-in.server.ts";
import {
  paymentReferenceCalls,
  paymentVerificationCalls,
  providerNotificationCalls,
} from "#payments/payment-reference/payment-reference.server.ts";
import { paymentSlipCalls } from "#payments/payment-slip/payment-slip.server.ts";
import { receiptCalls } from "#payments/receipt/receipt.server.ts";
import { bioCalls } from "#profile/bio/bio.server.ts";
import { recordCorrectionCalls } from "#profile/record-correction/record-correction.server.ts";
import { refereeCalls } from "#profile/referee/referee.server.ts";
import { photoCalls, uploadCalls } from "#profile/upload/upload.server.ts";
import { jambDeskCall, jambDifferenceCalls, jambListCalls } from "#selection/jamb/jamb.server.ts";
import { meritListCalls } from "#selection/merit-list/merit-list.server.ts";
import { meritSchemeCalls } from "#selection/merit-scheme/merit-scheme.server.ts";
import { recommendationCalls } from "#selection/recommendation/recommendation.server.ts";
import {
  documentRequestCalls,
  reviewDeedCalls,
  reviewDeskCall,
  reviewFileCall,
  reviewNoteCalls,
  reviewViewerCalls,
} from "#selection/review/review.server.ts";
import { formFailureCalls } from "#support/form-failure/form-failure.server.ts";
import { helpDeskCalls } from "#support/help-desk/help-desk.server.ts";
import { impossibleStateCalls } from "#support/impossible-state/impossible-state.server.ts";
import { notificationDeskCalls } from "#support/notification/notification.server.ts";
import { ownDataCalls } from "#support/own-data/own-data.server.ts";
import { seenByOnlookers } from "../onlooker/onlooker.contract.ts";
import { correctionSubjects } from "./correction-subjects.server.ts";
import { allImpossible } from "./impossible.server.ts";
import { allOwnRows } from "./own-data.server.ts";
import { everyRecord } from "./records.server.ts";

/** Every call of the wire. A noun is added here, one line each. */
export function everyCall(app: FastifyInstance): void {
  registerCalls(app);
  accountCalls(app);
  signInCalls(app);
  identitySignInCalls(app);
  sessionCalls(app);
  verificationCalls(app);
  passwordResetCalls(app);
  frontDeskCalls(app, { fees: applicationFees, papers: requiredPapers });
  openProgrammeCalls(app);
  applicationFeeItemCalls(app);
  acceptanceFeeItemCalls(app);
  refereeCalls(app);
  bioCalls(app);
  photoCalls(app);
  uploadCalls(app);
  olevelSittingCalls(app);
  olevelResultCalls(app);
  aLevelResultCalls(app);
  eligibilityCalls(app);
  paymentReferenceCalls(app);
  paymentVerificationCalls(app);
  receiptCalls(app);
  paymentSlipCalls(app);
  providerNotificationCalls(app);
  requirementCalls(app);
  prerequisitesCalls(app);
  applicationCalls(app);
  applicationsUseIntakes(app);
  letterTemplateCalls(app);
  offerCalls(app);
  letterCalls(app);
  genuineCalls(app);
  applicantDashboardCalls(app);
  menuCalls(app, sessionPreset);
  permissionCalls(app);
  everyRecord(app);
  sessionDeedCalls(app);
  sessionOpeningCalls(app);
  registrationWindowPart(app);
  intakePart(app);
  intakeRulesCalls(app);
  requirementDeeds(app);
  applicationFeeDeeds(app);
  acceptanceFeeDeeds(app);
  tuitionFeeItemCalls(app);
  tuitionLinesOpening(app);
  scheduleOfFeeItemCalls(app);
  recommendationCalls(app);
  jambListCalls(app);
  jambDeskCall(app);
  jambDifferenceCalls(app);
  dayBookCalls(app);
  statementCalls(app);
  reconciliationCalls(app);
  receiptRegisterCalls(app);
  paymentDeskCalls(app);
  paymentExceptionCalls(app);
  paymentCorrectionCalls(app);
  staffDashboardCalls(app);
  starterGroupCalls(app);
  manyPagesCalls(app);
  setUpCalls(app);
  ownDataCalls(app, allOwnRows);
  helpDeskCalls(app, { progressOf, seen: seenByOnlookers, all: allOwnRows });
  impossibleStateCalls(app, allImpossible);
  staffSignInCalls(app);
  staffSessionCalls(app);
  staffPasswordCalls(app);
  secondFactorCalls(app);
  staffAccountCalls(app);
  reviewDeskCall(app);
  reviewFileCall(app);
  reviewDeedCalls(app);
  reviewViewerCalls(app);
  reviewNoteCalls(app);
  recordCorrectionCalls(app, correctionSubjects);
  meritSchemeCalls(app);
  meritListCalls(app);
  documentRequestCalls(app);
  formFailureCalls(app);
  notificationDeskCalls(app);
}
