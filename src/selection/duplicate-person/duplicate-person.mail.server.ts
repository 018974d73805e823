import { localPhone } from "#kit/value/phone.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { PlainMail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Person {
  readonly firstname: string;
  readonly emailaddress: string;
}

const signed = (): string => `${contact.office}, ${brand.name}
${contact.address}
${contact.emailaddress}, ${localPhone(contact.phonenumber)}`;

const WRONG = "If this is not right, come to the office below with your JAMB slip, or write to it.";

export const lockedMail = ({ firstname, emailaddress }: Person, paid: readonly string[]): PlainMail => ({
  recipient: emailaddress,
  subject: `${brand.name}: your account is locked`,
  text: `Dear ${firstname},

You seem to have two accounts on the ${brand.portal}, and the college takes one of each person. The account of this address is locked: nobody can pay or apply with it. You can still sign in and print your papers.
${paid.length > 0 ? `\nWhat you have paid is safe: ${paid.join(", ")}. The bursary knows of it.\n` : ""}
${WRONG}

${signed()}`,
});

export const unlockedMail = ({ firstname, emailaddress }: Person): PlainMail => ({
  recipient: emailaddress,
  subject: `${brand.name}: your account is open again`,
  text: `Dear ${firstname},

Your account on the ${brand.portal} is open again. You can pay and apply with it as before.

${signed()}`,
});

/** To both addresses: which account stays, and that nothing is lost. */
export const mergedMails = (
  config: Config,
  { kept, gone }: { readonly kept: Person; readonly gone: Person },
): PlainMail[] =>
  [kept, gone].map(({ emailaddress }) => ({
    recipient: emailaddress,
    subject: `${brand.name}: use one of your two accounts`,
    text: `Dear ${kept.firstname},

You had two accounts on the ${brand.portal}. The one with the address ${kept.emailaddress} is yours from now on: what you have paid and submitted stands there. The other one is closed for paying and applying; what you typed there can still be read.

Sign in here with ${kept.emailaddress}. If you do not know the password, choose Forgot password:
${config.publicUrl}

${WRONG}

${signed()}`,
  }));

/** To the bursary, where a locked account has money. */
export const moneyMail = (
  config: Config,
  to: Person,
  { name, paid, pair }: { readonly name: string; readonly paid: readonly string[]; readonly pair: string },
): PlainMail => ({
  recipient: to.emailaddress,
  subject: `${brand.portal}: an account with a payment was locked`,
  text: `Dear ${to.firstname},

The account of ${name} was locked, because the same person seems to have another one. It has paid ${paid.join(", ")}.

Nothing is moved by itself. Where both accounts have paid for the same, one of them is given back under Withdrawals:
${config.publicUrl}/staff/duplicate-persons/${pair}`,
});
