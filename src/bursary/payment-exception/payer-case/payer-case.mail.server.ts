import type { FastifyInstance } from "fastify";
import { contactsOf } from "#identity/account/account.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { answerSentences, type CaseAnswer, I_PAID } from "./payer-case.rules.ts";

interface Opened {
  readonly number: string;
  readonly promised: string;
}

/** The payer has the number and the day in writing. */
export const mailOpened = (app: FastifyInstance, trx: Trx, owner: string, { number, promised }: Opened) =>
  send(app, trx, owner, {
    subject: `Your case ${number}: we look for your payment`,
    told: `You told us of a payment that does not show in the portal. The bursary looks for it and answers by ${asDay(promised)}.

Please do not pay again meanwhile, and keep your slip. If the bank tells us of the payment before, you get a mail at once.`,
  });

interface Answered {
  readonly number: string;
  readonly answer: CaseAnswer;
  readonly reply: string;
}

export const mailAnswered = (app: FastifyInstance, trx: Trx, owner: string, { number, answer, reply }: Answered) =>
  send(app, trx, owner, {
    subject: `Your case ${number}: ${answer.toLowerCase()}`,
    told: `${answer}. ${answerSentences[answer]}.

What the bursary wrote: ${reply}`,
  });

interface Letter {
  readonly subject: string;
  readonly told: string;
}

async function send({ portal }: FastifyInstance, trx: Trx, owner: string, { subject, told }: Letter): Promise<void> {
  const [to] = await contactsOf(trx, [owner]);
  if (!to) return;
  await postMail(trx, {
    recipient: to.emailaddress,
    subject: `${brand.name}: ${subject}`,
    text: `Dear ${to.firstname},

${told}

You find it here: ${portal.config.publicUrl}${I_PAID}

${contact.office}, ${brand.name}
${contact.emailaddress}`,
  });
}
