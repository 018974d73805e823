import { createCipheriv, createDecipheriv, createHmac, generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { FastifyInstance, FastifyReply } from "fastify";
import { calculateJwkThumbprint, exportJWK, importPKCS8, type JWK, SignJWT } from "jose";
import { sql } from "kysely";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import { keptBrand } from "#reference/brand/brand.server.ts";
import { readIssuer, readKey, readKeys, readRevocations } from "./signed-file.contract.ts";
import {
  ALGORITHM,
  type Certified,
  claimsOf,
  clrCredential,
  credentialId,
  ISSUER,
  issuerIn,
  KEYS,
  REVOCATIONS,
} from "./signed-file.rules.ts";

/** A key signs for so long; files that it signed are checked by it ever after. */
const YEARS = 2;
const MODULUS = 3072;

type Sealing = Pick<Config, "secret" | "publicUrl">;

interface SigningKey {
  readonly _id: string;
  readonly kid: string;
  readonly sealed: Buffer;
}

/** The transcript as a signed document, and the key that it is checked by. */
export async function signedFile(
  work: Work,
  config: Sealing,
  certified: Certified,
): Promise<{ jws: string; key: string }> {
  const { _id, kid, pem } = await keyThatSigns(work, config);
  const jws = await new SignJWT(claimsOf(clrCredential(config.publicUrl, certified)))
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
    .sign(await importPKCS8(pem, ALGORITHM));
  return { jws, key: _id };
}

/** The key that signs now; another one where there is none, where it has signed long enough, or where the secret that seals it is another by now. */
async function keyThatSigns(work: Work, config: Sealing) {
  const { trx } = work;
  await sql`select pg_advisory_xact_lock(hashtext('signing key'))`.execute(trx);
  const { rows } = await sql<SigningKey & { old: boolean }>`
    select _id, kid, sealed, "createdAt" < now() - make_interval(years => ${YEARS}) as old
    from portal.signing_key where "retiredAt" is null`.execute(trx);
  const [key] = rows;
  const pem = key && !key.old ? unsealed(config, key.sealed) : undefined;
  if (key && pem !== undefined) return { ...key, pem };
  return anotherKey(work, config, key?._id);
}

async function anotherKey({ trx, note }: Work, config: Sealing, before: string | undefined) {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: MODULUS });
  const bare = await exportJWK(publicKey);
  const _id = await calculateJwkThumbprint(bare);
  const kid = `${config.publicUrl}${KEYS}/${_id}`;
  const published: JWK = { ...bare, kid, alg: ALGORITHM, use: "sig" };
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  await sql`update portal.signing_key set "retiredAt" = now() where "retiredAt" is null`.execute(trx);
  await sql`insert into portal.signing_key (_id, kid, published, sealed)
    values (${_id}, ${kid}, ${JSON.stringify(published)}::jsonb, ${sealed(config, pem)})`.execute(trx);
  note({ deed: "signing_key.make", subject: `signing_key:${_id}`, after: { kid, ...(before && { before }) } });
  return { _id, kid, pem };
}

const CIPHER = "aes-256-gcm";
const IV = 12;
const TAG = 16;

/** Of its own use, so that nothing else that the secret signs helps to open it. */
const sealingKey = ({ secret }: Sealing): Buffer =>
  createHmac("sha256", secret).update("key of the signing keys").digest();

function sealed(config: Sealing, pem: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, sealingKey(config), iv);
  const text = Buffer.concat([cipher.update(pem, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Undefined where another secret has sealed it. */
function unsealed(config: Sealing, box: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, sealingKey(config), box.subarray(0, IV));
  decipher.setAuthTag(box.subarray(IV, IV + TAG));
  try {
    return Buffer.concat([decipher.update(box.subarray(IV + TAG)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

const publishedKeys = async (db: Database): Promise<JWK[]> =>
  (await sql<{ published: JWK }>`select published from portal.signing_key order by "createdAt"`.execute(db)).rows.map(
    ({ published }) => published,
  );

/** What is published is for every site and every program. */
const forEverybody = (reply: FastifyReply) =>
  reply.header("access-control-allow-origin", "*").header("cross-origin-resource-policy", "cross-origin");

/** All that others check the files by, without a sign-in. */
export function signedFileCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  handle(app, readIssuer, everyone, async ({ reply }) => {
    forEverybody(reply);
    const { form } = await keptBrand(db);
    const id = `${config.publicUrl}${ISSUER}`;
    const keys = await publishedKeys(db);
    return {
      "@context": [
        "https://www.w3.org/ns/credentials/v2",
        "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
      ],
      ...issuerIn(config.publicUrl, form),
      verificationMethod: keys.map((publicKeyJwk) => ({
        id: publicKeyJwk.kid ?? "",
        type: "JsonWebKey",
        controller: id,
        publicKeyJwk: { ...publicKeyJwk },
      })),
      assertionMethod: keys.map(({ kid = "" }) => kid),
    };
  });

  handle(app, readKeys, everyone, async ({ reply }) => {
    forEverybody(reply);
    return { keys: (await publishedKeys(db)).map((key) => ({ ...key })) };
  });

  handle(app, readKey, everyone, async ({ params, reply }) => {
    forEverybody(reply);
    const { rows } = await sql<{ published: JWK }>`
      select published from portal.signing_key where _id = ${params.id}`.execute(db);
    const [key] = rows;
    if (!key) throw notFound();
    return { ...key.published };
  });

  handle(app, readRevocations, everyone, async ({ reply }) => {
    forEverybody(reply);
    const { rows } = await sql<{ _id: string }>`select t._id from portal.transcript t
      where t."supersededAt" is not null and t.signed is not null order by t."supersededAt", t._id`.execute(db);
    return {
      id: `${config.publicUrl}${REVOCATIONS}`,
      issuer: `${config.publicUrl}${ISSUER}`,
      revokedCredential: rows.map(({ _id }) => ({
        id: credentialId(_id),
        revoked: true as const,
        revocationReason: "The record that it shows was corrected since. Ask for the newer transcript",
      })),
    };
  });
}
