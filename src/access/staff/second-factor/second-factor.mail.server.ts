import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface Recipient {
  readonly firstname: string;
  readonly emailaddress: string;
}

const secondFactorOn = mailTemplate({
  key: "second-factor-on",
  name: "Second factor was set up",
  when: "A member of staff sets up a second factor",
  reader: "staff",
  values: usual("firstname", "link"),
  must: ["link"],
  subject: "Your {shortname} staff account has a second factor",
  text: `Dear {firstname},

A second factor was set up for your staff account, and every other device was signed out. From now on signing in asks for a code of your authenticator app. Your recovery codes were shown once; keep them where nobody else looks.

If it was not you, choose another password at once and tell an administrator of the portal:
{link}

${signed.portal}`,
});

export const secondFactorOnMail = ({ publicUrl }: Config, { firstname, emailaddress }: Recipient): Mail =>
  fromTemplate(secondFactorOn, emailaddress, { firstname, link: `${publicUrl}/staff/forgot` });

const secondFactorOff = mailTemplate({
  key: "second-factor-off",
  name: "Second factor is off",
  when: "The second factor of a member of staff is turned off",
  reader: "staff",
  values: usual("firstname", "link"),
  must: ["link"],
  subject: "The second factor of your {shortname} staff account is off",
  text: `Dear {firstname},

The second factor of your staff account was turned off: the password alone signs you in. You can set up another one on the page My account.

If you did not ask for it, choose another password at once and tell an administrator of the portal:
{link}

${signed.portal}`,
});

export const secondFactorOffMail = ({ publicUrl }: Config, { firstname, emailaddress }: Recipient): Mail =>
  fromTemplate(secondFactorOff, emailaddress, { firstname, link: `${publicUrl}/staff/forgot` });

export const secondFactorTemplates = [secondFactorOn, secondFactorOff];
