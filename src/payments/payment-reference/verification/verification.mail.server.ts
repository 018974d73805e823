import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import {
  mailTemplate,
  signed,
  textTemplate,
  usual,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import { groupedRrr } from "../../remita/remita.rules.ts";
import type { NextStep, PurposeRules } from "../lifecycle/lifecycle.purpose.server.ts";
import type { Payment } from "../lifecycle/lifecycle.step.server.ts";
import type { Surplus } from "../payment-reference.rules.ts";

const paymentValues = {
  ...usual("amount", "rrr"),
  payer: value("who pays", "Aisha Bello"),
  purpose: value("what it is for", "Application fee, NCE Biology/Chemistry"),
};

/** What a letter about a payment begins with. */
const of = ({ payername, rrr, description, amount_kobo }: Payment) => ({
  payer: payername,
  rrr: groupedRrr(rrr ?? ""),
  purpose: description,
  amount: asNaira(naira(amount_kobo)),
});

/** `news` stands before what the letter is about, and `more` after it. */
const textOf = (news: string, more: string) => `Dear {payer},

${news}

Reference (RRR): {rrr}
For: {purpose}${more.startsWith("\n") ? more : `\n\n${more}`}

${signed.officeAlone}`;

/** "your payment 2800-0798-2070" and news that is another for each kind of letter: by it a letter is found again. */
const subjectOf = (news: string) => `{college}: your payment {rrr} ${news}`;

const seeIt = `See it on the portal:
{link}`;

const nextValues = {
  receipt: value("the address of the receipt", "https://portal.example.edu.ng/receipt"),
  next: value("what comes next, in a sentence", "Fill in the application form"),
  link: value("where that is done", "https://portal.example.edu.ng/app/apply"),
};

const nextOf = (publicUrl: string, payment: Payment, { receipt }: PurposeRules, next: NextStep) => ({
  receipt: `${publicUrl}${receipt(payment)}`,
  next: next.sentence,
  link: `${publicUrl}${next.path}`,
});

const paymentVerified = mailTemplate({
  key: "payment-verified",
  name: "Payment is verified",
  when: "A payment is verified",
  reader: "applicants",
  values: {
    ...paymentValues,
    ...nextValues,
    unpaid: value("another reference for the same that is not paid; empty where there is none", "2911-0000-1111"),
  },
  must: ["rrr", "receipt", "link"],
  subject: subjectOf("is verified"),
  text: textOf(
    "We have verified your payment of {amount}.",
    `You have another reference for the same, {unpaid}: please do not pay it.

Print your receipt:
{receipt}

{next}:
{link}`,
  ),
});

/**
 * Tells the payer that the payment is verified, and what comes `next`. `unpaid` is another reference for the same, which
 * stands in somebody's hand yet.
 */
export const paidMail = (
  { publicUrl }: Config,
  payment: Payment,
  rules: PurposeRules,
  { next, unpaid }: { readonly next: NextStep; readonly unpaid: string | null },
): Mail =>
  fromTemplate(paymentVerified, payment.payeremail, {
    ...of(payment),
    ...nextOf(publicUrl, payment, rules, next),
    unpaid: unpaid ? groupedRrr(unpaid) : "",
  });

/** The same as a text. */
export const paidText = textTemplate({
  key: "payment-verified-text",
  name: "Payment is verified",
  when: "Beside the mail, where there is an SMS gateway",
  values: usual("amount", "rrr", "link"),
  must: ["rrr"],
  text: "{shortname}: {firstname}, your payment of {amount} is verified (RRR {rrr}). Your receipt: {link}",
});

const feeIsWaived = mailTemplate({
  key: "payment-waived",
  name: "Nothing is to be paid",
  when: "A reference is made for a fee that is waived",
  reader: "applicants",
  values: { ...paymentValues, ...nextValues },
  must: ["rrr", "receipt", "link"],
  subject: subjectOf("is waived"),
  text: textOf(
    "Nothing is to be paid for this: the fee is waived.",
    `Print the paper that says so:
{receipt}

{next}:
{link}`,
  ),
});

/** Tells who need not pay that the fee is covered, and what comes next. */
export const waivedMail = (
  { publicUrl }: Config,
  payment: Payment,
  rules: PurposeRules,
  { next }: { readonly next: NextStep },
): Mail =>
  fromTemplate(feeIsWaived, payment.payeremail, { ...of(payment), ...nextOf(publicUrl, payment, rules, next) });

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
    ...of(payment),
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
    ...of(payment),
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
  fromTemplate(putAside, payment.payeremail, { ...of(payment), link: `${publicUrl}${screen}` });

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
  fromTemplate(takenBack, payment.payeremail, { ...of(payment), link: `${publicUrl}${screen}` });

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
    ...of(payment),
    ...{ amount: asNaira(naira(refund.amount_kobo)), voucher: refund.voucher },
  });

const referenceRefused = mailTemplate({
  key: "payment-reference-not-made",
  name: "Please make a new payment reference",
  when: "The payment service's answer was unclear, and no reference was made",
  reader: "applicants",
  values: { payer: paymentValues.payer, purpose: paymentValues.purpose, ...usual("link") },
  must: ["link"],
  subject: "{college}: please make a new payment reference",
  text: `Dear {payer},

The payment service gave an unclear answer about the reference that you asked for. The bursary has found out that none was
made, so you can make a new one.

For: {purpose}

{link}

${signed.officeAlone}`,
});

/** Tells who wished for a reference that none was made, so that another can be. There is no reference to quote. */
export const refusedMail = ({ publicUrl }: Config, payment: Payment, { screen }: PurposeRules): Mail =>
  fromTemplate(referenceRefused, payment.payeremail, {
    ...{ payer: payment.payername, purpose: payment.description },
    link: `${publicUrl}${screen}`,
  });

export const paymentTemplates = [
  paymentVerified,
  paidText,
  feeIsWaived,
  keptAsCredit,
  beingChecked,
  putAside,
  takenBack,
  givenBack,
  referenceRefused,
];
