import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "#platform/config/config.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { hashToken } from "../../session/session.server.ts";

const TIME = 4;
const CONTENT = TIME + 16;
const TEN_MINUTES = sql`interval '10 minutes'`;

/**
 * What a provider must put into the token that it makes for this sign-in. Nothing is stored, so asking for nonces fills
 * nothing.
 */
export const newNonce = async (config: Config, db: Database): Promise<string> =>
  nonceOf(config, Math.floor(Date.parse(await clock(db)) / 1000));

/** The second in which it is given out, 128 random bits and our signature over both. */
export function nonceOf(config: Config, second: number): string {
  const content = randomBytes(CONTENT);
  content.writeUInt32BE(second);
  return Buffer.concat([content, signature(config, content)]).toString("base64url");
}

/** Uses a nonce of ours up: once, whoever else tries at the same moment, and within ten minutes. */
export async function spendNonce(config: Config, trx: Trx, nonce: string): Promise<boolean> {
  const given = Buffer.from(nonce, "base64url");
  // Written in another way it would count as another one.
  if (given.toString("base64url") !== nonce) return false;
  const content = given.subarray(0, CONTENT);
  const signed = given.subarray(CONTENT);
  const own = signature(config, content);
  if (signed.length !== own.length || !timingSafeEqual(signed, own)) return false;
  const end = sql`to_timestamp(${content.readUInt32BE()}) + ${TEN_MINUTES}`;
  const { rows } = await sql`
    insert into portal.used_nonce (nonce, "endsAt") select ${hashToken(nonce)}, ${end} where ${end} > now()
    on conflict do nothing returning nonce`.execute(trx);
  return rows.length > 0;
}

const signature = ({ secret }: Config, content: Buffer): Buffer =>
  createHmac("sha256", secret).update("nonce of an identity sign-in ").update(content).digest();
