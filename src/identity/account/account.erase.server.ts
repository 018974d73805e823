import { refuse } from "#kit/wire/refusal.server.ts";
import { brokenConstraint } from "#platform/database/constraint.server.ts";
import { dropFilesOf } from "#platform/files/stored-file.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { lockApplicant } from "../session/session.server.ts";
import { personOf } from "./account.person.server.ts";

/**
 * Deletes an account with all that hangs on it, and tells its owner. Refuses one that something relies on that must stay,
 * such as a payment that was made in the same moment: the database says so. The audit keeps what was done.
 */
export async function eraseAccount(trx: Trx, owner: string): Promise<void> {
  await lockApplicant(trx, owner);
  const { firstname, emailaddress } = await personOf(trx, owner);
  try {
    await trx.deleteFrom("applicant").where("_id", "=", owner).execute();
  } catch (fault) {
    if (brokenConstraint(fault) === undefined) throw fault;
    throw refuse("Something was added to your account just now that must stay. Load this page again");
  }
  await dropFilesOf(trx, owner);
  await postMail(trx, {
    recipient: emailaddress,
    subject: `Your ${brand.shortname} account was deleted`,
    text: `Dear ${firstname},

Your account on the ${brand.portal} of ${brand.name} was deleted with everything that you had filled in. If you want to apply after all, create a new one.

If it was not you, tell the ${contact.office} at once.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
  });
}
