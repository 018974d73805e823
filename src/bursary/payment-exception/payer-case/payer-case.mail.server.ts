import type { FastifyInstance } from "fastify";
import { contactsOf } from "#identity/account/account.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMail } from "#reference/message-template/message-template.server.ts";
import { answerSentences, type CaseAnswer, I_PAID } from "./payer-case.rules.ts";

const caseNumber = value("the number of the case", "2026-0417");

const caseOpened = mailTemplate({
  key: "payer-case-opened",
  name: "Lost payment: we look for it",
  when: "Somebody tells of a payment that does not show",
  reader: "applicants",
  values: { ...usual("firstname", "due", "link"), number: caseNumber },
  must: ["link"],
  subject: "{college}: Your case {number}: we look for your payment",
  text: `Dear {firstname},

You told us of a payment that does not show in the portal. The bursary looks for it and answers by {due}.

Please do not pay again meanwhile, and keep your slip. If the bank tells us of the payment before, you get a mail at once.

You find it here: {link}

${signed.office}`,
});

interface Opened {
  readonly number: string;
  readonly promised: string;
}

/** The payer has the number and the day in writing. */
export async function mailOpened(app: FastifyInstance, trx: Trx, owner: string, { number, promised }: Opened) {
  for (const { firstname, emailaddress } of await contactsOf(trx, [owner]))
    await writeMail(
      trx,
      fromTemplate(caseOpened, emailaddress, { firstname, number, due: asDay(promised), link: caseLink(app) }),
    );
}

const caseAnswered = mailTemplate({
  key: "payer-case-answered",
  name: "Lost payment: the bursary's answer",
  when: "The bursary answers a case of a payment that did not show",
  reader: "applicants",
  values: {
    ...usual("firstname", "link"),
    number: caseNumber,
    outcome: value("the answer in a few words, in small letters", "found and counted"),
    answer: value("the answer, and what it means", "Found and counted. The payment shows in the portal now"),
    reply: value("what the bursary wrote", "The bank told us this morning"),
  },
  must: ["answer", "reply"],
  subject: "{college}: Your case {number}: {outcome}",
  text: `Dear {firstname},

{answer}.

What the bursary wrote: {reply}

You find it here: {link}

${signed.office}`,
});

interface Answered {
  readonly number: string;
  readonly answer: CaseAnswer;
  readonly reply: string;
}

export async function mailAnswered(app: FastifyInstance, trx: Trx, owner: string, { number, answer, reply }: Answered) {
  for (const { firstname, emailaddress } of await contactsOf(trx, [owner]))
    await writeMail(
      trx,
      fromTemplate(caseAnswered, emailaddress, {
        ...{ firstname, number, reply, link: caseLink(app) },
        outcome: answer.toLowerCase(),
        answer: `${answer}. ${answerSentences[answer]}`,
      }),
    );
}

const caseLink = ({ portal }: FastifyInstance) => `${portal.config.publicUrl}${I_PAID}`;

export const payerCaseTemplates = [caseOpened, caseAnswered];
