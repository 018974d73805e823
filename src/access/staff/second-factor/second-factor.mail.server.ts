import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";

interface Recipient {
  readonly firstname: string;
  readonly emailaddress: string;
}

const mail = (to: Recipient, subject: string, text: string): Mail => ({
  recipient: to.emailaddress,
  subject,
  text: `Dear ${to.firstname},

${text}

${brand.portal}, ${brand.name}`,
});

export const secondFactorOnMail = ({ publicUrl }: Config, to: Recipient): Mail =>
  mail(
    to,
    `Your ${brand.shortname} staff account has a second factor`,
    `A second factor was set up for your staff account, and every other device was signed out. From now on signing in asks for a code of your authenticator app. Your recovery codes were shown once; keep them where nobody else looks.

If it was not you, choose another password at once and tell an administrator of the portal:
${publicUrl}/staff/forgot`,
  );

export const secondFactorOffMail = ({ publicUrl }: Config, to: Recipient): Mail =>
  mail(
    to,
    `The second factor of your ${brand.shortname} staff account is off`,
    `The second factor of your staff account was turned off: the password alone signs you in. You can set up another one on the page My account.

If you did not ask for it, choose another password at once and tell an administrator of the portal:
${publicUrl}/staff/forgot`,
  );
