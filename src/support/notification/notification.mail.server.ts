import { localPhone } from "#kit/value/phone.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Told {
  readonly title: string;
  readonly post: string;
  readonly channel: string;
}

interface Reader {
  readonly firstname: string;
  readonly emailaddress: string;
  /** Whether the reader is a student, and has an area of the student's own. */
  readonly studies: boolean;
}

/** A notification as a letter to one of those it is for. Its text is plain, as all letters are. */
export const notificationMail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { title, post, channel }: Told,
  { firstname, emailaddress, studies }: Reader,
): Mail => ({
  recipient: emailaddress,
  subject: `${brand.name}: ${title}`,
  text: `Dear ${firstname},

${post}
${channel === "E-mail" ? "" : `\nYou find this among your notices too:\n${publicUrl}/${studies ? "student" : "app"}/notices\n`}
${contact.office}, ${brand.name}
${contact.emailaddress}, ${localPhone(contact.phonenumber)}`,
});

/** Tells somebody of the office that a notification does not go out. */
export const stoppedMail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { _id, title, reason }: { readonly _id: string; readonly title: string; readonly reason: string },
  { firstname, emailaddress }: { readonly firstname: string; readonly emailaddress: string },
): Mail => ({
  recipient: emailaddress,
  subject: `A notification was stopped: ${title}`,
  text: `Dear ${firstname},

the notification “${title}” was kept for a minute that has come now. It was not sent: ${reason}.

Read it, and write it anew if the college wants to say it still:
${publicUrl}/staff/notifications/${_id}

${brand.portal}, ${brand.name}`,
});
