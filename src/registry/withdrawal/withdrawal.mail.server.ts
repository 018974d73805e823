import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface Told {
  readonly amount_kobo: number;
  /** Whose payment it was: `payername`, and where to write to. */
  readonly payername: string;
  readonly payeremail: string;
  /** "Tuition, NCE …, reference 2901-2345-6789". */
  readonly of: string;
}

const payerValues = {
  ...usual("amount"),
  payer: value("who paid", "Aisha Bello"),
  paid: value("what was paid for", "Tuition, NCE Biology/Chemistry, reference 2901-2345-6789"),
};

const textOf = (news: string) => `Dear {payer},

${news}

If you think that this is wrong, please ask at once:
${signed.officeAlone}`;

const of = ({ amount_kobo, payername, of: paid }: Told) => ({
  amount: asNaira(naira(amount_kobo)),
  payer: payername,
  paid,
});

const refundApproved = mailTemplate({
  key: "refund-approved",
  name: "Money will be paid out",
  when: "A refund is approved",
  reader: "applicants",
  values: payerValues,
  must: ["amount"],
  subject: "{college}: {amount} is paid out to you",
  text: textOf(`The college has agreed to give {amount} back to you, which you had paid:
{paid}.

The bursary pays it out next, and writes to you when it has. Please take your payment receipt along when you are asked to come.`),
});

/** Tells the payer that money will be paid out. */
export const refundApprovedMail = (told: Told): Mail => fromTemplate(refundApproved, told.payeremail, of(told));

const paidOut = mailTemplate({
  key: "refund-paid-out",
  name: "Money was paid out",
  when: "The bursary has paid a refund out",
  reader: "applicants",
  values: {
    ...payerValues,
    day: value("on which day", "5 October 2026"),
    how: value("how it was paid out", "bank transfer"),
    reference: value("by which reference", "TRF/2026/117"),
  },
  must: ["amount", "reference"],
  subject: "{college}: {amount} was paid out to you on {day}",
  text: textOf(`The bursary has paid {amount} out to you: {how}, {reference}, on {day}.

You had paid it for:
{paid}.`),
});

/** Tells the payer that it was paid out, and how. */
export const paidOutMail = (
  told: Told,
  { how, reference, paidouton }: { readonly how: string; readonly reference: string; readonly paidouton: string },
): Mail =>
  fromTemplate(paidOut, told.payeremail, {
    ...of(told),
    ...{ how: how.toLowerCase(), reference, day: asDay(paidouton) },
  });

const creditAgain = mailTemplate({
  key: "refund-failed",
  name: "Money could not be paid out",
  when: "A refund could not be paid out, and is the payer's credit",
  reader: "applicants",
  values: { ...payerValues, ...usual("reason") },
  must: ["amount"],
  subject: "{college}: {amount} could not be paid out to you",
  text: textOf(`The bursary could not pay {amount} out to you: {reason}

You had paid it for:
{paid}.

Nothing of it is lost: it counts for you again, on your bill if that needs it, else as your credit. Please tell the bursary how it can be
paid out to you.`),
});

/** Tells the payer that money could not be paid out, and is the payer's credit. */
export const creditAgainMail = (told: Told, why: string): Mail =>
  fromTemplate(creditAgain, told.payeremail, { ...of(told), reason: why });

const moneyMoved = mailTemplate({
  key: "money-moved",
  name: "Money pays something else",
  when: "What was paid is moved to another fee of the same person",
  reader: "applicants",
  values: { ...payerValues, goesto: value("what it pays now", "Tuition, first semester") },
  must: ["amount", "goesto"],
  subject: "{college}: {amount} was moved to {goesto}",
  text: textOf(`The college has moved {amount} that you had paid for:
{paid}

It pays this now: {goesto}.`),
});

/** Tells the payer that money pays something else now. */
export const movedMail = (told: Told, goesto: string): Mail =>
  fromTemplate(moneyMoved, told.payeremail, { ...of(told), goesto });

export const withdrawalTemplates = [refundApproved, paidOut, creditAgain, moneyMoved];
