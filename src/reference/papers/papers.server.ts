import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "#platform/config/config.server.ts";
import { isSignedBy, SIGNS, signature } from "#platform/config/signature.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { GENUINE, groupedCode, paperCodeShape, SIGNATURE_LENGTH } from "./papers.code.rules.ts";
import { REVOKED_BYTES, revokedName, type SealedPaper, sealedText, signedText } from "./papers.seal.rules.ts";

/** In the place of a code, on a test print: no paper has it. */
const NO_CODE = "TEST";

const signable = (text: string) => ({ use: "papers", text });

/**
 * The address at which a paper is checked. `kind` is its letter, `about` the 12 digits that it is about, or the `_id` of a record.
 * Of a test print it ends in what is no code. Contract 3.15.
 */
export function paperAddress(config: Pick<Config, "publicUrl" | "secret">, kind: string, about: string): string {
  if (isOnTrial()) return `${config.publicUrl}${GENUINE}/${NO_CODE}`;
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

interface PaperKey {
  readonly _id: string;
  readonly x: string;
  readonly own: KeyObject;
}

/** What stands before 32 bytes of an Ed25519 key. RFC 8410. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key of a secret: every process of the portal has the same, and none is stored. */
function keyOf({ secret }: Pick<Config, "secret">): PaperKey {
  const seed = createHmac("sha256", secret).update("key of the paper seals").digest();
  const own = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(own).export({ format: "jwk" });
  const _id = createHash("sha256").update(Buffer.from(x, "base64url")).digest("hex").slice(0, 8);
  return { _id, x, own };
}

const noted = new WeakMap<object, PaperKey>();

/** The same, once its public half is known to whoever checks papers. */
async function keyThatSeals(db: Database, config: Pick<Config, "secret">): Promise<PaperKey> {
  const known = noted.get(config);
  if (known) return known;
  const key = keyOf(config);
  await sql`insert into portal.paper_key (_id, x) values (${key._id}, ${key.x}) on conflict do nothing`.execute(db);
  noted.set(config, key);
  return key;
}

/** `#` and what anybody can check without a network: to stand behind the address on a paper. */
export async function sealOf(db: Database, config: Pick<Config, "secret">, paper: SealedPaper): Promise<string> {
  const { _id, own } = await keyThatSeals(db, config);
  const text = sealedText(paper);
  const signature = sign(null, Buffer.from(signedText(text)), own).toString("base64url");
  return `#${_id}.${Buffer.from(text, "utf8").toString("base64url")}.${signature}`;
}

/** The public halves of all keys whose seals are believed. */
export async function paperKeys(db: Database, config: Pick<Config, "secret">) {
  await keyThatSeals(db, config);
  const keys = db.selectFrom("paper_key").select(["_id", "x"]).where("withdrawnAt", "is", null);
  return keys.orderBy("createdAt").execute();
}

/** How a paper that was taken back stands in the public list: who does not hold it cannot tell which it is. */
export const revokedSign = (paper: Pick<SealedPaper, "kind" | "about">): string =>
  createHash("sha256").update(revokedName(paper)).digest().subarray(0, REVOKED_BYTES).toString("base64url");

/** Words that somebody tries on a paper before anybody has approved them. */
interface Trial {
  /** The template. */
  readonly key: string;
  readonly words: Readonly<Record<string, string>>;
}

const trials = new AsyncLocalStorage<Trial>();

/** Reads papers as they would be in the words tried; no code of theirs proves anything. */
export const onTrial = <Answer>(trial: Trial, read: () => Promise<Answer>): Promise<Answer> => trials.run(trial, read);

/** The words that are tried of a template; null where none are. */
export const wordsOnTrial = (key: string): Trial["words"] | null => {
  const trial = trials.getStore();
  return trial?.key === key ? trial.words : null;
};

/** Whether what is read now is for a test print. */
const isOnTrial = (): boolean => trials.getStore() !== undefined;
