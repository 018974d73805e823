import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Changing {
  readonly firstname: string;
  readonly oldaddress: string;
  readonly newaddress: string;
}

/** To the new address: code and link by which it shows that it is the applicant's. Both work for one hour. */
export const addressCodeMail = ({ publicUrl }: Config, to: Changing, code: string, link: string): Mail => ({
  recipient: to.newaddress,
  subject: `Confirm your new email address for ${brand.shortname}`,
  text: `Dear ${to.firstname},

The ${contact.office} was asked to make this the email address of your account on the ${brand.portal} of ${brand.name}. Your code to confirm it is

${code}

Type it at
${publicUrl}/verify

or simply open this link:
${publicUrl}/activate/${link}

Code and link work once, for one hour. Until then nothing is changed. If you did not ask for this, do nothing.

${signature()}`,
});

/** To the old address, at once: whoever still reads it can object before anything is changed. */
export const addressAskedMail = (to: Changing): Mail => ({
  recipient: to.oldaddress,
  subject: `Somebody asked to change the email address of your ${brand.shortname} account`,
  text: `Dear ${to.firstname},

Somebody came to the ${contact.office} with evidence and asked to change the email address of your account to ${veilAddress(to.newaddress)}. You were signed out everywhere. The change happens once the new address is confirmed.

If it was you, confirm the new address with the mail that we sent there. If it was not you, tell the ${contact.office} at once.

${signature()}`,
});

/** To both, after the change. */
export const addressChangedMails = ({ publicUrl }: Config, to: Changing): readonly Mail[] => [
  {
    recipient: to.newaddress,
    subject: `This is the email address of your ${brand.shortname} account now`,
    text: `Dear ${to.firstname},

From now on you sign in to the ${brand.portal} of ${brand.name} with this address and the password that you have:
${publicUrl}/

If you do not know your password, choose a new one at
${publicUrl}/forgot

${signature()}`,
  },
  {
    recipient: to.oldaddress,
    subject: `The email address of your ${brand.shortname} account was changed`,
    text: `Dear ${to.firstname},

Your account on the ${brand.portal} of ${brand.name} has a new email address, ${veilAddress(to.newaddress)}. This one does not belong to it any more.

If it was not you, tell the ${contact.office} at once.

${signature()}`,
  },
];

/** Enough to know one's own address by, and no more: `n•••@example.com`. */
export const veilAddress = (emailaddress: string): string => emailaddress.replace(/^(.)[^@]*/, "$1•••");

const signature = () => `${contact.office}, ${brand.name}
${contact.emailaddress}`;
