import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Told {
  readonly amount_kobo: number;
  /** Whose payment it was: `payername`, and where to write to. */
  readonly payername: string;
  readonly payeremail: string;
  /** "Tuition, NCE …, reference 2901-2345-6789". */
  readonly of: string;
}

const signed = () => `${contact.office}
${contact.emailaddress}`;

const letter = ({ payername, payeremail }: Told, subject: string, text: string): Mail => ({
  recipient: payeremail,
  subject: `${brand.name}: ${subject}`,
  text: `Dear ${payername},

${text}

If you think that this is wrong, please ask at once:
${signed()}`,
});

/** Tells the payer that money will be paid out. */
export const refundApprovedMail = (told: Told): Mail =>
  letter(
    told,
    `${asNaira(naira(told.amount_kobo))} is paid out to you`,
    `The college has agreed to give ${asNaira(naira(told.amount_kobo))} back to you, which you had paid:
${told.of}.

The bursary pays it out next, and writes to you when it has. Please take your payment receipt along when you are asked to come.`,
  );

/** Tells the payer that it was paid out, and how. */
export const paidOutMail = (
  told: Told,
  { how, reference, paidouton }: { readonly how: string; readonly reference: string; readonly paidouton: string },
): Mail =>
  letter(
    told,
    `${asNaira(naira(told.amount_kobo))} was paid out to you on ${asDay(paidouton)}`,
    `The bursary has paid ${asNaira(naira(told.amount_kobo))} out to you: ${how.toLowerCase()}, ${reference}, on ${asDay(paidouton)}.

You had paid it for:
${told.of}.`,
  );

/** Tells the payer that money could not be paid out, and is the payer's credit. */
export const creditAgainMail = (told: Told, why: string): Mail =>
  letter(
    told,
    `${asNaira(naira(told.amount_kobo))} could not be paid out to you`,
    `The bursary could not pay ${asNaira(naira(told.amount_kobo))} out to you: ${why}

You had paid it for:
${told.of}.

Nothing of it is lost: it counts for you again, on your bill if that needs it, else as your credit. Please tell the bursary how it can be
paid out to you.`,
  );

/** Tells the payer that money pays something else now. */
export const movedMail = (told: Told, goesto: string): Mail =>
  letter(
    told,
    `${asNaira(naira(told.amount_kobo))} was moved to ${goesto}`,
    `The college has moved ${asNaira(naira(told.amount_kobo))} that you had paid for:
${told.of}

It pays this now: ${goesto}.`,
  );
