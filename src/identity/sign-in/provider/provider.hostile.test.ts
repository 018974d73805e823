import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { type IdentityProvider, startIdentityProvider } from "../../../../testing/identity-provider.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type Registration, verifiedAccount } from "../../../../testing/visitor.ts";

let provider: IdentityProvider;
let portal: TestPortal;
let person: Registration;
let attacker: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  provider = await startIdentityProvider();
  portal = await startPortal(inject("place"), provider.environment);
  person = await verifiedAccount(portal);
  attacker = await generateKeyPair("RS256", { extractable: true });
});
afterAll(async () => {
  await portal.stop();
  await provider.stop();
});

const now = () => Math.floor(Date.now() / 1000);

/** What a right token says. */
async function claims(changes: JWTPayload = {}): Promise<JWTPayload> {
  const { body } = await caller(portal).get("/ms_applicant/loginauth");
  return {
    iss: provider.url,
    aud: provider.environment.OIDC_CLIENT_ID,
    sub: "ngozi",
    email: person.emailaddress,
    email_verified: true,
    nonce: body.nonce,
    iat: now(),
    exp: now() + 300,
    ...changes,
  };
}

const saying = (changes: JWTPayload | (() => JWTPayload)) => async () =>
  provider.sign(await claims(typeof changes === "function" ? changes() : changes));

const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString("base64url");

const unsigned = (header: object) => async () => `${part(header)}.${part(await claims())}.`;

/** Signed with what everybody knows, as if it were a secret that both sides share. */
const withSharedSecret = (secret: () => Promise<string>) => async () => {
  const text = `${part({ alg: "HS256", kid: "of-the-tests" })}.${part(await claims())}`;
  return `${text}.${createHmac("sha256", await secret())
    .update(text)
    .digest("base64url")}`;
};

const byAttacker = (header: () => Promise<object>) => async () =>
  new SignJWT(await claims()).setProtectedHeader({ alg: "RS256", ...(await header()) }).sign(attacker.privateKey);

const client = () => provider.environment.OIDC_CLIENT_ID;

const hostile: Readonly<Record<string, () => Promise<string>>> = {
  "no signature": unsigned({ alg: "none" }),
  "no signature, in capitals": unsigned({ alg: "NONE" }),
  "no signature under the name of one": unsigned({ alg: "RS256", kid: "of-the-tests" }),
  "no algorithm": unsigned({ kid: "of-the-tests" }),
  "the public key as a shared secret": withSharedSecret(() => exportSPKI(provider.publicKey)),
  "the public key's JSON as a shared secret": withSharedSecret(async () =>
    JSON.stringify(await exportJWK(provider.publicKey)),
  ),
  "an empty shared secret": withSharedSecret(async () => ""),
  "another's key under the provider's name of it": byAttacker(async () => ({ kid: "of-the-tests" })),
  "a key that the provider does not know": byAttacker(async () => ({ kid: "foreign" })),
  "no name of a key": byAttacker(async () => ({})),
  "a key that it brings along": byAttacker(async () => ({ jwk: await exportJWK(attacker.publicKey) })),
  "a place to fetch the key from": byAttacker(async () => ({ kid: "x", jku: "http://127.0.0.1:9/keys" })),
  "a rule that we do not know": unsigned({ alg: "RS256", kid: "of-the-tests", crit: ["x"], x: 1 }),
  "claims that were changed after signing": async () => {
    const [head, , tail] = (await provider.sign(await claims({ email: "other@example.com" }))).split(".");
    return `${head}.${part(await claims())}.${tail}`;
  },
  "another issuer": saying({ iss: "https://accounts.google.com" }),
  "the issuer with a slash too many": saying(() => ({ iss: `${provider.url}/` })),
  "the issuer as a list": saying(() => ({ iss: [provider.url] as unknown as string })),
  "another audience": saying({ aud: "another-portal" }),
  "no audience": saying({ aud: "" }),
  "several audiences and nobody it was made for": saying(() => ({ aud: [client(), "another"] })),
  "several audiences, made for another": saying(() => ({ aud: [client(), "another"], azp: "another" })),
  "our audience, made for another": saying({ azp: "another" }),
  "a time that is over": saying(() => ({ iat: now() - 500, exp: now() - 100 })),
  "a time to come": saying(() => ({ nbf: now() + 300 })),
  "a birth to come": saying(() => ({ iat: now() + 300, exp: now() + 600 })),
  "an hour's age": saying(() => ({ iat: now() - 3_600 })),
  "no end": async () => {
    const { exp: _, ...rest } = await claims();
    return provider.sign(rest);
  },
  "an end in a text": saying({ exp: "2099-01-01" as unknown as number }),
  "no nonce": saying({ nonce: undefined }),
  "another nonce": saying({ nonce: "a-nonce-of-mine" }),
  "a nonce that is a list": saying({ nonce: ["x"] }),
  "nobody it speaks of": saying({ sub: undefined }),
  "claims that are a list": async () => `${part({ alg: "RS256", kid: "of-the-tests" })}.${part([1])}.AAAA`,
  "claims that are no JSON": async () => `${part({ alg: "RS256", kid: "of-the-tests" })}.e30x.AAAA`,
  "an encrypted form": async () => `${part({ alg: "RSA-OAEP", enc: "A256GCM" })}.a.b.c.d`,
  "two parts": async () => (await provider.sign(await claims())).split(".").slice(0, 2).join("."),
  "dots only": async () => "..",
  "something else": async () => "' or 1=1 --",
  "eight thousand signs": async () => "e".repeat(8_192),
};

/** Such a token is confirmed, but its sign-in was not begun here. */
const ofAnotherSignIn = ["another nonce", "a nonce that is a list"];

test.each(Object.entries(hostile))("a token with %s opens nothing", async (what, make) => {
  const token = await make();
  const before = await portal.db.selectFrom("sign_in").selectAll().execute();
  const begun = performance.now();
  const { status, body } = await caller(portal).put("/ms_applicant/loginauth", { token });
  const code = ofAnotherSignIn.includes(what) ? "sign-in-too-old" : "token-not-confirmed";
  expect([status, body], token).toEqual([200, { type: "error", code, message: expect.any(String) }]);
  expect(body.message).toMatch(/begin again/);
  expect(body.message).not.toMatch(/expired|JW|claim|signature/i);
  expect(performance.now() - begun).toBeLessThan(3_000);
  expect(await portal.db.selectFrom("sign_in").selectAll().execute()).toEqual(before);
});

test("the same token with nothing wrong opens a sign-in", async () => {
  const { body } = await caller(portal).put("/ms_applicant/loginauth", { token: await saying({})() });
  expect(body.verify).toBe(true);
});

test("a token of more than eight thousand signs is not looked at", async () => {
  const { status, body } = await caller(portal).put("/ms_applicant/loginauth", { token: "e".repeat(8_193) });
  expect([status, body.code, body.errors]).toEqual([
    500,
    "form-invalid",
    { token: "Token must be at most 8192 characters" },
  ]);
});

test("after three hundred refused tokens an internet connection waits", async () => {
  const own = await startPortal(inject("place"), provider.environment);
  const ask = () => caller(own).put("/ms_applicant/loginauth", { token: "x" });
  await ask();
  await own.db.updateTable("limits").set({ points: 300 }).where("key", "like", "identity-sign-in-address%").execute();
  const { status, headers, body } = await ask();
  await own.stop();
  expect([status, body.code, body.message]).toEqual([
    429,
    "too-many-requests",
    expect.stringContaining("wait 15 minutes"),
  ]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(800);
});
