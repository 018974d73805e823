import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import * as v from "valibot";
import type { Config } from "#platform/config/config.server.ts";

/** Long enough for a slow line, short enough that a person still waits. */
export const PATIENCE_MS = 4_000;

const mostBytes = 256 * 1024;

/**
 * One request to the provider: never redirected, and with one limit of time and size for the whole answer. Throws when
 * there is no answer of status 200.
 */
async function askProvider(url: string, signal = AbortSignal.timeout(PATIENCE_MS)): Promise<Response> {
  const response = await fetch(url, { redirect: "error", headers: { accept: "application/json" }, signal });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url} answered with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error(`${url} answered with more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks));
}

/** The provider, and what it knows the portal as. Contract 4. */
export type ProviderParty = NonNullable<Config["oidc"]>;

/** What the provider says of itself. */
interface Provider {
  /** Where a browser signs in. */
  readonly authorization: string;
  /** Its public keys, fetched when they are needed and kept for an hour. */
  readonly keys: JWTVerifyGetKey;
  /** It lets people choose among their accounts when it is asked to. */
  readonly letsChoose: boolean;
}

export type AskedProvider = () => Promise<Provider>;

const AN_HOUR_MS = 3_600_000;
const SOON_MS = 5_000;

/**
 * Asks the provider about itself by OpenID Connect Discovery, at most once an hour, and not again for five seconds after
 * it failed. What it said last serves while it is away. Throws when it never said anything that can be believed.
 */
export function providerAt(issuer: string): AskedProvider {
  let last: Provider | undefined;
  let asked: Promise<Provider> | undefined;
  let until = 0;
  return () => {
    if (asked && performance.now() < until) return asked;
    until = performance.now() + AN_HOUR_MS;
    asked = discover(issuer).then(
      (found) => {
        last = found;
        return found;
      },
      (fault: unknown) => {
        until = performance.now() + SOON_MS;
        if (last) return last;
        throw fault;
      },
    );
    return asked;
  };
}

async function discover(issuer: string): Promise<Provider> {
  const response = await askProvider(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const said = v.parse(description(issuer), await response.json());
  return {
    authorization: said.authorization_endpoint,
    keys: createRemoteJWKSet(new URL(said.jwks_uri), {
      timeoutDuration: PATIENCE_MS,
      cacheMaxAge: AN_HOUR_MS,
      [customFetch]: (url, { signal }) => askProvider(url, signal),
    }),
    letsChoose: isGoogle(issuer) || (said.prompt_values_supported ?? []).includes("select_account"),
  };
}

/** It must speak for the issuer that was asked, and stay on https where the issuer does. */
function description(issuer: string) {
  const scheme = new URL(issuer).protocol;
  const address = v.pipe(
    v.string(),
    v.url(),
    v.check((given) => ["https:", scheme].includes(new URL(given).protocol), "an address of the provider is not https"),
  );
  return v.object({
    issuer: v.literal(issuer, "the provider names another issuer than OIDC_ISSUER"),
    authorization_endpoint: address,
    jwks_uri: address,
    prompt_values_supported: v.optional(v.array(v.string())),
  });
}

/** Google lets people choose and does not say so. */
const isGoogle = (issuer: string) => issuer === "https://accounts.google.com";
