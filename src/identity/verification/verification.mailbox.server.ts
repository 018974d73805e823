import { enqueue } from "#platform/jobs.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { endContest } from "../account/account.contest.server.ts";
import { markVerified } from "../account/account.server.ts";
import { mailPasswordReset } from "../password-reset/password-reset.job.server.ts";

/**
 * The owner of the mailbox verifies an account. Where somebody else registered its address too, and not this browser set its
 * password, that password may be a stranger's: it is dropped, and a link to choose one is mailed. Answers the address then.
 */
export async function verifyByMailbox(trx: Trx, _id: string, device: Buffer | null): Promise<string | null> {
  const { emailaddress, ...account } = await trx
    .selectFrom("applicant")
    .select(["emailaddress", "device", "verifiedAt"])
    .where("_id", "=", _id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await markVerified(trx, _id);
  if (account.verifiedAt !== null || !(await endContest(trx, emailaddress))) return null;
  if (device && account.device?.equals(device)) return null;
  await trx.updateTable("applicant").set({ password: null }).where("_id", "=", _id).execute();
  await enqueue(trx, mailPasswordReset, { emailaddress });
  return emailaddress;
}
