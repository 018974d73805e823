import * as v from "valibot";
import { programme } from "#college/programme/programme.contract.ts";
import { person } from "#identity/account/account.person.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { receiptEntries } from "#reference/papers/papers.contract.ts";
import {
  creditUses,
  paymentStates,
  purposeWords,
  surplusReasons,
} from "../payment-reference/payment-reference.rules.ts";
import { receiptDetails } from "./receipt.details.contract.ts";

/** What the application-fee receipt prints. Section 3 of the specification, with what a bursary asks for. */
const applicationReceipt = v.strictObject({
  bio: v.pick(person, ["firstname", "middlename", "lastname"]),
  find: v.strictObject({
    _id: v.string(),
    isverified: v.boolean(),
    verified: v.nullable(v.string()),
    state: v.picklist(paymentStates),
    surplus: v.nullable(v.picklist(surplusReasons)),
    creditused: v.nullable(v.picklist(creditUses)),
    amount: amount("Amount"),
    paymentReference: v.nullable(v.string()),
    /** Null until the payment is used. */
    application: v.nullable(v.strictObject({ _id: v.string(), code: v.string() })),
    programme,
    session: v.strictObject({ _id: v.string(), code: v.string(), name: v.string() }),
    applicant: person,
    trxdata: v.strictObject({ description: v.string() }),
    createdAt: v.string(),
    /** Where the payment stands and what to do, in words. */
    message: v.string(),
  }),
  ...receiptEntries,
  RRR: v.nullable(v.string()),
  details: receiptDetails,
});

export type ApplicationReceipt = v.InferOutput<typeof applicationReceipt>;

export const readApplicationReceipt = get(
  "/ms_application_fee/receipt/:id",
  "What the receipt of one payment reference prints, paid or not",
  applicationReceipt,
);

/** The receipt of any payment, for the office: the same sheet as its payer prints. */
export const readOfficeReceipt = get(
  "/staff/ms_receipt/:id/paper",
  "What the receipt of a verified payment prints, whoever paid",
  v.strictObject({
    title: v.string(),
    purpose: v.picklist(Object.keys(purposeWords) as (keyof typeof purposeWords)[]),
    RRR: v.nullable(v.string()),
    jamb: v.string(),
    /** Of a student, who is called by it; null for an applicant. */
    matric: v.nullable(v.string()),
    state: v.picklist(paymentStates),
    surplus: v.nullable(v.picklist(surplusReasons)),
    creditused: v.nullable(v.picklist(creditUses)),
    verified: v.nullable(v.string()),
    /** Null of a sponsor, who pays for students of several. */
    programme: v.nullable(programme),
    session: v.strictObject({ _id: v.string(), code: v.string(), name: v.string() }),
    /** Of the application that used it; null where none has, and for an acceptance. */
    code: v.nullable(v.string()),
    message: v.string(),
    details: receiptDetails,
    ...receiptEntries,
  }),
);
