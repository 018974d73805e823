import type { Config } from "#platform/config/config.server.ts";
import { isSignedBy, signature } from "#platform/config/signature.server.ts";
import { GENUINE, groupedCode, paperCodeShape, SIGNATURE_LENGTH } from "./papers.code.rules.ts";

const signable = (text: string) => ({ use: "papers", text });

/** The address at which a paper is checked. `kind` is its letter, `rrr` the 12 digits that it is about. Contract 3.15. */
export const paperAddress = (config: Pick<Config, "publicUrl" | "secret">, kind: string, rrr: string): string =>
  `${config.publicUrl}${GENUINE}/${groupedCode(kind + rrr + signature(config, signable(kind + rrr)))}`;

/** What a code is about, when the portal itself has signed it; `bare` as `bareCode` gives it. Else null. */
export function signedPaper(config: Pick<Config, "secret">, bare: string): { kind: string; rrr: string } | null {
  if (!paperCodeShape.test(bare)) return null;
  const paper = bare.slice(0, -SIGNATURE_LENGTH);
  if (!isSignedBy(config, signable(paper), bare.slice(-SIGNATURE_LENGTH))) return null;
  return { kind: paper.slice(0, 1), rrr: paper.slice(1) };
}
