import { errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as v from "valibot";
import { email, personName } from "#kit/field/fields.contract.ts";
import type { ProviderParty } from "./provider.discover.server.ts";

/** Whom a token speaks of, as far as a person's words may be believed: names and address keep our rules or are empty. */
export interface ProvenIdentity {
  readonly firstname: string;
  readonly lastname: string;
  readonly emailaddress: string;
  /** The provider vouches that the address is the person's. */
  readonly confirmed: boolean;
  readonly nonce: string;
  /** How the person showed who it is, such as `pwd`, `otp` and `mfa`. RFC 8176. */
  readonly methods: readonly string[];
}

/** Signatures that only the holder of the private key can make; never `none`, never a shared secret. */
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

/** Clocks of provider and database may differ by so many seconds. */
const TOLERANCE = 60;

/**
 * Checks an ID token as OpenID Connect Core 3.1.3.7 asks: signature, issuer, audience, authorised party, times. Throws
 * when any is wrong. The nonce is handed on: only the database knows whether it was used.
 */
export async function readToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId }: ProviderParty,
  now: Date,
): Promise<ProvenIdentity> {
  const { payload } = await jwtVerify(token, keys, {
    algorithms,
    issuer,
    audience: clientId,
    currentDate: now,
    clockTolerance: TOLERANCE,
    // A nonce is ten minutes old at most, so the token for it is no older.
    maxTokenAge: 600,
    requiredClaims: ["sub", "exp", "iat", "nonce"],
  });
  const { azp, aud } = payload;
  const several = Array.isArray(aud) && aud.length > 1;
  if ((several || azp !== undefined) && azp !== clientId) {
    throw new errors.JWTClaimValidationFailed("the token was made for another party", payload, "azp");
  }
  const [first = "", ...more] = textIn(payload.name).split(/\s+/);
  return {
    firstname: named(payload.given_name) || named(first),
    lastname: named(payload.family_name) || named(more.at(-1)),
    emailaddress: kept(email("Email Address"), payload.email),
    confirmed: payload.email_verified === true,
    nonce: textIn(payload.nonce),
    methods: Array.isArray(payload.amr) ? payload.amr.filter((one) => typeof one === "string") : [],
  };
}

const textIn = (claim: unknown): string => (typeof claim === "string" ? claim.trim() : "");

const named = (claim: unknown): string => kept(personName("Name"), claim);

function kept(rule: v.GenericSchema<string, string>, claim: unknown): string {
  const judged = v.safeParse(rule, textIn(claim));
  return judged.success ? judged.output : "";
}
