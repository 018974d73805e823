import { asNaira, naira } from "#kit/money.contract.ts";
import type { Config } from "#platform/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.contract.ts";
import type { Payment } from "../payment-reference/payment-reference.step.server.ts";
import { groupedRrr } from "../remita/remita.contract.ts";

/** Tells the payer that the payment is verified, and what comes next. */
export function paidMail({ publicUrl }: Config, payment: Payment): Mail {
  const rrr = groupedRrr(payment.rrr ?? "");
  return {
    recipient: payment.payeremail,
    subject: `${brand.name}: your payment ${rrr} is verified`,
    text: `Dear ${payment.payername},

We have verified your payment of ${asNaira(naira(payment.amount_kobo))}.

Reference (RRR): ${rrr}
For: ${payment.description}

Print your receipt:
${publicUrl}/application-receipt/${payment._id}

Go on with your application:
${publicUrl}/app/start

${contact.office}
${contact.emailaddress}`,
  };
}
