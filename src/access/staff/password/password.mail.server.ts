import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface Recipient {
  readonly firstname: string;
  readonly emailaddress: string;
}

const staffForgotten = mailTemplate({
  key: "staff-password-link",
  name: "Link for a new staff password",
  when: "A member of staff has forgotten the password",
  reader: "staff",
  values: usual("firstname", "link"),
  must: ["link"],
  subject: "Choose a new password for the {shortname} staff console",
  text: `Dear {firstname},

Somebody, probably you, asked for a new password for the staff console of {college}. Choose it here:
{link}

The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.

${signed.portal}`,
});

/** The link to choose a new password; it works once, for 30 minutes. */
export const forgottenMail = ({ publicUrl }: Config, { firstname, emailaddress }: Recipient, link: string): Mail =>
  fromTemplate(staffForgotten, emailaddress, { firstname, link: `${publicUrl}/staff/reset/${link}` });

const staffInvitation = mailTemplate({
  key: "staff-invitation",
  name: "Invitation to the staff console",
  when: "A member of staff gets an account, or a link from an administrator",
  reader: "staff",
  values: {
    ...usual("firstname", "link"),
    page: value("the address of the staff console", "https://portal.example.edu.ng/staff"),
  },
  must: ["link"],
  subject: "Your account at the {shortname} staff console",
  text: `Dear {firstname},

You have an account at the staff console of {college}. You sign in with this email address. Choose your password here:
{link}

The link works once, for 7 days. Show it to nobody: whoever opens it chooses the password.

Afterwards sign in at
{page}

${signed.portal}`,
});

/** For a new member of staff, and for one whom an administrator sends a link; it works once, for 7 days. */
export const invitationMail = ({ publicUrl }: Config, { firstname, emailaddress }: Recipient, link: string): Mail =>
  fromTemplate(staffInvitation, emailaddress, {
    firstname,
    link: `${publicUrl}/staff/reset/${link}`,
    page: `${publicUrl}/staff`,
  });

const staffPasswordSet = mailTemplate({
  key: "staff-password-set",
  name: "Staff password was set",
  when: "A member of staff has chosen another password",
  reader: "staff",
  values: usual("firstname", "link"),
  must: ["link"],
  subject: "Your password for the {shortname} staff console was set",
  text: `Dear {firstname},

Your password for the staff console of {college} has just been set, and every other device was signed out.

If it was not you, choose another password at once and tell an administrator of the portal:
{link}

${signed.portal}`,
});

/** After a change, so that nobody's password is changed without notice. */
export const passwordSetMail = ({ publicUrl }: Config, { firstname, emailaddress }: Recipient): Mail =>
  fromTemplate(staffPasswordSet, emailaddress, { firstname, link: `${publicUrl}/staff/forgot` });

export const staffPasswordTemplates = [staffForgotten, staffInvitation, staffPasswordSet];
