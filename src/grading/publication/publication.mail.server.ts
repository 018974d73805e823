import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { termWords } from "./publication.rules.ts";

export interface Told {
  readonly firstname: string;
  readonly name: string;
  readonly matric: string | null;
  readonly emailaddress: string;
  /** Its name. */
  readonly session: string;
  readonly semester: number;
  /** Why they were taken back. */
  readonly reason: string | null;
  /** The courses about whose marks the student had asked, and no answer was final when they were taken back. */
  readonly inquiries: readonly string[];
}

/** Results are out; no mark stands in it. */
export const outMail = (publicUrl: string, told: Told): Mail =>
  letter(publicUrl, told, `Your results of the ${termWords(told)} are out`, [
    `Your results of the ${termWords(told)} are out. Sign in to read them, with your GPA and what each figure is made of:`,
    `${publicUrl}/student/results`,
    "If fees or a hold keep them closed, the page says what opens them.",
    "A course that is not among them yet follows once its lecturer and the board are done with it.",
  ]);

export const recalledMail = (publicUrl: string, told: Told): Mail =>
  letter(publicUrl, told, `Your results of the ${termWords(told)} were taken back`, [
    `The results of the ${termWords(told)} that you could read were published by mistake, and the college has taken them back. They count for nothing now.`,
    ...(told.reason ? [`The reason: ${told.reason}`] : []),
    ...(told.inquiries.length > 0
      ? [
          `Your ${told.inquiries.length === 1 ? "question" : "questions"} about the mark in ${told.inquiries.join(", ")} ended with it, without an answer. Once that mark is published anew you can ask about it again.`,
        ]
      : []),
    "You read them again once they are published anew. A slip that you printed shows as recalled to whoever checks it.",
  ]);

const letter = (
  publicUrl: string,
  { firstname, name, matric, emailaddress }: Told,
  subject: string,
  paragraphs: readonly string[],
): Mail => ({
  recipient: emailaddress,
  subject: matric ? `${matric}: ${subject.charAt(0).toLowerCase()}${subject.slice(1)}` : subject,
  text: `Dear ${firstname},

${name}${matric ? `, ${matric}` : ""}

${paragraphs.join("\n\n")}

${contact.office}, ${brand.name}
${publicUrl}`,
});
