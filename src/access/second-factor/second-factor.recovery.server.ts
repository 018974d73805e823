import { createHmac, randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "#platform/config.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { RECOVERY_SIGNS } from "./second-factor.contract.ts";
import { keyFor } from "./second-factor.seal.server.ts";

const HOW_MANY = 8;
const LENGTH = 10;

/** Eight new recovery codes in the place of all former ones, as they are shown: `ABCDE-FGHJK`. */
export async function renewRecoveryCodes(trx: Trx, config: Config, staff: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode);
  await forgetRecoveryCodes(trx, staff);
  await trx
    .insertInto("staff_recovery_code")
    .values(codes.map((code) => ({ staff, code: kept(config, staff, code) })))
    .execute();
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

/** Uses a code up; whether it was there to be used. Of those who try one at the same moment one gets through. */
export async function spendRecoveryCode(trx: Trx, config: Config, staff: string, code: string): Promise<boolean> {
  const spent = await trx
    .updateTable("staff_recovery_code")
    .set({ usedAt: sql`now()` })
    .where("staff", "=", staff)
    .where("code", "=", kept(config, staff, code))
    .where("usedAt", "is", null)
    .returning("staff")
    .executeTakeFirst();
  return spent !== undefined;
}

export const forgetRecoveryCodes = (trx: Trx, staff: string) =>
  trx.deleteFrom("staff_recovery_code").where("staff", "=", staff).execute();

const newCode = () => Array.from({ length: LENGTH }, () => RECOVERY_SIGNS[randomInt(RECOVERY_SIGNS.length)]).join("");

// Keyed, because 49 bits alone could be tried out by who has a copy of the database.
const kept = (config: Config, staff: string, code: string) =>
  createHmac("sha256", keyFor(config, "recovery codes")).update(`${staff} ${code}`).digest();
