import { ownALevels } from "#academics/alevel-result/alevel-result.server.ts";
import { ownResults } from "#academics/olevel-result/olevel-result.server.ts";
import { ownSittings } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import { ownAcceptances, ownOffers } from "#admission/offer/offer.server.ts";
import { ownApplications } from "#applications/application/application.server.ts";
import { ownDocuments } from "#applications/requirement/requirement.server.ts";
import { ownAccount } from "#identity/account/account.read.server.ts";
import { ownAddressChanges } from "#identity/account/address-change/address-change.server.ts";
import { ownSignIns } from "#identity/session/session.server.ts";
import { ownPayments } from "#payments/payment-reference/payment-reference.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { ownBio } from "#profile/bio/bio.server.ts";
import { ownRecordCorrections } from "#profile/record-correction/record-correction.server.ts";
import { ownReferees } from "#profile/referee/referee.server.ts";
import { ownDocumentRequests } from "#selection/review/review.server.ts";

/** All that the portal holds of an applicant, noun by noun. A noun's rows are added here, one line each. */
export const allOwnRows: readonly OwnRows[] = [
  ownAccount,
  ownSignIns,
  ownAddressChanges,
  ownBio,
  ownReferees,
  ownSittings,
  ownResults,
  ownALevels,
  ownPayments,
  ownDocuments,
  ownApplications,
  ownDocumentRequests,
  ownRecordCorrections,
  ownOffers,
  ownAcceptances,
];
