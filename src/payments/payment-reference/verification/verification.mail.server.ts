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
import { itemsOf } from "../read/read.server.ts";

export const paymentValues = {
  ...usual("amount", "rrr"),
  payer: value("who pays", "Aisha Bello"),
  purpose: value("what it is for", "Application fee, NCE Biology/Chemistry"),
};

/** What a letter about a payment begins with. */
export const paymentSaid = ({ payername, rrr, description, amount_kobo }: Payment) => ({
  payer: payername,
  rrr: groupedRrr(rrr ?? ""),
  purpose: description,
  amount: asNaira(naira(amount_kobo)),
});

/** `news` stands before what the letter is about, and `more` after it. */
export const textOf = (news: string, more: string) => `Dear {payer},

${news}

Reference (RRR): {rrr}
For: {purpose}${more.startsWith("\n") ? more : `\n\n${more}`}

${signed.officeAlone}`;

/** "your payment 2800-0798-2070" and news that is another for each kind of letter: by it a letter is found again. */
export const subjectOf = (news: string) => `{college}: your payment {rrr} ${news}`;

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
    ...paymentSaid(payment),
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
  when: "A reference is made for a fee that is waived, or that somebody else pays",
  reader: "applicants",
  values: {
    ...paymentValues,
    ...nextValues,
    how: value("which fee, and what covers it", "Application fee of ₦2,500.00: paid by Kogi State"),
  },
  must: ["rrr", "receipt", "link"],
  subject: subjectOf("is covered"),
  text: textOf(
    "Nothing is to be paid for this. {how}.",
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
  fromTemplate(feeIsWaived, payment.payeremail, {
    ...paymentSaid(payment),
    how: itemsOf(payment)[0]?.name ?? "",
    ...nextOf(publicUrl, payment, rules, next),
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

export const paymentTemplates = [paymentVerified, paidText, feeIsWaived, referenceRefused];
