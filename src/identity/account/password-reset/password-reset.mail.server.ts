import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface Recipient {
  readonly firstname: string;
  readonly emailaddress: string;
}

const passwordLink = mailTemplate({
  key: "password-link",
  name: "Link for a new password",
  when: "An applicant or a student has forgotten the password",
  reader: "applicants",
  values: usual("firstname", "link"),
  must: ["link"],
  subject: "Choose a new password for {shortname}",
  text: `Dear {firstname},

Somebody, probably you, asked for a new password for the {portal} of {college}. Choose it here:
{link}

The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.

${signed.office}`,
});

/** The link to choose a new password; it works once, for 30 minutes. */
export const passwordResetMail = ({ firstname, emailaddress }: Recipient, link: string): Mail =>
  fromTemplate(passwordLink, emailaddress, { firstname, link });

const passwordChanged = mailTemplate({
  key: "password-changed",
  name: "Password was changed",
  when: "An applicant or a student has chosen another password",
  reader: "applicants",
  values: usual("firstname", "link"),
  must: ["link"],
  subject: "Your {shortname} password was changed",
  text: `Dear {firstname},

Your password for the {portal} of {college} has just been changed, and every device was signed out.

If it was not you, choose another password at once:
{link}
and tell the {office}.

${signed.office}`,
});

/** After the change, so that nobody's password is changed without notice. */
export const passwordChangedMail = ({ publicUrl }: Config, { firstname, emailaddress }: Recipient): Mail =>
  fromTemplate(passwordChanged, emailaddress, { firstname, link: `${publicUrl}/forgot` });

export const passwordTemplates = [passwordLink, passwordChanged];
