import { localPhone } from "#kit/value/phone.rules.ts";
import { type Limit, takeWith } from "#platform/limits.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { lockApplicant } from "../session/session.server.ts";

interface Owner {
  readonly _id: string;
  readonly firstname: string;
  readonly emailaddress: string;
}

/** Sets an applicant's phone number for the office, and tells its owner. What was submitted keeps the old one. */
export async function changePhoneOf(trx: Trx, owner: Owner, phonenumber: string): Promise<void> {
  await lockApplicant(trx, owner._id);
  await trx.updateTable("applicant").set({ phonenumber }).where("_id", "=", owner._id).execute();
  await postMail(trx, phoneChangedMail(owner, phonenumber));
}

/** As many as anybody needs who mistypes; each goes with a mail. */
const changes: Limit = {
  name: "phone-change",
  points: 5,
  seconds: 3_600,
  sentence: "You have changed your phone number five times within the hour. Please try again later",
};

/** Tells the owner, by mail, of the number that whoever is signed in has given. Refuses with 429. */
export async function tellOfOwnPhone(trx: Trx, owner: Owner, phonenumber: string): Promise<void> {
  await takeWith(trx, changes, owner._id);
  await postMail(trx, ownPhoneMail(owner, phonenumber));
}

const phoneChangedMail = (to: Owner, phonenumber: string): Mail => ({
  recipient: to.emailaddress,
  subject: `The phone number of your ${brand.shortname} account was corrected`,
  text: `Dear ${to.firstname},

The ${contact.office} has corrected the phone number of your account. It is ${localPhone(phonenumber)} now.

If you did not ask for this, tell the ${contact.office} at once.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});

const ownPhoneMail = (to: Owner, phonenumber: string): Mail => ({
  recipient: to.emailaddress,
  subject: `The phone number of your ${brand.shortname} account was changed`,
  text: `Dear ${to.firstname},

The phone number of your account is ${localPhone(phonenumber)} now. It was changed by somebody who is signed in to it.

If it was not you, choose another password, which signs out every device, and tell the ${contact.office}.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});
