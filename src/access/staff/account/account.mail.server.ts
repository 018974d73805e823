import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface Change {
  readonly firstname: string;
  readonly to: string;
  readonly before: string;
  readonly after: string;
}

const staffAddressChanged = mailTemplate({
  key: "staff-address-changed",
  name: "Address of a staff account was changed",
  when: "The email address of a staff account is changed: goes to both addresses",
  reader: "staff",
  values: {
    ...usual("firstname", "link"),
    before: value("the address before", "a.bello@example.edu.ng"),
    after: value("the new address", "aisha.bello@example.edu.ng"),
  },
  must: ["before", "after", "link"],
  subject: "The email address of your {shortname} staff account was changed",
  text: `Dear {firstname},

The email address of your account at the staff console of {college} was changed from {before} to {after}. From now on you sign in with the new one, and letters go there. Your password stays as it is. Every device is signed out, and links that were mailed before no longer work.

If this is not right, tell an administrator of the portal at once.

{link}

${signed.portal}`,
});

/** Goes to the address before and to the new one, so that nobody's account is taken over in silence. */
export const addressChangedMail = ({ publicUrl }: Config, { to, ...change }: Change): Mail =>
  fromTemplate(staffAddressChanged, to, { ...change, link: `${publicUrl}/staff` });

export const staffAddressTemplates = [staffAddressChanged];
