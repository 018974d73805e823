import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";

interface Recipient {
  readonly firstname: string;
  readonly emailaddress: string;
}

/** The link to choose a new password; it works once, for 30 minutes. */
export const forgottenMail = ({ publicUrl }: Config, to: Recipient, link: string): Mail => ({
  recipient: to.emailaddress,
  subject: `Choose a new password for the ${brand.shortname} staff console`,
  text: `Dear ${to.firstname},

Somebody, probably you, asked for a new password for the staff console of ${brand.name}. Choose it here:
${publicUrl}/staff/reset/${link}

The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.

${brand.portal}, ${brand.name}`,
});

/** For a new member of staff, and for one whom an administrator sends a link; it works once, for 7 days. */
export const invitationMail = ({ publicUrl }: Config, to: Recipient, link: string): Mail => ({
  recipient: to.emailaddress,
  subject: `Your account at the ${brand.shortname} staff console`,
  text: `Dear ${to.firstname},

You have an account at the staff console of ${brand.name}. You sign in with this email address. Choose your password here:
${publicUrl}/staff/reset/${link}

The link works once, for 7 days. Show it to nobody: whoever opens it chooses the password.

Afterwards sign in at
${publicUrl}/staff

${brand.portal}, ${brand.name}`,
});

/** After a change, so that nobody's password is changed without notice. */
export const passwordSetMail = ({ publicUrl }: Config, to: Recipient): Mail => ({
  recipient: to.emailaddress,
  subject: `Your password for the ${brand.shortname} staff console was set`,
  text: `Dear ${to.firstname},

Your password for the staff console of ${brand.name} has just been set, and every other device was signed out.

If it was not you, choose another password at once and tell an administrator of the portal:
${publicUrl}/staff/forgot

${brand.portal}, ${brand.name}`,
});
