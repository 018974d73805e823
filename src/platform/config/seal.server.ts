import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Config } from "./config.server.ts";

type Keeper = Pick<Config, "secret">;

const NONCE = 12;
const TAG = 16;

/** A key for one use only, derived from the portal's secret. */
export const keyFor = ({ secret }: Keeper, use: string): Buffer =>
  createHmac("sha256", secret).update(`key of the ${use}`).digest();

/** What a secret is for, and whose it is: it is good for that one alone. */
export interface SealedFor {
  readonly use: string;
  readonly owner: string;
}

/** A secret that the portal must be able to read again, as the database keeps it: AES-256-GCM. */
export function seal(config: Keeper, { use, owner }: SealedFor, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", keyFor(config, use), nonce).setAAD(Buffer.from(owner));
  const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

/** Null when it was sealed for somebody else, or by another PORTAL_SECRET. */
export function unseal(config: Keeper, { use, owner }: SealedFor, sealed: Buffer): Buffer | null {
  const [nonce, tag, hidden] = [
    sealed.subarray(0, NONCE),
    sealed.subarray(NONCE, NONCE + TAG),
    sealed.subarray(NONCE + TAG),
  ];
  const decipher = createDecipheriv("aes-256-gcm", keyFor(config, use), nonce, { authTagLength: TAG });
  try {
    return Buffer.concat([decipher.setAAD(Buffer.from(owner)).setAuthTag(tag).update(hidden), decipher.final()]);
  } catch {
    return null;
  }
}
