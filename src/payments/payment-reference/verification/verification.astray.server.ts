import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import type { PurposeRules } from "../lifecycle/lifecycle.purpose.server.ts";
import type { Payment } from "../lifecycle/lifecycle.step.server.ts";
import type { Surplus } from "../payment-reference.rules.ts";
import { paymentSaid, paymentValues, subjectOf, textOf } from "./verification.mail.server.ts";

const seeIt = `See it on the portal:
{link}`;

const keptAsCredit = mailTemplate({
  key: "payment-kept-as-credit",
  name: "Payment bought nothing, and is kept",
  when: "Money comes that buys nothing any more",
  reader: "applicants",
  values: {
    ...paymentValues,
    ...usual("link"),
    why: value("why it bought nothing", "but you had paid for the same already"),
  },
  must: ["rrr", "why", "link"],
  subject: subjectOf("has come, and is kept for you"),
  text: textOf(
    "Your payment of {amount} has come, {why}.",
    `Nothing of it is lost. The bursary keeps it as your credit and decides with you what becomes of it: please go there or
write, and quote the reference.

${seeIt}`,
  ),
});

/** Tells the payer that the money has come but bought nothing, and who keeps it. */
export const creditMail = ({ publicUrl }: Config, payment: Payment, { screen }: PurposeRules, surplus: Surplus): Mail =>
  fromTemplate(keptAsCredit, payment.payeremail, {
    ...paymentSaid(payment),
    ...{ why: why[surplus], link: `${publicUrl}${screen}` },
  });

const beingChecked = mailTemplate({
  key: "payment-being-checked",
  name: "Payment is being checked",
  when: "What came for a reference is not what was asked for",
  reader: "applicants",
  values: {
    ...paymentValues,
    ...usual("link"),
    came: value("what came, in a sentence", "₦5,000.00 came for your reference, which is for ₦17,500.00."),
  },
  must: ["rrr", "came", "link"],
  subject: subjectOf("is being checked"),
  text: textOf(
    "{came}",
    `Nothing of it is lost. The bursary looks at it and decides with you what becomes of it. Please do not pay again, and keep
your teller or receipt: the bursary may ask for it.

${seeIt}`,
  ),
});

/** Tells the payer that what came is not what was asked for, and that it is not lost. `paid_kobo` is null when it is not known. */
export const heldMail = (
  { publicUrl }: Config,
  payment: Payment,
  { screen }: PurposeRules,
  paid_kobo: number | null,
): Mail =>
  fromTemplate(beingChecked, payment.payeremail, {
    ...paymentSaid(payment),
    came:
      paid_kobo === null
        ? "The payment service tells of a payment for your reference, but its answer does not match what we asked for."
        : `${asNaira(naira(paid_kobo))} came for your reference, which is for ${asNaira(naira(payment.amount_kobo))}.`,
    link: `${publicUrl}${screen}`,
  });

const why: Readonly<Record<Surplus, string>> = {
  second: "but you had paid for the same already",
  late: "but it was paid after the last day to accept the offer",
  closed: "but applications had closed when it was paid",
  "other-place": "but you have accepted another place in this session",
  recalled: "but the college had recalled the offer before",
  "given-up": "but you had given the place up before",
  withdrawn: "and all of it was taken out again",
  "called-off": "but the college had called off what it was for",
};

const putAside = mailTemplate({
  key: "payment-put-aside",
  name: "Payment is put aside",
  when: "What came cannot be taken for the fee, and a new reference can be made",
  reader: "applicants",
  values: { ...paymentValues, ...usual("link") },
  must: ["rrr", "link"],
  subject: subjectOf("is put aside"),
  text: textOf(
    "What came for your reference differs from {amount}, and cannot be taken for the fee.",
    `Nothing of it is lost: the bursary keeps it and decides with you what becomes of it. Please go there or write, with your
teller or receipt.

The fee itself is still to be paid, with a new reference:
{link}`,
  ),
});

/** Tells the payer that what came does not count for the fee, and that a new reference can be made. */
export const asideMail = ({ publicUrl }: Config, payment: Payment, { screen }: PurposeRules): Mail =>
  fromTemplate(putAside, payment.payeremail, { ...paymentSaid(payment), link: `${publicUrl}${screen}` });

const takenBack = mailTemplate({
  key: "payment-taken-back",
  name: "Payment was taken back",
  when: "The bank or the payment service takes a payment back",
  reader: "applicants",
  values: { ...paymentValues, ...usual("link") },
  must: ["rrr", "link"],
  subject: subjectOf("was taken back"),
  text: textOf(
    `Your payment of {amount} was taken back by the bank or the payment service, so it does not
count any more.`,
    `A receipt of it is void. Please ask your bank why, and go to the bursary or write: it tells you what is to be done.

${seeIt}`,
  ),
});

/** Tells the payer that the bank or the provider has taken the money back. */
export const reversedMail = ({ publicUrl }: Config, payment: Payment, { screen }: PurposeRules): Mail =>
  fromTemplate(takenBack, payment.payeremail, { ...paymentSaid(payment), link: `${publicUrl}${screen}` });

const givenBack = mailTemplate({
  key: "payment-given-back",
  name: "Payment is given back",
  when: "The bursary gives money back that bought nothing",
  reader: "applicants",
  values: { ...paymentValues, voucher: value("the voucher", "RV-2026-0117") },
  must: ["rrr", "voucher"],
  // Of one payment more may be given back later: each letter has a name of its own.
  subject: subjectOf("is given back, voucher {voucher}"),
  text: textOf(
    "The bursary gives {amount} back to you, which came for this reference and bought nothing.",
    `
Voucher: {voucher}

Please quote the voucher when you ask about it.`,
  ),
});

/** Tells the payer that money was given back, and by which voucher. */
export const refundMail = (payment: Payment, refund: { amount_kobo: number; voucher: string }): Mail =>
  fromTemplate(givenBack, payment.payeremail, {
    ...paymentSaid(payment),
    ...{ amount: asNaira(naira(refund.amount_kobo)), voucher: refund.voucher },
  });

export const astrayPaymentTemplates = [keptAsCredit, beingChecked, putAside, takenBack, givenBack];
