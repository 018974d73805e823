import { listApplications, listOffered } from "#admission/offer/offer.status.contract.ts";
import { readDashboard } from "#dashboard/applicant-dashboard/applicant-dashboard.contract.ts";
import { listAcceptanceFeeItems } from "#fees/acceptance-fee-item/acceptance-fee-item.contract.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import { listPaymentReferences } from "#payments/payment-reference/payment-reference.contract.ts";

/** The applicant's reads that are shown to onlookers: none of them asks the provider, and none opens a file. */
export const seenByOnlookers: readonly AnyEndpoint[] = [
  readDashboard,
  listPaymentReferences,
  listApplications,
  listOffered,
  listAcceptanceFeeItems,
];
