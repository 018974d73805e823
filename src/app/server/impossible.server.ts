import { impossibleResults } from "#academics/olevel-result/olevel-result.server.ts";
import { impossibleSittings } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import { impossibleGroups } from "#access/permission/user-group/user-group.impossible.server.ts";
import { impossibleAcceptances, impossibleOffers } from "#admission/offer/offer.server.ts";
import { impossibleApplications } from "#applications/application/application.server.ts";
import { impossibleBook } from "#bursary/day-book/day-book.server.ts";
import { impossibleCorrections } from "#bursary/payment-correction/payment-correction.server.ts";
import { impossibleExceptions } from "#bursary/payment-exception/payment-exception.server.ts";
import { impossibleAccounts } from "#identity/account/account.impossible.server.ts";
import { impossibleSessions } from "#identity/session/session.impossible.server.ts";
import { impossibleLedger, impossiblePayments } from "#payments/payment-reference/payment-reference.server.ts";
import { impossibleAudit } from "#platform/audit/audit.impossible.server.ts";
import { impossibleMails } from "#platform/mail/mail.impossible.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { impossibleRecordCorrections } from "#profile/record-correction/record-correction.server.ts";
import { impossibleReferees } from "#profile/referee/referee.server.ts";
import { impossibleApplicationCorrections } from "#selection/application-correction/application-correction.server.ts";
import { impossibleReviews } from "#selection/review/review.server.ts";
import { impossibleNotifications } from "#support/notification/notification.server.ts";

/**
 * Everything that must never be: looked for every hour, and by the tests after what they do. A noun's checks are added here,
 * one line each, and how each could come about to `testing/impossible-seeds.ts`.
 */
export const allImpossible: readonly Impossible[] = [
  ...impossibleAudit,
  ...impossibleMails,
  ...impossibleAccounts,
  ...impossibleSessions,
  ...impossibleGroups,
  ...impossibleReferees,
  ...impossibleSittings,
  ...impossibleResults,
  ...impossiblePayments,
  ...impossibleLedger,
  ...impossibleBook,
  ...impossibleCorrections,
  ...impossibleExceptions,
  ...impossibleApplications,
  ...impossibleReviews,
  ...impossibleRecordCorrections,
  ...impossibleApplicationCorrections,
  ...impossibleOffers,
  ...impossibleAcceptances,
  ...impossibleNotifications,
];
