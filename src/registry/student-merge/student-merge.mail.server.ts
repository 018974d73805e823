import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Person {
  readonly firstname: string;
  readonly name: string;
  readonly matric: string | null;
  readonly emailaddress: string;
}

interface Merged {
  readonly kept: Person;
  readonly gone: Person;
  /** The address of the record that stays, before. */
  readonly before: string;
}

/** Tells a student that two records are one now, at each address that either had. */
export function mergedMail({ publicUrl }: Config, { kept, gone, before }: Merged): Mail[] {
  const addresses = new Map([kept.emailaddress, gone.emailaddress, before].map((one) => [one.toLowerCase(), one]));
  const matric = kept.matric ?? gone.matric;
  const old = gone.matric !== null && gone.matric !== matric ? gone.matric : null;
  return [...addresses.values()].map((recipient) => ({
    recipient,
    subject: `${matric ?? kept.name}: your two records are one now`,
    text: `Dear ${kept.firstname},

${brand.name} had two records of you as a student, and has made one of them.

${matric ? `Your matric number is ${matric}. Write it on everything you hand in.` : "Your matric number follows."}${old ? ` The number ${old} leads to the same record.` : ""}

Bills, payments, orders and everything else of both stand there now. Nothing that you have paid is lost. Sign in to the student's area ${matric ? "with that number" : "as before"}; if you do not know the password, choose Forgot password:
${publicUrl}/student

If these are two different people, write to the ${contact.office} at once:
${contact.emailaddress}

${contact.office}, ${brand.name}`,
  }));
}
