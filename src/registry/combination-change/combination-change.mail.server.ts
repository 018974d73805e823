import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Told {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly fromprogramme: string;
  readonly programme: string;
}

/** What has become of a request, in a line, and in paragraphs. */
interface News {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

export const askedNews = (next: string): News => ({
  subject: "is asked for",
  paragraphs: [
    `You have asked for it. It waits for the ${next} now. Until the last office has agreed nothing changes: you study, and pay for, what you do now.`,
  ],
});

export const passedNews = (office: string, next: string): News => ({
  subject: `the ${office} has agreed`,
  paragraphs: [`The ${office} has agreed. It waits for the ${next} now.`],
});

export const refusedNews = (office: string, reason: string): News => ({
  subject: "is refused",
  paragraphs: [`The ${office} has refused it:`, reason, "You stay where you are. Your bill is as it was."],
});

export const inForceNews = (bill: string, newmatric: string | null): News => ({
  subject: "is in force",
  paragraphs: [
    "All offices have agreed, and the change is in force.",
    bill,
    newmatric === null
      ? "Your matric number stays as it is."
      : `Your matric number is ${newmatric} from now on. Sign in with it, or with your email address.`,
  ],
});

export const combinationMail = ({ publicUrl }: Config, of: Told, { subject, paragraphs }: News): Mail => ({
  recipient: of.emailaddress,
  subject: `${brand.name}: your change of combination ${subject}`,
  text: `Dear ${of.firstname},

Your change from ${of.fromprogramme} to ${of.programme}

${paragraphs.join("\n\n")}

See it here:
${publicUrl}/student/combination

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});
