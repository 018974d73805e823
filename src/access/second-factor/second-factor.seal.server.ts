import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Config } from "#platform/config.server.ts";

type Keeper = Pick<Config, "secret">;

const NONCE = 12;
const TAG = 16;

/** A key for one use only, derived from the portal's secret. */
export const keyFor = ({ secret }: Keeper, use: string): Buffer =>
  createHmac("sha256", secret).update(`key of the ${use}`).digest();

/** The secret of a second factor as the database keeps it: AES-256-GCM, good for this member of staff alone. */
export function seal(config: Keeper, staff: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", keyFor(config, "second factor"), nonce).setAAD(Buffer.from(staff));
  const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

/** Null when it was sealed for somebody else, or by another PORTAL_SECRET. */
export function unseal(config: Keeper, staff: string, sealed: Buffer): Buffer | null {
  const [nonce, tag, hidden] = [
    sealed.subarray(0, NONCE),
    sealed.subarray(NONCE, NONCE + TAG),
    sealed.subarray(NONCE + TAG),
  ];
  const decipher = createDecipheriv("aes-256-gcm", keyFor(config, "second factor"), nonce, { authTagLength: TAG });
  try {
    return Buffer.concat([decipher.setAAD(Buffer.from(staff)).setAuthTag(tag).update(hidden), decipher.final()]);
  } catch {
    return null;
  }
}
