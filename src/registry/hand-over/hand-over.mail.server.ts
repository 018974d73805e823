import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface HandedOver {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly matric: string;
  readonly level: number | null;
}

/** Tells somebody that he or she is a student now, by which number, and where to go on. */
export const handedOverMail = (
  { publicUrl }: Config,
  { firstname, emailaddress, matric, level }: HandedOver,
): Mail => ({
  recipient: emailaddress,
  subject: `${brand.name}: you are a student now, ${matric}`,
  text: `Dear ${firstname},

${brand.name} has made you a student.

Your matric number is ${matric}. It stays yours for good: write it on everything you hand in.

You begin at ${level} level. Your fees, your papers and everything else are in the student's area. Sign in there with the email address and the password that you have, or with your matric number:
${publicUrl}/student

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});
