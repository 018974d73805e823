import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Recipient {
  readonly firstname: string;
  readonly emailaddress: string;
}

/** Code and link of a new account; both work for one hour. */
export const verificationMail = ({ publicUrl }: Config, to: Recipient, code: string, link: string): Mail => ({
  recipient: to.emailaddress,
  // Without the code: the office reads the subjects of the mails that were sent.
  subject: `Your verification code for ${brand.shortname}`,
  text: `Dear ${to.firstname},

Your verification code for the ${brand.portal} of ${brand.name} is

${code}

Type it at
${publicUrl}/verify

or simply open this link:
${publicUrl}/activate/${link}

Code and link work once, for one hour. If you did not create an account, do nothing: without the code it is deleted.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});

/** The same code as a text: whoever shares the phone learns no more than the first name. */
export const codeText = ({ publicUrl }: Config, firstname: string, code: string): string =>
  `${brand.shortname}: ${firstname}, your verification code is ${code}. It works once, for one hour, at ${publicUrl}/verify`;

/** To somebody who asks for a code and needs none. */
export const alreadyVerifiedMail = ({ publicUrl }: Config, to: Recipient): Mail => ({
  recipient: to.emailaddress,
  subject: `Your ${brand.shortname} account is already verified`,
  text: `Dear ${to.firstname},

Somebody, probably you, asked for a verification code for this address. Your account is verified already, so you need none. Sign in at
${publicUrl}/

If you do not know your password, choose a new one at
${publicUrl}/forgot

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});
