import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { groupedRrr } from "../../remita/remita.rules.ts";
import type { NextStep, PurposeRules } from "../lifecycle/lifecycle.purpose.server.ts";
import type { Payment } from "../lifecycle/lifecycle.step.server.ts";
import type { Surplus } from "../payment-reference.rules.ts";

/**
 * Tells the payer that the payment is verified, and what comes `next`. `unpaid` is another reference for the same, which
 * stands in somebody's hand yet.
 */
export const paidMail = (
  { publicUrl }: Config,
  payment: Payment,
  { receipt }: PurposeRules,
  { next, unpaid }: { readonly next: NextStep; readonly unpaid: string | null },
): Mail =>
  letter(
    payment,
    "is verified",
    `We have verified your payment of ${asNaira(naira(payment.amount_kobo))}.

${namesOf(payment)}
${unpaid ? `\nYou have another reference for the same, ${groupedRrr(unpaid)}: please do not pay it.\n` : ""}
Print your receipt:
${publicUrl}${receipt(payment)}

${next.sentence}:
${publicUrl}${next.path}`,
  );

/** The same as a text. */
export const paidText = ({ publicUrl }: Config, firstname: string, payment: Payment): string =>
  `${brand.shortname}: ${firstname}, your payment of ${asNaira(naira(payment.amount_kobo))} is verified (RRR ${groupedRrr(payment.rrr ?? "")}). Your receipt: ${publicUrl}`;

/** Tells who need not pay that the fee is covered, and what comes next. */
export const waivedMail = (
  { publicUrl }: Config,
  payment: Payment,
  { receipt }: PurposeRules,
  { next }: { readonly next: NextStep },
): Mail =>
  letter(
    payment,
    "is waived",
    `Nothing is to be paid for this: the fee is waived.

${namesOf(payment)}

Print the paper that says so:
${publicUrl}${receipt(payment)}

${next.sentence}:
${publicUrl}${next.path}`,
  );

/** Tells the payer that the money has come but bought nothing, and who keeps it. */
export const creditMail = ({ publicUrl }: Config, payment: Payment, { screen }: PurposeRules, surplus: Surplus): Mail =>
  letter(
    payment,
    "has come, and is kept for you",
    `Your payment of ${asNaira(naira(payment.amount_kobo))} has come, ${why[surplus]}.

${namesOf(payment)}

Nothing of it is lost. The bursary keeps it as your credit and decides with you what becomes of it: please go there or
write, and quote the reference.

See it on the portal:
${publicUrl}${screen}`,
  );

/** Tells the payer that what came is not what was asked for, and that it is not lost. `paid_kobo` is null when it is not known. */
export const heldMail = (
  { publicUrl }: Config,
  payment: Payment,
  { screen }: PurposeRules,
  paid_kobo: number | null,
): Mail =>
  letter(
    payment,
    "is being checked",
    `${
      paid_kobo === null
        ? "The payment service tells of a payment for your reference, but its answer does not match what we asked for."
        : `${asNaira(naira(paid_kobo))} came for your reference, which is for ${asNaira(naira(payment.amount_kobo))}.`
    }

${namesOf(payment)}

Nothing of it is lost. The bursary looks at it and decides with you what becomes of it. Please do not pay again, and keep
your teller or receipt: the bursary may ask for it.

See it on the portal:
${publicUrl}${screen}`,
  );

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

/** Tells the payer that what came does not count for the fee, and that a new reference can be made. */
export const asideMail = (config: Config, payment: Payment, rules: PurposeRules): Mail =>
  letter(
    payment,
    "is put aside",
    `What came for your reference differs from ${asNaira(naira(payment.amount_kobo))}, and cannot be taken for the fee.

${namesOf(payment)}

Nothing of it is lost: the bursary keeps it and decides with you what becomes of it. Please go there or write, with your
teller or receipt.

The fee itself is still to be paid, with a new reference:
${config.publicUrl}${rules.screen}`,
  );

/** Tells the payer that the bank or the provider has taken the money back. */
export const reversedMail = ({ publicUrl }: Config, payment: Payment, { screen }: PurposeRules): Mail =>
  letter(
    payment,
    "was taken back",
    `Your payment of ${asNaira(naira(payment.amount_kobo))} was taken back by the bank or the payment service, so it does not
count any more.

${namesOf(payment)}

A receipt of it is void. Please ask your bank why, and go to the bursary or write: it tells you what is to be done.

See it on the portal:
${publicUrl}${screen}`,
  );

/** Tells the payer that money was given back, and by which voucher. */
export const refundMail = (payment: Payment, refund: { amount_kobo: number; voucher: string }): Mail =>
  letter(
    payment,
    // Of one payment more may be given back later: each letter has a name of its own.
    `is given back, voucher ${refund.voucher}`,
    `The bursary gives ${asNaira(naira(refund.amount_kobo))} back to you, which came for this reference and bought nothing.

${namesOf(payment)}
Voucher: ${refund.voucher}

Please quote the voucher when you ask about it.`,
  );

/** Tells who wished for a reference that none was made, so that another can be. There is no reference to quote. */
export const refusedMail = ({ publicUrl }: Config, payment: Payment, { screen }: PurposeRules): Mail => ({
  recipient: payment.payeremail,
  subject: `${brand.name}: please make a new payment reference`,
  text: `Dear ${payment.payername},

The payment service gave an unclear answer about the reference that you asked for. The bursary has found out that none was
made, so you can make a new one.

For: ${payment.description}

${publicUrl}${screen}

${contact.office}
${contact.emailaddress}`,
});

/** A letter about a payment. `news` follows "your payment 2800-0798-2070", and is another one for each kind of letter. */
const letter = ({ payeremail, payername, rrr }: Payment, news: string, text: string): Mail => ({
  recipient: payeremail,
  subject: `${brand.name}: your payment ${groupedRrr(rrr ?? "")} ${news}`,
  text: `Dear ${payername},

${text}

${contact.office}
${contact.emailaddress}`,
});

/** What a letter is about: the reference, and what it is for. */
const namesOf = ({ rrr, description }: Payment) => `Reference (RRR): ${groupedRrr(rrr ?? "")}
For: ${description}`;
