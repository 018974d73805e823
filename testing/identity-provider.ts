import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import { Provider } from "oidc-provider";

/** What the provider says of somebody who signs in there; the name of the sign-in is the `sub`. */
export interface Claims {
  readonly email?: string;
  readonly email_verified?: unknown;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly name?: string;
}

const CLIENT = "portal-of-the-tests";

/** A real OpenID Connect provider on loopback, where anybody signs in by a name and any password. */
export async function startIdentityProvider() {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: "of-the-tests", alg: "RS256", use: "sig" };
  const people = new Map<string, Claims>();
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on("request", quietly(() => new Provider(url, settings(people, key))).callback());
  return {
    url,
    people,
    publicKey,
    environment: { OIDC_ISSUER: url, OIDC_CLIENT_ID: CLIENT },
    staffEnvironment: { STAFF_OIDC_ISSUER: url, STAFF_OIDC_CLIENT_ID: CLIENT },
    /** The ID token of somebody who goes through the provider's own pages, from where the portal leads to. */
    async tokenOf(door: string, login: string): Promise<string> {
      return new URLSearchParams((await walkThrough(door, login)).slice(1)).get("id_token") ?? "";
    },
    /** A token that the provider signs, whatever it says. */
    async sign(claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
      const whole = { iss: url, aud: CLIENT, sub: "somebody", ...claims };
      return new SignJWT(whole).setProtectedHeader({ alg: "RS256", kid: key.kid, ...header }).sign(privateKey);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

const settings = (people: ReadonlyMap<string, Claims>, key: object): ConstructorParameters<typeof Provider>[1] => ({
  clients: [
    {
      client_id: CLIENT,
      // A native client may come back to any port of loopback.
      application_type: "native",
      redirect_uris: ["http://localhost/signed-in", "http://localhost/staff/signed-in"],
      response_types: ["id_token"],
      grant_types: ["implicit"],
      token_endpoint_auth_method: "none",
    },
  ],
  responseTypes: ["id_token"],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "given_name", "family_name"] },
  conformIdTokenClaims: false,
  findAccount: async (_context, sub) => ({
    accountId: sub,
    claims: async () => ({ sub, ...people.get(sub) }) as { sub: string },
  }),
  cookies: { keys: ["a key of the tests"] },
  jwks: { keys: [key] },
  ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600 },
});

/** It warns of its own development pages, which are what is wanted here. */
function quietly<T>(make: () => T): T {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return make();
  } finally {
    Object.assign(console, { warn, info });
  }
}

/** Follows every redirect and fills every form, as a browser with cookies would; answers what stands behind the #. */
async function walkThrough(door: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = new URL(door);
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 20; steps += 1) {
    const response = await fetch(at, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(form && { method: "POST", body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const to = response.headers.get("location");
    if (to) {
      at = new URL(to, at);
      form = undefined;
      if (at.pathname.endsWith("/signed-in")) return at.hash;
      continue;
    }
    const page = await response.text();
    const [, action = ""] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    const [, prompt = ""] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    if (!action) throw new Error(`no form at ${at}: ${response.status} ${page.slice(0, 300)}`);
    at = new URL(action, at);
    form = new URLSearchParams({ prompt, ...(prompt === "login" && { login, password: "any" }) });
  }
  throw new Error("the provider never led back");
}
