import type { FastifyInstance } from "fastify";
import { contactsOf } from "#identity/account/account.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import {
  type MailTemplate,
  mailTemplate,
  signed,
  usual,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMail } from "#reference/message-template/message-template.server.ts";

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

const correctionValues = {
  ...usual("firstname", "code", "link"),
  called: value("what is corrected", "application"),
  title: value("its title", "Aisha Ngozi Bello, NCE Biology/Chemistry"),
  about: value("the field", "Date of birth"),
  oldvalue: value("what stood there before", "3 March 2006"),
  newvalue: value("what is right", "3 March 2007"),
};

const decidedValues = { ...correctionValues, decision: value("what the office wrote", "The certificate shows it") };

const changed = `{about}
  before: {oldvalue}
  right:  {newvalue}`;

const end = `Your corrections: {link}

${signed.office}`;

const correctionMade = mailTemplate({
  key: "correction-made",
  name: "Changed by the owner",
  when: "Whoever is signed in changes what decides nothing",
  reader: "applicants",
  values: correctionValues,
  must: ["link"],
  subject: "Changed in your {called}: {about}",
  text: `Dear {firstname},

Somebody who is signed in to your account has changed your {called} {code} ({title}):

${changed}

If it was not you, choose another password, which signs out every device, and tell the {office}.

${end}`,
});

/** The owner, or whoever is signed in as the owner, has changed what decides nothing. */
export const mailChanged = (app: FastifyInstance, trx: Trx, one: About): Promise<void> =>
  send(app, trx, one, correctionMade, "");

const correctionAsked = mailTemplate({
  key: "correction-asked",
  name: "The office asks for a correction",
  when: "The office asks for a correction for somebody, before anything is decided",
  reader: "applicants",
  values: correctionValues,
  must: ["link"],
  subject: "The office asks to correct your {called}: {about}",
  text: `Dear {firstname},

The {office} has asked for a correction of your {called} {code} ({title}):

${changed}

A second person decides. You get a mail with the decision. If this is wrong, tell the {office} at once.

${end}`,
});

/** The office asks for somebody: the owner learns it before anything is decided. */
export const mailAsked = (app: FastifyInstance, trx: Trx, one: About): Promise<void> =>
  send(app, trx, one, correctionAsked, "");

const correctionApproved = mailTemplate({
  key: "correction-approved",
  name: "Correction approved",
  when: "A second person approves a correction",
  reader: "applicants",
  values: decidedValues,
  must: ["link"],
  subject: "Corrected in your {called}: {about}",
  text: `Dear {firstname},

Your {called} {code} ({title}) was corrected:

${changed}

What the office wrote: {decision}

Print your papers anew: those that you have show what was submitted before.

${end}`,
});

export const mailApproved = (app: FastifyInstance, trx: Trx, one: About, decision: string): Promise<void> =>
  send(app, trx, one, correctionApproved, decision);

const correctionDeclined = mailTemplate({
  key: "correction-declined",
  name: "Correction not approved",
  when: "A second person does not approve a correction",
  reader: "applicants",
  values: decidedValues,
  must: ["link"],
  subject: "Not corrected in your {called}: {about}",
  text: `Dear {firstname},

A correction of your {called} {code} ({title}) was not approved, and nothing was changed:

${changed}

What the office wrote: {decision}

You may ask again with other evidence.

${end}`,
});

export const mailDeclined = (app: FastifyInstance, trx: Trx, one: About, decision: string): Promise<void> =>
  send(app, trx, one, correctionDeclined, decision);

async function send(
  { portal: { config } }: FastifyInstance,
  trx: Trx,
  { applicant, ...about }: About,
  template: MailTemplate,
  decision: string,
): Promise<void> {
  const [to] = applicant === null ? [] : await contactsOf(trx, [applicant]);
  if (!to) return;
  const { called, title, code, oldvalue, newvalue } = about;
  await writeMail(
    trx,
    fromTemplate(template, to.emailaddress, {
      ...{ called, title, code, about: about.about, oldvalue, newvalue, decision },
      firstname: to.firstname,
      link: `${config.publicUrl}/app/corrections`,
    }),
  );
}

export const correctionTemplates = [correctionMade, correctionAsked, correctionApproved, correctionDeclined];
