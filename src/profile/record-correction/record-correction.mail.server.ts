import type { FastifyInstance } from "fastify";
import { contactsOf } from "#identity/account/account.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface About {
  /** Without an account nobody is told: the address may be what is wrong. */
  readonly applicant: string | null;
  /** What was corrected, such as "application". */
  readonly called: string;
  readonly title: string;
  readonly code: string;
  readonly about: string;
  readonly oldvalue: string;
  readonly newvalue: string;
}

/** The owner, or whoever is signed in as the owner, has changed what decides nothing. */
export const mailChanged = (app: FastifyInstance, trx: Trx, one: About): Promise<void> =>
  send(app, trx, one, {
    subject: `Changed in your ${one.called}: ${one.about}`,
    told: `Somebody who is signed in to your account has changed your ${one.called} ${one.code} (${one.title}):

${changeOf(one)}

If it was not you, choose another password, which signs out every device, and tell the ${contact.office}.`,
  });

/** The office asks for somebody: the owner learns it before anything is decided. */
export const mailAsked = (app: FastifyInstance, trx: Trx, one: About): Promise<void> =>
  send(app, trx, one, {
    subject: `The office asks to correct your ${one.called}: ${one.about}`,
    told: `The ${contact.office} has asked for a correction of your ${one.called} ${one.code} (${one.title}):

${changeOf(one)}

A second person decides. You get a mail with the decision. If this is wrong, tell the ${contact.office} at once.`,
  });

export const mailApproved = (app: FastifyInstance, trx: Trx, one: About, decision: string): Promise<void> =>
  send(app, trx, one, {
    subject: `Corrected in your ${one.called}: ${one.about}`,
    told: `Your ${one.called} ${one.code} (${one.title}) was corrected:

${changeOf(one)}

What the office wrote: ${decision}

Print your papers anew: those that you have show what was submitted before.`,
  });

export const mailDeclined = (app: FastifyInstance, trx: Trx, one: About, decision: string): Promise<void> =>
  send(app, trx, one, {
    subject: `Not corrected in your ${one.called}: ${one.about}`,
    told: `A correction of your ${one.called} ${one.code} (${one.title}) was not approved, and nothing was changed:

${changeOf(one)}

What the office wrote: ${decision}

You may ask again with other evidence.`,
  });

const changeOf = ({ about, oldvalue, newvalue }: About) => `${about}
  before: ${oldvalue}
  right:  ${newvalue}`;

async function send(
  { portal: { config } }: FastifyInstance,
  trx: Trx,
  { applicant }: About,
  { subject, told }: { subject: string; told: string },
): Promise<void> {
  const [to] = applicant === null ? [] : await contactsOf(trx, [applicant]);
  if (!to) return;
  await postMail(trx, {
    recipient: to.emailaddress,
    subject,
    text: `Dear ${to.firstname},

${told}

Your corrections: ${config.publicUrl}/app/corrections

${contact.office}, ${brand.name}
${contact.emailaddress}`,
  });
}
