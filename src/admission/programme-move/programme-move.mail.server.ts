import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface ToldOfMove {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly code: string;
  /** As the programmes are called. */
  readonly from: string;
  readonly to: string;
}

interface MoveNews {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

export const offeredNews = (
  { from, to }: Pick<ToldOfMove, "from" | "to">,
  { answerby, reason, missing }: { answerby: string; reason: string; missing: readonly string[] },
): MoveNews => ({
  subject: "the college offers you another programme",
  paragraphs: [
    `The college cannot offer you a place in ${from} as things stand. It can consider you for ${to} instead, with the same application and no second fee:`,
    reason,
    `Say yes or no on the portal until the end of ${asDay(`${answerby}T12:00:00Z`)}. Until you answer you stay with ${from}. If you do not answer, you stay there too.`,
    ...documentWords(to, missing),
  ],
});

export const movedNews = ({ from, to }: Pick<ToldOfMove, "from" | "to">, missing: readonly string[]): MoveNews => ({
  subject: `your application is to ${to} now`,
  paragraphs: [
    `Your application has moved from ${from} to ${to}. Its code, your fee and your papers stay good. This is not yet an offer of a place.`,
    "On CAPS change your course to the same programme, or JAMB cannot approve it.",
    ...documentWords(to, missing),
  ],
});

export const refusedNews = ({ from, to }: Pick<ToldOfMove, "from" | "to">, why: string): MoveNews => ({
  subject: "your change of programme is refused",
  paragraphs: [
    `You asked to move from ${from} to ${to}. The office has refused it:`,
    why,
    `Your application to ${from} stands.`,
  ],
});

export const lapsedNews = ({ from, to }: Pick<ToldOfMove, "from" | "to">): MoveNews => ({
  subject: "the day to answer is over",
  paragraphs: [
    `You did not answer whether you want ${to}, so nothing has changed: your application to ${from} stands.`,
  ],
});

const documentWords = (to: string, missing: readonly string[]): string[] =>
  missing.length > 0
    ? [`${to} also asks for: ${missing.join(", ")}. The office asks you for them by mail once you are there.`]
    : [];

export const moveMail = ({ publicUrl }: Config, of: ToldOfMove, { subject, paragraphs }: MoveNews): Mail => ({
  recipient: of.emailaddress,
  subject: `${brand.name}: ${subject}`,
  text: `Dear ${of.firstname},

Your application ${of.code}

${paragraphs.join("\n\n")}

See it here:
${publicUrl}/app/choices

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});
