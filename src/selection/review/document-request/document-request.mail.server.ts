import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

export interface DocumentLetter {
  readonly firstname: string;
  readonly recipient: string;
  /** Of the application. */
  readonly code: string;
  readonly programme: string;
  readonly session: string;
  readonly label: string;
  readonly reason: string;
  /** The last day, in Lagos. */
  readonly due: string;
  /** Where it is sent. */
  readonly address: string;
}

export const askForDocumentMail = (wanted: DocumentLetter): Mail =>
  letter(
    wanted,
    `please send us a document: ${wanted.label}`,
    `The ${contact.office} needs a document for your application to ${wanted.programme}, session ${wanted.session}:`,
  );

/** The same as a text: which document, and why, stands in the mail alone. */
export const askForDocumentText = ({ due, address }: DocumentLetter, firstname: string): string =>
  `${brand.shortname}: ${firstname}, we need a document for your application. Send it by ${asDay(`${due}T12:00:00Z`)}: ${address}`;

/** Reminds of a document that has not come, the day before the last day. */
export const remindOfDocumentMail = (wanted: DocumentLetter): Mail =>
  letter(
    wanted,
    `tomorrow is the last day for your document: ${wanted.label}`,
    `A document for your application to ${wanted.programme}, session ${wanted.session}, has not come yet:`,
  );

const letter = (wanted: DocumentLetter, subject: string, first: string): Mail => ({
  recipient: wanted.recipient,
  subject: `${brand.name}: ${subject}`,
  text: `Dear ${wanted.firstname},

${first}
${wanted.label}

Why we ask: ${wanted.reason}

Please upload it by ${asDay(`${wanted.due}T12:00:00Z`)}, here:
${wanted.address}

A clear photo or scan will do, or a PDF, at most 2 MB. Your application itself stays as you sent it.

Your application code is ${wanted.code}.

${contact.office}, ${brand.name}
${contact.emailaddress}, ${localPhone(contact.phonenumber)}`,
});
