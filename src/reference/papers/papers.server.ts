import type { Config } from "#platform/config/config.server.ts";
import { isSignedBy, SIGNS, signature } from "#platform/config/signature.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { GENUINE, groupedCode, paperCodeShape, SIGNATURE_LENGTH } from "./papers.code.rules.ts";

const signable = (text: string) => ({ use: "papers", text });

/**
 * The address at which a paper is checked. `kind` is its letter, `about` the 12 digits that it is about, or the `_id` of a record.
 * Contract 3.15.
 */
export function paperAddress(config: Pick<Config, "publicUrl" | "secret">, kind: string, about: string): string {
  const paper = kind + (isId(about) ? asSigns(about) : about);
  return `${config.publicUrl}${GENUINE}/${groupedCode(paper + signature(config, signable(paper)))}`;
}

/** What a code is about, when the portal itself has signed it; `bare` as `bareCode` gives it. Else null. */
export function signedPaper(config: Pick<Config, "secret">, bare: string): { kind: string; about: string } | null {
  if (!paperCodeShape.test(bare)) return null;
  const paper = bare.slice(0, -SIGNATURE_LENGTH);
  if (!isSignedBy(config, signable(paper), bare.slice(-SIGNATURE_LENGTH))) return null;
  const about = paper.slice(1);
  return { kind: paper.slice(0, 1), about: about.length === ID_SIGNS ? asId(about) : about };
}

/** 128 bits, five a sign. */
const ID_SIGNS = 26;

function asSigns(id: string): string {
  let rest = BigInt(`0x${id.replaceAll("-", "")}`);
  let signs = "";
  for (; signs.length < ID_SIGNS; rest >>= 5n) signs = (SIGNS[Number(rest & 31n)] ?? "") + signs;
  return signs;
}

function asId(signs: string): string {
  const number = Array.from(signs, (sign) => BigInt(SIGNS.indexOf(sign))).reduce((all, five) => (all << 5n) | five, 0n);
  const hex = number.toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
