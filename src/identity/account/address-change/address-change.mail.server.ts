import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import { codeValue } from "../verification/verification.mail.server.ts";

interface Changing {
  readonly firstname: string;
  readonly oldaddress: string;
  readonly newaddress: string;
}

const veiled = value("the new address, all but its beginning veiled", "a•••@example.com");

const addressCode = mailTemplate({
  key: "address-code",
  name: "Code for a new email address",
  when: "The help desk was asked to change an address: goes to the new one",
  reader: "applicants",
  values: {
    ...usual("firstname", "link"),
    code: codeValue,
    page: value("the address of the page where the code is typed", "https://portal.example.edu.ng/verify"),
  },
  must: ["code", "link"],
  subject: "Confirm your new email address for {shortname}",
  text: `Dear {firstname},

The {office} was asked to make this the email address of your account on the {portal} of {college}. Your code to confirm it is

{code}

Type it at
{page}

or simply open this link:
{link}

Code and link work once, for one hour. Until then nothing is changed. If you did not ask for this, do nothing.

${signed.office}`,
});

/** To the new address: code and link by which it shows that it is the applicant's. Both work for one hour. */
export const addressCodeMail = ({ publicUrl }: Config, to: Changing, code: string, link: string): Mail =>
  fromTemplate(addressCode, to.newaddress, {
    firstname: to.firstname,
    code,
    page: `${publicUrl}/verify`,
    link: `${publicUrl}/activate/${link}`,
  });

const addressAsked = mailTemplate({
  key: "address-change-asked",
  name: "Change of email address asked for",
  when: "The help desk was asked to change an address: goes to the old one, at once",
  reader: "applicants",
  values: { ...usual("firstname"), newaddress: veiled },
  must: ["newaddress"],
  subject: "Somebody asked to change the email address of your {shortname} account",
  text: `Dear {firstname},

Somebody came to the {office} with evidence and asked to change the email address of your account to {newaddress}. You were signed out everywhere. The change happens once the new address is confirmed.

If it was you, confirm the new address with the mail that we sent there. If it was not you, tell the {office} at once.

${signed.office}`,
});

/** To the old address, at once: whoever still reads it can object before anything is changed. */
export const addressAskedMail = ({ firstname, oldaddress, newaddress }: Changing): Mail =>
  fromTemplate(addressAsked, oldaddress, { firstname, newaddress: veilAddress(newaddress) });

const addressIsNew = mailTemplate({
  key: "address-is-new",
  name: "New email address holds",
  when: "An address was changed: goes to the new one",
  reader: "applicants",
  values: {
    ...usual("firstname", "link"),
    forgot: value("where a new password is chosen", "https://portal.example.edu.ng/forgot"),
  },
  must: ["link"],
  subject: "This is the email address of your {shortname} account now",
  text: `Dear {firstname},

From now on you sign in to the {portal} of {college} with this address and the password that you have:
{link}

If you do not know your password, choose a new one at
{forgot}

${signed.office}`,
});

const addressChanged = mailTemplate({
  key: "address-changed",
  name: "Email address was changed",
  when: "An address was changed: goes to the old one",
  reader: "applicants",
  values: { ...usual("firstname"), newaddress: veiled },
  subject: "The email address of your {shortname} account was changed",
  text: `Dear {firstname},

Your account on the {portal} of {college} has a new email address, {newaddress}. This one does not belong to it any more.

If it was not you, tell the {office} at once.

${signed.office}`,
});

/** To both, after the change. */
export const addressChangedMails = (
  { publicUrl }: Config,
  { firstname, oldaddress, newaddress }: Changing,
): readonly Mail[] => [
  fromTemplate(addressIsNew, newaddress, { firstname, link: `${publicUrl}/`, forgot: `${publicUrl}/forgot` }),
  fromTemplate(addressChanged, oldaddress, { firstname, newaddress: veilAddress(newaddress) }),
];

/** Enough to know one's own address by, and no more: `n•••@example.com`. */
export const veilAddress = (emailaddress: string): string => emailaddress.replace(/^(.)[^@]*/, "$1•••");

export const addressTemplates = [addressCode, addressAsked, addressIsNew, addressChanged];
