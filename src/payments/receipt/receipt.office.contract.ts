import * as v from "valibot";
import { programme } from "#college/programme/programme.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { receiptEntries } from "#reference/papers/papers.contract.ts";
import { paymentStates } from "../payment-reference/payment-reference.states.contract.ts";
import { creditUses, surplusReasons } from "../payment-reference/payment-reference.surplus.contract.ts";
import { receiptDetails } from "./receipt.details.contract.ts";

/** The receipt of any payment, for the office: the same sheet as its payer prints. */
export const readOfficeReceipt = get(
  "/staff/ms_receipt/:id/paper",
  "What the receipt of a verified payment prints, whoever paid",
  v.strictObject({
    title: v.string(),
    RRR: v.nullable(v.string()),
    jamb: v.string(),
    state: v.picklist(paymentStates),
    surplus: v.nullable(v.picklist(surplusReasons)),
    creditused: v.nullable(v.picklist(creditUses)),
    verified: v.nullable(v.string()),
    programme,
    session: v.strictObject({ _id: v.string(), code: v.string(), name: v.string() }),
    /** Of the application that used it; null where none has, and for an acceptance. */
    code: v.nullable(v.string()),
    message: v.string(),
    details: receiptDetails,
    ...receiptEntries,
  }),
);
