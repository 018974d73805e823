import { sql } from "kysely";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { takeDeskMail } from "../../mail-allowance/mail-allowance.server.ts";
import { endSessions, lockApplicant } from "../../session/session.server.ts";
import { accountOf, personOf } from "../account.read.server.ts";
import { mailAddressCode } from "../verification/verification.issue.server.ts";
import { addressAskedMail } from "./address-change.mail.server.ts";
import { addressChangesOf, openChangeOf } from "./address-change.server.ts";

export interface AddressWish {
  readonly applicant: string;
  readonly newaddress: string;
  readonly reason: string;
  /** The `_id` of the stored file. */
  readonly evidence: string;
  /** The member of staff. */
  readonly askedby: string;
}

/** Days in which the new address may show its code. */
const DAYS_TO_CONFIRM = 3;

/**
 * Asks for another address of an applicant: the new one is sent a code, the old one is told, and every sign-in ends.
 * Nothing is changed before the code is typed. A change that waits gives way to this one. Refuses the same address, one
 * of another account, and the member of staff who changed it last within a day.
 */
export async function askAddressChange(trx: Trx, config: Config, wish: AddressWish): Promise<void> {
  const { applicant, newaddress } = wish;
  await takeDeskMail(trx, newaddress);
  await lockApplicant(trx, applicant);
  const person = await personOf(trx, applicant);
  if (person.emailaddress.toLowerCase() === newaddress.toLowerCase())
    throw refuseFields("already-so", { newaddress: "This is the email address of the account already" });
  await refuseTaken(trx, newaddress);
  await refuseSameHand(trx, wish);
  await withdrawAddressChange(trx, applicant);
  const change = { _id: newId(), ...wish, oldaddress: person.emailaddress };
  await onConstraint(
    { address_change_one_open: tryAgain },
    trx
      .insertInto("address_change")
      .values({ ...change, endsAt: sql`now() + make_interval(days => ${DAYS_TO_CONFIRM}::int)` })
      .execute(),
  );
  await endSessions(trx, applicant);
  const changing = { firstname: person.firstname, oldaddress: person.emailaddress, newaddress };
  await mailAddressCode(trx, config, { ...changing, applicant, change: change._id });
  await writeMail(trx, addressAskedMail(changing));
}

/** Sends the code of the change that waits once more. Refuses without one. */
export async function mailAddressCodeAgain(trx: Trx, config: Config, applicant: string): Promise<string> {
  const open = await openChangeOf(trx, applicant);
  if (!open) throw refuse("nothing-waits", "No change of the email address waits for its code");
  await takeDeskMail(trx, open.newaddress);
  const { firstname } = await personOf(trx, applicant);
  await mailAddressCode(trx, config, { ...open, firstname, change: open._id });
  return open.newaddress;
}

/** Takes back the change that waits; its codes are worth nothing any more. Answers whether there was one. */
export async function withdrawAddressChange(trx: Trx, applicant: string): Promise<boolean> {
  const withdrawn = await trx
    .updateTable("address_change")
    .set({ withdrawnAt: sql`now()` })
    .where("applicant", "=", applicant)
    .where("confirmedAt", "is", null)
    .where("withdrawnAt", "is", null)
    .returning("_id")
    .execute();
  return withdrawn.length > 0;
}

async function refuseTaken(trx: Trx, newaddress: string): Promise<void> {
  const other = await accountOf(trx, newaddress);
  if (other?.verifiedAt)
    throw refuseFields("address-taken", {
      newaddress: "This email address belongs to another account. Look whether the person has two accounts",
    });
}

/** Two changes of one account within a day are by two people. */
async function refuseSameHand(trx: Trx, { applicant, askedby }: AddressWish): Promise<void> {
  const last = (await addressChangesOf(trx, applicant)).find(({ confirmedAt }) => confirmedAt !== null);
  if (last?.askedby !== askedby) return;
  const { rows } = await sql`select where ${last.confirmedAt}::timestamptz > now() - interval '24 hours'`.execute(trx);
  if (rows.length > 0)
    throw refuse(
      "another-must-decide",
      "You changed this address within the last day. Let a colleague look at this one",
    );
}
