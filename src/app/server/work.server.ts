import { mailStaffInvitation, mailStaffPasswordReset } from "#access/staff/password/password.job.server.ts";
import { forgetDeadStaffSessions } from "#access/staff-session/staff-session.job.server.ts";
import { lapseOffers, recallListJob, releaseDue, remindOfOffers } from "#admission/offer/offer.server.ts";
import { reconcileByNight, reconcileJob } from "#bursary/reconciliation/reconciliation.server.ts";
import { deleteUnverified } from "#identity/account/account.job.server.ts";
import { mailPasswordReset } from "#identity/account/password-reset/password-reset.job.server.ts";
import { resendVerification } from "#identity/account/verification/verification.job.server.ts";
import { forgetDeadSessions } from "#identity/session/session.job.server.ts";
import { forgetUsedNonces } from "#identity/sign-in/provider/provider.job.server.ts";
import {
  checkPaymentJob,
  missedChecks,
  readProviderNotificationJob,
} from "#payments/payment-reference/payment-reference.server.ts";
import { sweeping } from "#platform/files/sweep.job.server.ts";
import type { AnyJob, Round } from "#platform/jobs/jobs.server.ts";
import { sendMailJob } from "#platform/mail/send-mail.job.server.ts";
import { keepUpWithJamb } from "#selection/jamb/jamb.server.ts";
import { forgetViewers, judgeReviews, markOverdue, remindOfDocuments } from "#selection/review/review.server.ts";

import { lookingForImpossible } from "#support/impossible-state/impossible-state.server.ts";
import { deliverNotification, missedNotifications } from "#support/notification/notification.server.ts";
import { allImpossible } from "./impossible.server.ts";

/** Every job of every noun. A noun's job is added here, one line each. */
export const allJobs: readonly AnyJob[] = [
  sendMailJob,
  resendVerification,
  mailPasswordReset,
  mailStaffPasswordReset,
  mailStaffInvitation,
  checkPaymentJob,
  readProviderNotificationJob,
  reconcileJob,
  recallListJob,
  deliverNotification,
];

/** All work by the clock. */
export const allRounds: readonly Round[] = [
  lookingForImpossible(allImpossible),
  sweeping,
  deleteUnverified,
  forgetDeadSessions,
  forgetDeadStaffSessions,
  forgetUsedNonces,
  missedChecks,
  reconcileByNight,
  remindOfOffers,
  lapseOffers,
  releaseDue,
  judgeReviews,
  markOverdue,
  remindOfDocuments,
  forgetViewers,
  keepUpWithJamb,
  missedNotifications,
];
