import type { Trx } from "#platform/perform.server.ts";
import { forgetRecoveryCodes } from "./second-factor.recovery.server.ts";

/** Takes the second factor of a member of staff away, with its recovery codes; whether there was one. */
export async function dropSecondFactor(trx: Trx, staff: string): Promise<boolean> {
  const dropped = await trx
    .updateTable("staff_account")
    .set({ secondfactor: null, secondFactorAt: null, pendingfactor: null, pendingAt: null })
    .where("staff", "=", staff)
    .where("secondfactor", "is not", null)
    .returning("staff")
    .executeTakeFirst();
  await forgetRecoveryCodes(trx, staff);
  return dropped !== undefined;
}
