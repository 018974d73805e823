import { refuse } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { wrongGuess } from "../staff-sign-in/staff-sign-in.guess.server.ts";
import { spendRecoveryCode } from "./second-factor.recovery.server.ts";
import { unseal } from "./second-factor.seal.server.ts";
import { databaseTime, stepOf } from "./second-factor.time.server.ts";

interface Owner {
  readonly staff: string;
  /** As the database keeps it. */
  readonly secondfactor: Buffer;
}

/** Uses a code of the app or a recovery code up. Refuses a wrong one, and one that was used before. */
export async function spendCode(trx: Trx, config: Config, { staff, secondfactor }: Owner, code: string): Promise<void> {
  if (code.length === SIX) return spendAppCode(trx, config, { staff, secondfactor }, code);
  if (!(await spendRecoveryCode(trx, config, staff, code))) {
    throw wrongGuess("This recovery code is not right, or was used already. Each works once");
  }
}

const SIX = 6;

async function spendAppCode(trx: Trx, config: Config, { staff, secondfactor }: Owner, code: string): Promise<void> {
  const secret = unseal(config, staff, secondfactor);
  if (!secret) throw refuse("Your second factor can no longer be read. Ask an administrator to remove it");
  const step = stepOf(secret, code, await databaseTime(trx));
  if (step === null) throw wrongCode();
  if (!(await claimStep(trx, staff, step))) {
    throw wrongGuess("This code was used already. Wait until the app shows the next one");
  }
}

export const wrongCode = () =>
  wrongGuess("The code is not right. Type the one that the app shows now, and check that the phone's clock is right");

/** A code counts once: the step of time goes forward only, whoever else tries at the same moment. */
export async function claimStep(trx: Trx, staff: string, step: number): Promise<boolean> {
  const claimed = await trx
    .updateTable("staff_account")
    .set({ laststep: step })
    .where("staff", "=", staff)
    .where("laststep", "<", step)
    .returning("staff")
    .executeTakeFirst();
  return claimed !== undefined;
}
