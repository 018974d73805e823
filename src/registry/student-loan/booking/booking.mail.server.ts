import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import type { PlannedLoan } from "./booking.plan.server.ts";

/** Tells a student that the loan stands on the bill, and what comes back of what was paid already. */
export function loanMail(
  { publicUrl }: Pick<Config, "publicUrl">,
  label: string,
  { firstname, emailaddress, amount_kobo, credit_kobo }: PlannedLoan,
): Mail {
  const back =
    credit_kobo === 0
      ? ""
      : `
${asNaira(naira(credit_kobo))} of it you had paid yourself already. That is your credit now: the ${contact.office} can tell you
how the bursary pays it back.
`;
  return {
    recipient: emailaddress,
    subject: `${brand.name}: your ${label} of ${asNaira(naira(amount_kobo))} is on your bill`,
    text: `Dear ${firstname},

Your ${label} of ${asNaira(naira(amount_kobo))} is booked. It pays your fees; you do not get it in cash.
${back}
See what is left of your bill:
${publicUrl}/student/bill

If you did not ask for a loan, write to the ${contact.office} at once:
${contact.emailaddress}`,
  };
}
