import * as v from "valibot";
import { applicationEntries } from "#applications/application/application.contract.ts";
import { reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { openPayPage } from "#payments/payment-reference/payment-reference.verify.contract.ts";
import { receiptDetails } from "#payments/receipt/receipt.details.contract.ts";
import { receiptEntries } from "#reference/papers/papers.contract.ts";
import { acceptanceFee, acceptanceFeeEntries } from "../offer.status.contract.ts";

/** The application is all that the server believes; reference and amount are its own. Contract 3.1. */
export const acceptanceForm = fields({
  application: reference("Application"),
  rrr: v.optional(v.unknown()),
  rrrdata: v.optional(v.unknown()),
});

const path = "/ms_acceptance_fee_rrr";

export const readAcceptanceFee = get(
  `${path}/:applicationId`,
  "The acceptance fee of one application; nothing before its reference is made",
  v.union([acceptanceFee, v.strictObject({})]),
);

export const generateAcceptanceFee = post(
  path,
  "Makes the payment reference of an offer's acceptance fee, or answers the open one",
  acceptanceForm,
  done(acceptanceFeeEntries),
);

export const verifyAcceptanceFee = get(
  `${path}/verify/:RRR`,
  "Asks the provider whether an acceptance fee is paid, at most every 10 seconds, else answers what is known",
  v.strictObject({ type: v.literal("success"), message: v.string(), isverified: v.boolean(), ...acceptanceFeeEntries }),
);

export const openAcceptancePayPage = get(
  `${path}/pay/:RRR`,
  "The form that opens the provider's pay page for this acceptance fee",
  openPayPage.reply,
);

/** What the acceptance-fee receipt prints. Section 3 of the specification. */
export const acceptanceReceipt = v.strictObject({
  ...applicationEntries,
  RRR: v.nullable(v.string()),
  ...receiptEntries,
  details: receiptDetails,
  acceptanceFee,
});

export const readAcceptanceReceipt = get(
  `${path}/receipt/:id`,
  "What the receipt of an application's acceptance fee prints, paid or not",
  acceptanceReceipt,
);
