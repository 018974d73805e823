import * as v from "valibot";
import { programme } from "#college/programme/programme.contract.ts";
import { reference } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { creditUses, paymentStates, surplusReasons, whyNots } from "./payment-reference.rules.ts";

/** The programme is all that the server believes; reference and amount are its own. Contract 3.1. */
export const paymentReferenceForm = fields({
  programme: reference("Programme"),
  /** Pressed by who has been told that what is typed does not do for the programme. */
  know: v.optional(v.pipe(v.boolean("I know must be true or false"), v.title("I know"))),
  rrr: v.optional(v.unknown()),
  data: v.optional(v.unknown()),
});

/** A payment reference. Section 3 of the specification, with where it stands. */
export const paymentReference = v.strictObject({
  _id: v.string(),
  /** The provider's reference, 12 digits; null until it has told one. `rrr` is the same. */
  trxcode: v.nullable(v.string()),
  rrr: v.nullable(v.string()),
  amount: amount("Amount"),
  items: v.array(v.strictObject({ name: v.string(), amount: amount("Amount") })),
  trxdata: v.strictObject({ description: v.string() }),
  programme,
  session: v.strictObject({ _id: v.string(), code: v.string(), name: v.string() }),
  /** The application it was used for. */
  application: v.nullable(v.string()),
  isverified: v.boolean(),
  verified: v.nullable(v.string()),
  state: v.picklist(paymentStates),
  /** Why it bought nothing although it is paid; null when it did, or is not paid. */
  surplus: v.nullable(v.picklist(surplusReasons)),
  /** What became of money that bought nothing; null while the bursary keeps it. */
  creditused: v.nullable(v.picklist(creditUses)),
  /** The reference with which the same was paid for, when it is another one. */
  paidby: v.nullable(v.string()),
  /** Why its payment would buy nothing. */
  whynot: v.nullable(v.picklist(whyNots)),
  /** When the provider last gave an answer about it. */
  checkedAt: v.nullable(v.string()),
  createdAt: v.string(),
});

export type PaymentReference = v.InferOutput<typeof paymentReference>;

const path = "/ms_application_fee";

export const listPaymentReferences = get(
  path,
  "The applicant's payment references, newest first",
  v.array(paymentReference),
);

export const generatePaymentReference = post(
  path,
  "Makes a payment reference for a programme's application fee, or answers the open one",
  paymentReferenceForm,
  done({
    _id: v.string(),
    trxcode: v.nullable(v.string()),
    rrr: v.nullable(v.string()),
    amount: amount("Amount"),
    state: v.picklist(paymentStates),
  }),
);
