import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

const anyObject = v.record(v.string(), v.unknown());

export const readIssuer = get(
  "/issuer",
  "Who signs the college's files: a Profile of Open Badges 3.0 with the keys that they are checked by; open to everybody",
  anyObject,
);

export const readKeys = get(
  "/issuer/keys",
  "The public keys of all files that the college ever signed, as a JWK Set; open to everybody",
  v.strictObject({ keys: v.array(anyObject) }),
);

export const readKey = get(
  "/issuer/keys/:id",
  "One public key, as a JWK: where the header of a signed file leads; open to everybody",
  anyObject,
);

export const readRevocations = get(
  "/issuer/revocations",
  "The signed files that stand no more, as a 1EdTech revocation list; open to everybody",
  v.strictObject({
    id: v.string(),
    issuer: v.string(),
    revokedCredential: v.array(
      v.strictObject({ id: v.string(), revoked: v.literal(true), revocationReason: v.string() }),
    ),
  }),
);
