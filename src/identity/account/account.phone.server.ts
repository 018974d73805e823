import { localPhone } from "#kit/phone.contract.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.contract.ts";
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

const phoneChangedMail = (to: Owner, phonenumber: string): Mail => ({
  recipient: to.emailaddress,
  subject: `The phone number of your ${brand.shortname} account was corrected`,
  text: `Dear ${to.firstname},

The ${contact.office} has corrected the phone number of your account. It is ${localPhone(phonenumber)} now.

If you did not ask for this, tell the ${contact.office} at once.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});
