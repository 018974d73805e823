import { asDay } from "#kit/value/dates.rules.ts";
import { mailTemplate, signed, textTemplate, usual } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

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

const documentValues = usual("firstname", "code", "programme", "session", "label", "reason", "due", "link");

const textOf = (first: string) => `Dear {firstname},

${first}
{label}

Why we ask: {reason}

Please upload it by {due}, here:
{link}

A clear photo or scan will do, or a PDF, at most 2 MB. Your application itself stays as you sent it.

Your application code is {code}.

${signed.officeWithPhone}`;

const documentAsked = mailTemplate({
  key: "document-asked",
  name: "A document is asked for",
  when: "The desk asks an applicant for a document",
  reader: "applicants",
  values: documentValues,
  must: ["label", "due", "link"],
  subject: "{college}: please send us a document: {label}",
  text: textOf("The {office} needs a document for your application to {programme}, session {session}:"),
});

export const askForDocumentMail = (wanted: DocumentLetter): Mail =>
  fromTemplate(documentAsked, wanted.recipient, of(wanted));

/** The same as a text: which document, and why, stands in the mail alone. */
export const askForDocumentText = textTemplate({
  key: "document-asked-text",
  name: "A document is asked for",
  when: "Beside the mail, where there is an SMS gateway",
  values: usual("due", "link"),
  must: ["due", "link"],
  text: "{shortname}: {firstname}, we need a document for your application. Send it by {due}: {link}",
});

const documentReminder = mailTemplate({
  key: "document-reminder",
  name: "A document has not come",
  when: "The day before the last day for a document",
  reader: "applicants",
  values: documentValues,
  must: ["label", "due", "link"],
  subject: "{college}: tomorrow is the last day for your document: {label}",
  text: textOf("A document for your application to {programme}, session {session}, has not come yet:"),
});

/** Reminds of a document that has not come, the day before the last day. */
export const remindOfDocumentMail = (wanted: DocumentLetter): Mail =>
  fromTemplate(documentReminder, wanted.recipient, of(wanted));

const of = ({ firstname, code, programme, session, label, reason, due, address }: DocumentLetter) => ({
  ...{ firstname, code, programme, session, label, reason },
  due: asDay(`${due}T12:00:00Z`),
  link: address,
});

export const documentTemplates = [documentAsked, askForDocumentText, documentReminder];
