import { sql } from "kysely";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { forgetDevices, forgetGuesses } from "../../credential/credential.server.ts";
import { endSessions, lockApplicant } from "../../session/session.server.ts";
import { personOf } from "../account.read.server.ts";
import { dropCodes } from "../verification/verification.issue.server.ts";
import { addressChangedMails } from "./address-change.mail.server.ts";

/**
 * The new address has shown its code: it is the account's from now on, and proven. Sign-ins, known devices, other codes
 * and links for a new password end; both addresses are told. Refuses a change that was withdrawn or is too old, and an
 * address that became another's meanwhile.
 */
export async function confirmAddressChange({ trx, note }: Work, config: Config, change: string): Promise<void> {
  const { applicant, newaddress } = await lockedChange(trx, change);
  const { firstname, emailaddress: oldaddress } = await personOf(trx, applicant);
  await giveWay(trx, newaddress, applicant);
  await onConstraint(
    {
      applicant_emailaddress: () =>
        refuse("address-taken", "This email address belongs to another account by now. Ask the office"),
    },
    trx
      .updateTable("applicant")
      .set({ emailaddress: newaddress, mailproven: true, verifiedAt: sql`coalesce("verifiedAt", now())` })
      .where("_id", "=", applicant)
      .execute(),
  );
  await endSessions(trx, applicant);
  await forgetDevices(trx, applicant);
  await forgetGuesses(trx, oldaddress);
  await forgetGuesses(trx, newaddress);
  await dropCodes(trx, applicant);
  await trx.deleteFrom("password_reset").where("applicant", "=", applicant).where("usedAt", "is", null).execute();
  for (const mail of addressChangedMails(config, { firstname, oldaddress, newaddress })) await writeMail(trx, mail);
  note({
    deed: "address-change.confirm",
    subject: `applicant:${applicant}`,
    before: { emailaddress: oldaddress },
    after: { emailaddress: newaddress },
  });
}

/** Confirmed once, whoever else types the code in the same moment, and after whatever is done to the account meanwhile. */
async function lockedChange(trx: Trx, change: string): Promise<{ applicant: string; newaddress: string }> {
  const asked = await trx
    .selectFrom("address_change")
    .select("applicant")
    .where("_id", "=", change)
    .executeTakeFirstOrThrow();
  await lockApplicant(trx, asked.applicant);
  const closed = await trx
    .updateTable("address_change")
    .set({ confirmedAt: sql`now()` })
    .where("_id", "=", change)
    .where("confirmedAt", "is", null)
    .where("withdrawnAt", "is", null)
    .where("endsAt", ">", sql<string>`now()`)
    .returning(["applicant", "newaddress"])
    .executeTakeFirst();
  if (!closed)
    throw refuse(
      "link-spent",
      "This change of the email address was withdrawn or waited too long. Ask the office again",
    );
  return closed;
}

/** An account that never showed that the address is its own, and holds nothing, gives way. Contract 3.4. */
async function giveWay(trx: Trx, newaddress: string, but: string): Promise<void> {
  await trx
    .deleteFrom("applicant")
    .where(sql`lower(emailaddress)`, "=", newaddress.toLowerCase())
    .where("verifiedAt", "is", null)
    .where("_id", "!=", but)
    .execute();
}
