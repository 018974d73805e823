import { createHmac, randomInt } from "node:crypto";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { keyFor, seal, unseal } from "#platform/config/seal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";
import { wrongGuess } from "../sign-in/sign-in.guess.server.ts";
import { RECOVERY_SIGNS } from "./second-factor.contract.ts";

const ofOwner = (owner: string) => ({ use: "second factor", owner });

/** The secret of a second factor as the database keeps it, good for this member of staff alone. */
export const sealSecret = (config: Pick<Config, "secret">, staff: string, secret: Uint8Array): Buffer =>
  seal(config, ofOwner(staff), secret);

/** Null when it was sealed for somebody else, or by another PORTAL_SECRET. */
export const unsealSecret = (config: Pick<Config, "secret">, staff: string, sealed: Buffer): Buffer | null =>
  unseal(config, ofOwner(staff), sealed);

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
async function spendRecoveryCode(trx: Trx, config: Config, staff: string, code: string): Promise<boolean> {
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

const forgetRecoveryCodes = (trx: Trx, staff: string) =>
  trx.deleteFrom("staff_recovery_code").where("staff", "=", staff).execute();

const newCode = () => Array.from({ length: LENGTH }, () => RECOVERY_SIGNS[randomInt(RECOVERY_SIGNS.length)]).join("");

// Keyed, because 49 bits alone could be tried out by who has a copy of the database.
const kept = (config: Config, staff: string, code: string) =>
  createHmac("sha256", keyFor(config, "recovery codes")).update(`${staff} ${code}`).digest();

const PERIOD_SECONDS = 30;
/** Steps before and after the present one: clocks of phones are 30 seconds off at most. */
const TOLERANCE = 1;

/** 160 random bits, as RFC 4226 asks for. */
export const newSecret = (): Uint8Array => new Secret({ size: 20 }).bytes;

const appOf = (secret: Uint8Array, label: string) =>
  new TOTP({
    issuer: brand.shortname,
    label,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** A secret as authenticator apps take it: in base32 by hand, as a `uri` by the camera. */
export function forApp(secret: Uint8Array, emailaddress: string): { secret: string; uri: string } {
  const app = appOf(secret, emailaddress);
  return { secret: app.secret.base32, uri: app.toString() };
}

/** The step of time that a code belongs to; null when it belongs to none within the tolerance. RFC 6238. */
export function stepOf(secret: Uint8Array, code: string, epochMs: number): number | null {
  const delta = appOf(secret, "").validate({ token: code, timestamp: epochMs, window: TOLERANCE });
  return delta === null ? null : Math.floor(epochMs / 1000 / PERIOD_SECONDS) + delta;
}

/** The clock of the database, in milliseconds: all processes agree on it. */
export async function databaseTime(trx: Trx): Promise<number> {
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(trx);
  return rows[0]?.ms ?? Number.NaN;
}

interface Owner {
  readonly staff: string;
  /** As the database keeps it. */
  readonly secondfactor: Buffer;
}

/** Uses a code of the app or a recovery code up. Refuses a wrong one, and one that was used before. */
export async function spendCode(trx: Trx, config: Config, { staff, secondfactor }: Owner, code: string): Promise<void> {
  if (code.length === SIX) return spendAppCode(trx, config, { staff, secondfactor }, code);
  if (!(await spendRecoveryCode(trx, config, staff, code))) {
    throw wrongGuess("code-wrong", "This recovery code is not right, or was used already. Each works once");
  }
}

const SIX = 6;

async function spendAppCode(trx: Trx, config: Config, { staff, secondfactor }: Owner, code: string): Promise<void> {
  const secret = unsealSecret(config, staff, secondfactor);
  if (!secret)
    throw refuse(
      "second-factor-unreadable",
      "Your second factor can no longer be read. Ask an administrator to remove it",
    );
  const step = stepOf(secret, code, await databaseTime(trx));
  if (step === null) throw wrongCode();
  if (!(await claimStep(trx, staff, step))) {
    throw wrongGuess("code-used-already", "This code was used already. Wait until the app shows the next one");
  }
}

export const wrongCode = () =>
  wrongGuess(
    "code-wrong",
    "The code is not right. Type the one that the app shows now, and check that the phone's clock is right",
  );

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
