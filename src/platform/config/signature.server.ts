import { createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "./config.server.ts";
import { keyFor } from "./seal.server.ts";

// 32 signs of which none reads like another: Crockford's, without I, L, O and U.
export const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Of five bits each: 100 bits, which nobody tries out over the network. Decision 0025. */
const LENGTH = 20;

/** What is signed, and for which use: what was signed for one is never taken for another. */
export interface Signable {
  readonly use: string;
  readonly text: string;
}

/** Text by which the portal knows its own hand again: 20 signs that can be read out and typed. */
export function signature(config: Pick<Config, "secret">, { use, text }: Signable): string {
  const bytes = createHmac("sha256", keyFor(config, use)).update(text).digest().subarray(0, LENGTH);
  return Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join("");
}

/** Whether the portal itself has signed it so. */
export function isSignedBy(config: Pick<Config, "secret">, signable: Signable, signed: string): boolean {
  const right = Buffer.from(signature(config, signable));
  const given = Buffer.from(signed);
  return right.length === given.length && timingSafeEqual(right, given);
}
