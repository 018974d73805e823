import { createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "./config.server.ts";
import { GENUINE, groupedCode, paperCodeShape } from "./paper-code.contract.ts";

// 32 signs of which none reads like another: Crockford's, without I, L, O and U.
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Of five bits each: 100 bits, which nobody tries out over the network. Decision 0025. */
const LENGTH = 20;

/** The address at which a paper is checked. `kind` is its letter, `rrr` the 12 digits that it is about. Contract 3.15. */
export const paperAddress = (config: Pick<Config, "publicUrl" | "secret">, kind: string, rrr: string): string =>
  `${config.publicUrl}${GENUINE}/${groupedCode(kind + rrr + signature(config, kind + rrr))}`;

/** What a code is about, when the portal itself has signed it; `bare` as `bareCode` gives it. Else null. */
export function signedPaper(config: Pick<Config, "secret">, bare: string): { kind: string; rrr: string } | null {
  if (!paperCodeShape.test(bare)) return null;
  const paper = bare.slice(0, -LENGTH);
  const right = Buffer.from(signature(config, paper));
  if (!timingSafeEqual(right, Buffer.from(bare.slice(-LENGTH)))) return null;
  return { kind: paper.slice(0, 1), rrr: paper.slice(1) };
}

function signature({ secret }: Pick<Config, "secret">, paper: string): string {
  // A key of the papers' own, so that nothing else that the secret signs is ever taken for a paper.
  const key = createHmac("sha256", secret).update("key of the papers").digest();
  const bytes = createHmac("sha256", key).update(paper).digest().subarray(0, LENGTH);
  return Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join("");
}
