import * as v from "valibot";
import { applicationEntries, applicationsPath, keptChoices } from "#applications/application/application.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { creditUses, paymentStates, surplusReasons } from "#payments/payment-reference/payment-reference.rules.ts";
import { askedDocument } from "#selection/review/review.document-request.contract.ts";
import { leavingDeeds } from "./departure/departure.rules.ts";

export const acceptanceFeeEntries = {
  /** The provider's reference, 12 digits; null until it has told one. */
  RRR: v.nullable(v.string()),
  /** Paid. */
  status: v.boolean(),
  details: v.strictObject({ amount: amount("Amount"), description: v.string() }),
  /** What its amount is made of, as it was when the reference was made. */
  items: v.array(v.strictObject({ name: v.string(), amount: amount("Amount") })),
  state: v.picklist(paymentStates),
  /** Why it bought nothing although it is paid. */
  surplus: v.nullable(v.picklist(surplusReasons)),
  /** What became of money that bought nothing; null while the bursary keeps it. */
  creditused: v.nullable(v.picklist(creditUses)),
  /** Where the payment stands and what to do, in words. */
  sentence: v.string(),
  verified: v.nullable(v.string()),
  /** When the provider last gave an answer about it. */
  checkedAt: v.nullable(v.string()),
  createdAt: v.string(),
};

/** The acceptance fee of an application. Section 3 of the specification, with where it stands. */
export const acceptanceFee = v.strictObject(acceptanceFeeEntries);

export type AcceptanceFee = v.InferOutput<typeof acceptanceFee>;

/** One thing that a conditional offer asks for. */
export const offerCondition = v.strictObject({
  words: v.string(),
  /** The last day to meet it, in Lagos: `2026-12-05`; null where nobody has said one. */
  due: v.nullable(v.string()),
  state: v.picklist(["Open", "Met", "Not met"]),
  /** When it was said to be met or not. */
  decidedAt: v.nullable(v.string()),
});

export type OfferCondition = v.InferOutput<typeof offerCondition>;

/** An application as its owner sees it, and where it stands. Section 3 of the specification, Contract 3.11. */
export const applicationView = v.strictObject({
  ...applicationEntries,
  choices: keptChoices,
  /** The payment that it was submitted with. */
  payment: v.string(),
  acceptanceFee: v.nullable(acceptanceFee),
  /** Where the file stands, and what its owner does next. */
  stage: v.string(),
  next: v.string(),
  /** The last day to accept an offer, in Lagos: `2026-12-05`; null while there is none. */
  due: v.nullable(v.string()),
  /** Days from today to the last one, by the portal's clock; 0 is the last day, null is over or never was. */
  daysleft: v.nullable(v.number()),
  /** What an offer asks for, or why it can not be accepted any more. */
  reason: v.nullable(v.string()),
  /** What the office asks for again: addressed to the applicant, unlike all else that it does before a release. */
  documents: v.array(askedDocument),
  /** What a conditional offer asks for, one by one, and whether each is met. */
  conditions: v.array(offerCondition),
  /** The offer may still be accepted: a reference can be made or paid. */
  acceptable: v.boolean(),
  /** The place was accepted in time. */
  accepted: v.boolean(),
  /** What its owner may give up of it; null once that is nothing. */
  leaving: v.nullable(v.picklist(leavingDeeds)),
  /** The admission letter may be printed. Contract 3.12. */
  letter: v.boolean(),
  /** What the admission letter waits for, in words; null once it may be printed. */
  letterwaits: v.nullable(v.string()),
});

export type ApplicationView = v.InferOutput<typeof applicationView>;

export const listApplications = get(
  applicationsPath,
  "The applicant's applications, newest first",
  v.array(applicationView),
);

export const listOffered = get(
  `${applicationsPath}/offered/admission`,
  "The applicant's applications that were offered a place",
  v.array(applicationView),
);
