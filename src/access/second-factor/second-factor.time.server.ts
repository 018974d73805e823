import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { Trx } from "#platform/perform.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";

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
