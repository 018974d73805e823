import type { Config } from "#platform/config/config.server.ts";
import {
  mailTemplate,
  signed,
  textTemplate,
  usual,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";

interface Recipient {
  readonly firstname: string;
  readonly emailaddress: string;
}

export const codeValue = value("the code that the reader types", "7GWR4-XQM2K");
const typedAt = value("the address of the page where the code is typed", "https://portal.example.edu.ng/verify");

const verificationCode = mailTemplate({
  key: "verification-code",
  name: "Verification code",
  when: "Somebody creates an account, or asks for another code",
  reader: "applicants",
  values: { ...usual("firstname", "link"), code: codeValue, page: typedAt },
  must: ["code", "link"],
  // Without the code: the office reads the subjects of the mails that were sent.
  subject: "Your verification code for {shortname}",
  text: `Dear {firstname},

Your verification code for the {portal} of {college} is

{code}

Type it at
{page}

or simply open this link:
{link}

Code and link work once, for one hour. If you did not create an account, do nothing, and pass neither on.

${signed.office}`,
});

/** Code and link of a new account; both work for one hour. */
export const verificationMail = ({ publicUrl }: Config, to: Recipient, code: string, link: string): Mail =>
  fromTemplate(verificationCode, to.emailaddress, {
    firstname: to.firstname,
    code,
    page: `${publicUrl}/verify`,
    link: `${publicUrl}/activate/${link}`,
  });

/** The same code as a text: whoever shares the phone learns no more than the first name. */
export const codeText = textTemplate({
  key: "verification-code-text",
  name: "Verification code",
  when: "Beside the mail with the code, where there is an SMS gateway",
  values: { code: codeValue, page: typedAt },
  must: ["code"],
  text: "{shortname}: {firstname}, your verification code is {code}. It works once, for one hour, at {page}",
});

const alreadyVerified = mailTemplate({
  key: "already-verified",
  name: "Account is verified already",
  when: "Somebody asks for a code whose account is verified",
  reader: "applicants",
  values: {
    ...usual("firstname", "link"),
    forgot: value("where a new password is chosen", "https://portal.example.edu.ng/forgot"),
  },
  must: ["link"],
  subject: "Your {shortname} account is already verified",
  text: `Dear {firstname},

Somebody, probably you, asked for a verification code for this address. Your account is verified already, so you need none. Sign in at
{link}

If you do not know your password, choose a new one at
{forgot}

${signed.office}`,
});

/** To somebody who asks for a code and needs none. */
export const alreadyVerifiedMail = ({ publicUrl }: Config, { firstname, emailaddress }: Recipient): Mail =>
  fromTemplate(alreadyVerified, emailaddress, {
    firstname,
    link: `${publicUrl}/`,
    forgot: `${publicUrl}/forgot`,
  });

export const verificationTemplates = [verificationCode, codeText, alreadyVerified];
