import { enqueue } from "#platform/jobs.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { mailStaffInvitation } from "../staff-password/staff-password.job.server.ts";
import { endPasswordLinks } from "../staff-password/staff-password.link.server.ts";
import { endStaffSessions } from "../staff-session/staff-session.open.server.ts";

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

/** For who leaves or is suspended: every sign-in and every link ends at once. The status keeps new ones away. */
export async function closeAccount(trx: Trx, staff: string): Promise<void> {
  await endStaffSessions(trx, staff);
  await endPasswordLinks(trx, staff);
}

/** The account of a member of staff, made if there is none. */
export const keepAccount = (trx: Trx, staff: string) =>
  trx
    .insertInto("staff_account")
    .values({ staff })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
