import type { FastifyInstance } from "fastify";
import type { Noun, TypedNames } from "#console/noun/noun.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { dropReplacedFile, ownFile } from "#platform/files/stored-file.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { applicant, lockApplicant } from "../session/session.server.ts";
import { phoneTemplates, tellOfOwnPhone } from "./account.change.server.ts";
import { changeAccount, readAccount } from "./account.contract.ts";
import { erasureTemplates } from "./account.erase.server.ts";
import { impossibleAccounts } from "./account.impossible.server.ts";
import { deleteUnverified } from "./account.job.server.ts";
import { ownAccount } from "./account.read.server.ts";
import { addressTemplates } from "./address-change/address-change.mail.server.ts";
import { ownAddressChanges } from "./address-change/address-change.server.ts";
import { ownLock } from "./lock/lock.server.ts";
import { mailPasswordReset } from "./password-reset/password-reset.job.server.ts";
import { passwordTemplates } from "./password-reset/password-reset.mail.server.ts";
import { passwordResetCalls } from "./password-reset/password-reset.server.ts";
import { ownTexts, phoneTextCalls } from "./phone-text/phone-text.server.ts";
import { registerCalls } from "./register/register.server.ts";
import { resendVerification } from "./verification/verification.job.server.ts";
import { verificationTemplates } from "./verification/verification.mail.server.ts";
import { verificationCalls } from "./verification/verification.server.ts";

export { type CorrectedAccount, changePhoneOf, correctAccount } from "./account.change.server.ts";
export { eraseAccount, hasPassword, proveOwner } from "./account.erase.server.ts";
export {
  type ApplicationAccount,
  accountForApplication,
  accountPhotos,
  everyContact,
  hasPhoto,
  markMailbox,
  markVerified,
  personOf,
  photoNameOf,
  photoNamesOf,
  verifiedApplicants,
} from "./account.read.server.ts";
export {
  type AccountContact,
  accountNamed,
  accountsByJamb,
  accountsFound,
  accountsOf,
  accountsSince,
  contactsOf,
  type DeskAccount,
  deskAccount,
  everyAccount,
  type FoundAccount,
  findAccounts,
} from "./account.search.server.ts";
export { veilAddress } from "./address-change/address-change.mail.server.ts";
export {
  askAddressChange,
  mailAddressCodeAgain,
  withdrawAddressChange,
} from "./address-change/address-change.propose.server.ts";
export {
  type AddressChange,
  addressChangesOf,
  addressesOf,
  addressNow,
  hasTakenPlace,
  openChangeOf,
} from "./address-change/address-change.server.ts";
export {
  accountLocked,
  isAccountLocked,
  lockAccount,
  lockAccounts,
  unlockAccount,
} from "./lock/lock.server.ts";
export { mailPasswordReset, passwordResetJob } from "./password-reset/password-reset.job.server.ts";
export { type InvitedAccount, inviteAccount, isOpenLink, resetByLink } from "./password-reset/password-reset.server.ts";
export { textApplicant } from "./phone-text/phone-text.server.ts";
export { accountsRefused, type OfficePerson, openAccountsFor } from "./register/register.office.server.ts";
export { mailVerification } from "./verification/verification.issue.server.ts";

export function accountCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readAccount, applicant, async ({ who }) => {
    const { version, acceptedAt, ...own } = await db
      .selectFrom("applicant")
      .leftJoinLateral(
        (accepted) =>
          accepted
            .selectFrom("privacy_acceptance")
            .select(["version", "acceptedAt"])
            .whereRef("privacy_acceptance.applicant", "=", "applicant._id")
            .orderBy("acceptedAt", "desc")
            .limit(1)
            .as("latest"),
        (join) => join.onTrue(),
      )
      .select(["_id", "firstname", "middlename", "lastname", "emailaddress", "phonenumber", "jamb", "createdAt"])
      .select(["version", "acceptedAt"])
      .where("_id", "=", who.applicant)
      .executeTakeFirstOrThrow();
    return { ...own, privacy: version !== null && acceptedAt !== null ? { version, acceptedAt } : null };
  });

  handle(app, changeAccount, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { photo, ...sent } = ask.body;
      await lockApplicant(trx, ask.who.applicant);
      const after = {
        ...defined(sent),
        ...(photo && { photo: await ownPhoto(trx, ask.who.applicant, photo.newname) }),
      };
      const { emailaddress, ...before } = await ownRow(trx, ask.who.applicant);
      for (const { namesTyped } of app.nouns) await namesTyped?.(trx, ask.who.applicant, changedNames(before, after));
      if (after.phonenumber && after.phonenumber !== before.phonenumber)
        await tellOfOwnPhone(
          trx,
          { _id: ask.who.applicant, firstname: before.firstname, emailaddress },
          after.phonenumber,
        );
      await trx.updateTable("applicant").set(after).where("_id", "=", ask.who.applicant).execute();
      if (after.photo) await dropReplacedFile(trx, before.photo, after.photo);
      note({ deed: "account.change", subject: `applicant:${ask.who.applicant}`, before, after });
      return { type: "success" as const, message: photo ? "Your photo has been saved" : "Your account has been saved" };
    }),
  );
}

/** A name that stays as it is was not typed anew. */
function changedNames(before: TypedNames, after: TypedNames): TypedNames {
  const names = ["firstname", "middlename", "lastname"] as const;
  return Object.fromEntries(
    names.flatMap((name) => (after[name] === undefined || after[name] === before[name] ? [] : [[name, after[name]]])),
  );
}

const ownRow = (trx: Trx, owner: string) =>
  trx
    .selectFrom("applicant")
    .select(["firstname", "middlename", "lastname", "phonenumber", "photo", "emailaddress"])
    .where("_id", "=", owner)
    .executeTakeFirstOrThrow();

const defined = <T extends object>(sent: T) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The `_id` of one's own uploaded photo. Another's and an unknown one are the same 404. */
async function ownPhoto(trx: Trx, owner: string, newname: string): Promise<string> {
  const file = await ownFile(trx, owner, newname);
  if (!file) throw notFound();
  if (file.kind !== "photo")
    throw refuse("upload-is-document", "This file was uploaded as a document. Upload it as your photo first");
  return file._id;
}

export const accountNoun: Noun = {
  name: "account",
  templates: [
    ...verificationTemplates,
    ...addressTemplates,
    ...passwordTemplates,
    ...phoneTemplates,
    ...erasureTemplates,
  ],
  calls: (app) => {
    registerCalls(app);
    accountCalls(app);
    verificationCalls(app);
    passwordResetCalls(app);
    phoneTextCalls(app);
  },
  jobs: [resendVerification, mailPasswordReset],
  rounds: [deleteUnverified],
  ownRows: [ownAccount, ownAddressChanges, ownTexts, ownLock],
  impossible: impossibleAccounts,
};
