import { sql } from "kysely";
import type { Config } from "#platform/config/config.server.ts";
import { enqueue } from "#platform/jobs/jobs.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { endStaffSessions } from "../../staff-session/staff-session.server.ts";
import { mailStaffInvitation } from "../password/password.job.server.ts";
import { staffLinks } from "../password/password.link.server.ts";
import { addressChangedMail } from "./account.mail.server.ts";

/** Lets a member of staff sign in. Whoever has no password yet is mailed an invitation, good for 7 days. */
export async function openAccount(trx: Trx, staff: string): Promise<void> {
  await keepAccount(trx, staff);
  const { password } = await trx
    .selectFrom("staff_account")
    .select("password")
    .where("staff", "=", staff)
    .executeTakeFirstOrThrow();
  if (password === null) await enqueue(trx, mailStaffInvitation, { staff });
}

/** For who leaves, is suspended or gets another address: every sign-in and every link ends at once. */
export async function closeAccount(trx: Trx, staff: string): Promise<void> {
  await endStaffSessions(trx, staff);
  await staffLinks.endAll(trx, staff);
}

/**
 * Another email address: both hear of it, and every sign-in and every link that went to the one before ends. Who has no
 * password yet is invited anew.
 */
export async function changeAddress(trx: Trx, config: Config, staff: string, before: string): Promise<void> {
  const { firstname, emailaddress, status } = await trx
    .selectFrom("staff")
    .select(["firstname", "emailaddress", "status"])
    .where("_id", "=", staff)
    .executeTakeFirstOrThrow();
  await closeAccount(trx, staff);
  for (const to of [before, emailaddress])
    await writeMail(trx, addressChangedMail(config, { firstname, to, before, after: emailaddress }));
  if (status === "Active") await openAccount(trx, staff);
}

/** The account of a member of staff, made if there is none. */
export const keepAccount = (trx: Trx, staff: string) =>
  trx
    .insertInto("staff_account")
    .values({ staff })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Opens an account anew that was closed because nobody used it; its days count from now. */
export const reopenAccount = (trx: Trx, staff: string) =>
  sql`update portal.staff_account set "closedAt" = null, "idleToldAt" = null, "reopenedAt" = now()
    where staff = ${staff} and "closedAt" is not null`.execute(trx);
