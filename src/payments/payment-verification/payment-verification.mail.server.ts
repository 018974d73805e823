import { asNaira, naira } from "#kit/money.contract.ts";
import type { Config } from "#platform/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.contract.ts";
import type { PurposeRules } from "../payment-reference/payment-reference.purpose.server.ts";
import type { Payment } from "../payment-reference/payment-reference.step.server.ts";
import type { Surplus } from "../payment-reference/payment-reference.surplus.contract.ts";
import { groupedRrr } from "../remita/remita.contract.ts";

/** Tells the payer that the payment is verified, and what comes next. */
export const paidMail = ({ publicUrl }: Config, payment: Payment, { receipt, next }: PurposeRules): Mail =>
  letter(
    payment,
    "is verified",
    `We have verified your payment of ${asNaira(naira(payment.amount_kobo))}.

${namesOf(payment)}

Print your receipt:
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

const why: Readonly<Record<Surplus, string>> = {
  second: "but you had paid for the same already",
  late: "but it was paid after the last day to accept the offer",
  "other-place": "but you have accepted another place in this session",
};

const letter = ({ payeremail, payername, rrr }: Payment, news: string, text: string): Mail => ({
  recipient: payeremail,
  subject: `${brand.name}: your payment ${groupedRrr(rrr ?? "")} ${news}`,
  text: `Dear ${payername},

${text}

${contact.office}
${contact.emailaddress}`,
});

const namesOf = ({ rrr, description }: Payment) => `Reference (RRR): ${groupedRrr(rrr ?? "")}
For: ${description}`;
