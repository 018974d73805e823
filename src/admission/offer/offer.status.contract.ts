import * as v from "valibot";
import { applicationEntries, path } from "#applications/application/application.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { askedDocument } from "#selection/review/review.document-request.contract.ts";
import { type AcceptanceFee, acceptanceFee } from "./acceptance/acceptance.contract.ts";

/** An application as its owner sees it, and where it stands. Section 3 of the specification, Contract 3.11. */
export const application = v.strictObject({
  ...applicationEntries,
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
  /** The offer may still be accepted: a reference can be made or paid. */
  acceptable: v.boolean(),
  /** The place was accepted in time. */
  accepted: v.boolean(),
  /** The admission letter may be printed. Contract 3.12. */
  letter: v.boolean(),
  /** What the admission letter waits for, in words; null once it may be printed. */
  letterwaits: v.nullable(v.string()),
});

export type Application = v.InferOutput<typeof application>;

/** The acceptance fees that have been asked for. */
export const feesOf = (list: readonly Application[]): AcceptanceFee[] => list.flatMap((one) => one.acceptanceFee ?? []);

export const listApplications = get(path, "The applicant's applications, newest first", v.array(application));

export const listOffered = get(
  `${path}/offered/admission`,
  "The applicant's applications that were offered a place",
  v.array(application),
);
