import type { FastifyInstance } from "fastify";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { brokenConstraint } from "#platform/database/constraint.server.ts";
import { dropFilesOf } from "#platform/files/stored-file.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { forgetMailsTo, postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { forgetReplies } from "#platform/write/write.server.ts";
import { mailTemplate, signed, usual } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, wordedMail } from "#reference/message-template/message-template.server.ts";
import { isPassword } from "../credential/credential.server.ts";
import { lockApplicant } from "../session/session.server.ts";
import { personOf } from "./account.read.server.ts";
import { addressesOf } from "./address-change/address-change.server.ts";

/** Whoever holds somebody else's phone guesses no password with it. */
const guesses: Limit = {
  name: "password-again",
  points: 5,
  seconds: 900,
  sentence: "Too many wrong passwords. Please wait 15 minutes, or sign out and choose Forgot password?",
};

/** Refuses whoever does not know the account's password. An account without one is proven by its sign-in alone. */
export async function proveOwner(app: FastifyInstance, owner: string, typed: string | undefined): Promise<void> {
  const { db, limits } = app.portal;
  const { password } = await db
    .selectFrom("applicant")
    .select("password")
    .where("_id", "=", owner)
    .executeTakeFirstOrThrow();
  if (password === null) return;
  if (typed === undefined) throw refuseFields("password-required", { password: "Type your password again" });
  await limits.take(guesses, owner);
  if (!(await isPassword(password, typed)))
    throw refuseFields("password-wrong", { password: "This is not the password of the account" });
  await limits.giveBack(guesses, owner);
}

export async function hasPassword(app: FastifyInstance, owner: string): Promise<boolean> {
  const { password } = await app.portal.db
    .selectFrom("applicant")
    .select("password")
    .where("_id", "=", owner)
    .executeTakeFirstOrThrow();
  return password !== null;
}

/**
 * Deletes an account with all that hangs on it, and tells its owner. Refuses one that something relies on that must stay,
 * such as a payment that was made in the same moment: the database says so. The audit keeps what was done by whom and when, and
 * forgets what was typed (migration 0470); the mails to the account go, and this last one once it is sent.
 */
export async function eraseAccount(trx: Trx, owner: string): Promise<void> {
  await lockApplicant(trx, owner);
  const { firstname, emailaddress } = await personOf(trx, owner);
  const addresses = await addressesOf(trx, owner);
  try {
    await trx.deleteFrom("applicant").where("_id", "=", owner).execute();
  } catch (fault) {
    if (brokenConstraint(fault) === undefined) throw fault;
    throw refuse(
      "account-changed-meanwhile",
      "Something was added to your account just now that must stay. Load this page again",
    );
  }
  await dropFilesOf(trx, owner);
  await forgetReplies(trx, { kind: "applicant", id: owner });
  await forgetMailsTo(trx, addresses);
  const last = await wordedMail(trx, fromTemplate(accountDeleted, emailaddress, { firstname }));
  await postMail(trx, { ...last, forgets: true });
}

const accountDeleted = mailTemplate({
  key: "account-deleted",
  name: "Account was deleted",
  when: "An account is deleted",
  reader: "applicants",
  values: usual("firstname"),
  subject: "Your {shortname} account was deleted",
  text: `Dear {firstname},

Your account on the {portal} of {college} was deleted with everything that you had filled in. If you want to apply after all, create a new one.

If it was not you, tell the {office} at once.

${signed.office}`,
});

export const erasureTemplates = [accountDeleted];
