import { sql } from "kysely";
import { localPhone } from "#kit/value/phone.rules.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { type Limit, takeWith } from "#platform/limits/limits.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMail } from "#reference/message-template/message-template.server.ts";
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
  await writeMail(trx, phoneChangedMail(owner, phonenumber));
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
  await writeMail(trx, ownPhoneMail(owner, phonenumber));
}

const numberValue = value("the phone number", "0803 123 4567");

const phoneCorrected = mailTemplate({
  key: "phone-corrected",
  name: "Phone number was corrected",
  when: "The office corrects somebody's phone number",
  reader: "applicants",
  values: { ...usual("firstname"), phone: numberValue },
  must: ["phone"],
  subject: "The phone number of your {shortname} account was corrected",
  text: `Dear {firstname},

The {office} has corrected the phone number of your account. It is {phone} now.

If you did not ask for this, tell the {office} at once.

${signed.office}`,
});

const phoneChangedMail = ({ firstname, emailaddress }: Owner, phonenumber: string): Mail =>
  fromTemplate(phoneCorrected, emailaddress, { firstname, phone: localPhone(phonenumber) });

const phoneChanged = mailTemplate({
  key: "phone-changed",
  name: "Phone number was changed",
  when: "Whoever is signed in changes the own phone number",
  reader: "applicants",
  values: { ...usual("firstname"), phone: numberValue },
  must: ["phone"],
  subject: "The phone number of your {shortname} account was changed",
  text: `Dear {firstname},

The phone number of your account is {phone} now. It was changed by somebody who is signed in to it.

If it was not you, choose another password, which signs out every device, and tell the {office}.

${signed.office}`,
});

const ownPhoneMail = ({ firstname, emailaddress }: Owner, phonenumber: string): Mail =>
  fromTemplate(phoneChanged, emailaddress, { firstname, phone: localPhone(phonenumber) });

export const phoneTemplates = [phoneCorrected, phoneChanged];
