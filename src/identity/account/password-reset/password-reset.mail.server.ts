import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Recipient {
  readonly firstname: string;
  readonly emailaddress: string;
}

/** The link to choose a new password; it works once, for 30 minutes. */
export const passwordResetMail = (to: Recipient, link: string): Mail => ({
  recipient: to.emailaddress,
  subject: `Choose a new password for ${brand.shortname}`,
  text: `Dear ${to.firstname},

Somebody, probably you, asked for a new password for the ${brand.portal} of ${brand.name}. Choose it here:
${link}

The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});

/** After the change, so that nobody's password is changed without notice. */
export const passwordChangedMail = ({ publicUrl }: Config, to: Recipient): Mail => ({
  recipient: to.emailaddress,
  subject: `Your ${brand.shortname} password was changed`,
  text: `Dear ${to.firstname},

Your password for the ${brand.portal} of ${brand.name} has just been changed, and every device was signed out.

If it was not you, choose another password at once:
${publicUrl}/forgot
and tell the ${contact.office}.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});
