import * as v from "valibot";
import { text } from "#kit/field/fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { thirteenDigits } from "#kit/value/phone.rules.ts";
import { fields, post } from "#kit/wire/endpoint.contract.ts";
import { bareRrr, rrrPattern } from "../remita/remita.rules.ts";
import { paymentStandings } from "./payment-status.rules.ts";

const TWELVE = "RRR must be the 12 digits of the payment slip";

/**
 * What somebody types who holds a payment slip and knows the payer. Dashes and spaces make no difference. The whole phone number
 * is taken as well as its last four digits: it is asked for once too many digits were wrong.
 */
export const paymentStatusForm = fields({
  rrr: v.pipe(
    text("RRR", 40),
    v.transform(bareRrr),
    v.check((bare) => rrrPattern.test(bare), TWELVE),
    v.title("RRR"),
  ),
  phone: v.pipe(
    text("Last four digits of the payer's phone", 20),
    v.transform((typed) => (/^\d{4}$/.test(typed) ? typed : thirteenDigits(typed))),
    v.regex(/^(?:\d{4}|234\d{10})$/, "Type the last four digits of the payer's phone number, for example 4567"),
    v.title("Last four digits of the payer's phone"),
  ),
});

/** Whether a reference is paid, for who needs to know it and is no party to it. Decision 0115. */
export const askPaymentStatus = post(
  "/rrr",
  "Whether a reference is paid, by its 12 digits and the last four of its payer's phone; open to everybody",
  paymentStatusForm,
  v.strictObject({
    rrr: v.string(),
    standing: v.picklist(paymentStandings),
    /** What that means and what to do, in one or two sentences. */
    sentence: v.string(),
    amount: amount("Amount"),
    description: v.string(),
    session: v.string(),
    /** Initials of the payer: enough to see that it is the right one. */
    initials: v.string(),
    /** When the payment was verified; null unless it is paid. */
    verified: v.nullable(v.string()),
    /** When the provider last gave an answer about it. */
    checkedAt: v.nullable(v.string()),
    /** The provider is being asked: ask again in a moment. */
    asking: v.boolean(),
  }),
);
