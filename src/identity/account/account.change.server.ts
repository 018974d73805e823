import { sql } from "kysely";
import { localPhone } from "#kit/value/phone.rules.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { type Limit, takeWith } from "#platform/limits/limits.server.ts";
import { type Mail, postMail } from "#platform/mail/mail.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { lockApplicant } from "../session/session.server.ts";
import { markContested } from "./register/register.contest.server.ts";

/** What of an account follows a correction of what was submitted. */
export type CorrectedAccount = Partial<
  Readonly<Record<"firstname" | "middlename" | "lastname" | "jamb" | "phonenumber", string | null>>
>;

/**
 * The account says what its corrected papers say. The applicant is locked. Refuses a JAMB number of another account; one that
 * was never verified gives way, as to a registration: a stranger's would stand against the correction for good.
 */
export async function correctAccount(
  { trx, note }: Work,
  owner: string,
  before: CorrectedAccount,
  after: CorrectedAccount,
): Promise<void> {
  if (after.jamb) await dropUnverified({ trx, note }, after.jamb);
  const columns = Object.entries(after).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await onConstraint(
    {
      applicant_jamb: () =>
        refuse("jamb-number-taken", "This JAMB number belongs to another account. Look whose it is first"),
    },
    sql`update portal.applicant set ${sql.join(columns)} where _id = ${owner}`.execute(trx),
  );
  note({ deed: "account.correct", subject: `applicant:${owner}`, before, after });
}

async function dropUnverified({ trx, note }: Work, jamb: string): Promise<void> {
  const gone = await trx
    .deleteFrom("applicant")
    .where("jamb", "=", jamb)
    .where("verifiedAt", "is", null)
    .returning(["_id", "emailaddress"])
    .execute();
  await markContested(
    trx,
    gone.map(({ emailaddress }) => emailaddress),
  );
  for (const { _id } of gone)
    note({
      deed: "account.delete-unverified",
      subject: `applicant:${_id}`,
      reason: "Never verified, and the number is another's",
    });
}

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
