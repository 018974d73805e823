import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";

interface Change {
  readonly firstname: string;
  readonly to: string;
  readonly before: string;
  readonly after: string;
}

/** Goes to the address before and to the new one, so that nobody's account is taken over in silence. */
export const addressChangedMail = ({ publicUrl }: Config, { firstname, to, before, after }: Change): Mail => ({
  recipient: to,
  subject: `The email address of your ${brand.shortname} staff account was changed`,
  text: `Dear ${firstname},

The email address of your account at the staff console of ${brand.name} was changed from ${before} to ${after}. From now on you sign in with the new one, and letters go there. Your password stays as it is. Every device is signed out, and links that were mailed before no longer work.

If this is not right, tell an administrator of the portal at once.

${publicUrl}/staff

${brand.portal}, ${brand.name}`,
});
