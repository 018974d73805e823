import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

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

const notificationTemplate = mailTemplate({
  key: "notification",
  name: "A notification",
  when: "Somebody sends a notification by mail: its own words are written there",
  reader: "applicants",
  values: {
    ...usual("firstname"),
    title: value("its title", "Screening begins on Monday"),
    post: value("its text", "Bring your slip and the originals of your papers."),
    link: value(
      "where it stands on the portal; empty where it is a mail alone",
      "https://portal.example.edu.ng/app/notices",
    ),
  },
  must: ["post"],
  subject: "{college}: {title}",
  text: `Dear {firstname},

{post}

You find this among your notices too:
{link}

${signed.officeWithPhone}`,
});

/** A notification as a letter to one of those it is for. Its text is plain, as all letters are. */
export const notificationMail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { title, post, channel }: Told,
  { firstname, emailaddress, studies }: Reader,
): Mail =>
  fromTemplate(notificationTemplate, emailaddress, {
    ...{ firstname, title, post },
    link: channel === "E-mail" ? "" : `${publicUrl}/${studies ? "student" : "app"}/notices`,
  });

const notificationStopped = mailTemplate({
  key: "notification-stopped",
  name: "A notification was stopped",
  when: "A notification that waited for its minute may not be sent any more",
  reader: "staff",
  values: { ...usual("firstname", "reason", "link"), title: value("its title", "Screening begins on Monday") },
  must: ["link"],
  subject: "A notification was stopped: {title}",
  text: `Dear {firstname},

the notification “{title}” was kept for a minute that has come now. It was not sent: {reason}.

Read it, and write it anew if the college wants to say it still:
{link}

${signed.portal}`,
});

/** Tells somebody of the office that a notification does not go out. */
export const stoppedMail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { _id, title, reason }: { readonly _id: string; readonly title: string; readonly reason: string },
  { firstname, emailaddress }: { readonly firstname: string; readonly emailaddress: string },
): Mail =>
  fromTemplate(notificationStopped, emailaddress, {
    ...{ firstname, title, reason },
    link: `${publicUrl}/staff/notifications/${_id}`,
  });

export const notificationTemplates = [notificationTemplate, notificationStopped];
