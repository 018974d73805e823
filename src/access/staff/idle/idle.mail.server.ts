import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface Idle {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly idledays: number;
  /** A day, in Lagos. */
  readonly closeson: string;
}

const idleValues = { ...usual("firstname", "link"), days: value("how many days the account was not used", "90") };

const accountIdle = mailTemplate({
  key: "staff-account-idle",
  name: "An account is not used",
  when: "A member of staff has not signed in for so many days as the settings say",
  reader: "staff",
  values: { ...idleValues, closeson: value("the day on which it closes", "3 March 2027") },
  must: ["closeson", "link"],
  subject: "{portal}: your account closes on {closeson}",
  text: `Dear {firstname},

nobody has signed in with your account for {days} days. An account that is not used is a door that nobody watches, so it closes on {closeson}.

To keep it, sign in once before that day:
{link}

If you do not need it any more, do nothing. Nothing of what you did is deleted.

${signed.portal}`,
});

const accountClosed = mailTemplate({
  key: "staff-account-closed",
  name: "An unused account is closed",
  when: "The day has come on which an unused account of staff closes",
  reader: "staff",
  values: idleValues,
  subject: "{portal}: your account is closed",
  text: `Dear {firstname},

your account was not used for {days} days, and is closed. Your rights and all that you did are kept. If you need it again, ask an administrator of the portal to send you a link from your page under Staff: choose a password with it, and sign in.
{link}

${signed.portal}`,
});

export const idleTemplates = [accountIdle, accountClosed];

export const idleMail = ({ publicUrl }: Config, { firstname, emailaddress, idledays, closeson }: Idle): Mail =>
  fromTemplate(accountIdle, emailaddress, {
    firstname,
    days: String(idledays),
    closeson: asDay(closeson),
    link: `${publicUrl}/staff`,
  });

export const closedMail = ({ publicUrl }: Config, { firstname, emailaddress, idledays }: Idle): Mail =>
  fromTemplate(accountClosed, emailaddress, { firstname, days: String(idledays), link: `${publicUrl}/staff` });
