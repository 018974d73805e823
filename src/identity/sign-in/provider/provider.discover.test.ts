import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, inject, test } from "vitest";
import { caller, patientCaller } from "../../../../testing/applicant.ts";
import { startIdentityProvider } from "../../../../testing/identity-provider.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { verifiedAccount } from "../../../../testing/visitor.ts";
import { PATIENCE_MS } from "./provider.discover.server.ts";

type Answer = (url: string, ...request: Parameters<RequestListener>) => void;

/** A server that answers whatever it likes where the provider should be. */
async function liar(answer: Answer) {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on("request", (request, reply) => answer(url, request, reply));
  return {
    url,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const json =
  (body: unknown): Answer =>
  (_url, _request, reply) => {
    reply.setHeader("content-type", "application/json").end(JSON.stringify(body));
  };
const described =
  (changes: object = {}): Answer =>
  (url, request, reply) =>
    json({ issuer: url, authorization_endpoint: `${url}/auth`, jwks_uri: `${url}/jwks`, ...changes })(
      url,
      request,
      reply,
    );
const html: Answer = (_url, _request, reply) => void reply.setHeader("content-type", "text/html").end("<h1>Hotel</h1>");
const nothing: Answer = () => undefined;
const fault: Answer = (_url, _request, reply) => void reply.writeHead(500).end("{}");
const elsewhere: Answer = (url, _request, reply) => void reply.writeHead(302, { location: `${url}/moved` }).end();
const endless: Answer = (_url, _request, reply) => {
  const timer = setInterval(() => reply.write(" ".repeat(64 * 1024)), 5);
  reply.on("close", () => clearInterval(timer));
};
const drip: Answer = (_url, _request, reply) => {
  const timer = setInterval(() => reply.write(" "), 200);
  reply.on("close", () => clearInterval(timer));
};

/** The description, then the keys. */
const keys =
  (answer: Answer, changes?: object): Answer =>
  (url, request, reply) =>
    (request.url?.startsWith("/jwks") ? answer : described(changes))(url, request, reply);

const token = `${Buffer.from('{"alg":"RS256","kid":"x"}').toString("base64url")}.e30.AAAA`;

const withoutDescription: Readonly<Record<string, Answer>> = {
  "says nothing": nothing,
  "drips without an end": drip,
  "talks without an end": endless,
  "answers with a page": html,
  "answers with a fault": fault,
  "leads elsewhere": elsewhere,
  "speaks for another issuer": described({ issuer: "https://accounts.google.com" }),
  "has no door": described({ authorization_endpoint: undefined }),
  "has a door that is a script": described({ authorization_endpoint: "javascript:alert(1)" }),
  "has keys in a file": described({ jwks_uri: "file:///etc/passwd" }),
};

const withoutKeys: Readonly<Record<string, Answer>> = {
  "says nothing of its keys": keys(nothing),
  "talks of its keys without an end": keys(endless),
  "answers with a page for its keys": keys(html),
  "answers with a fault for its keys": keys(fault),
  "leads elsewhere for its keys": keys(elsewhere),
  "has keys that are none": keys(json({ keys: "none" })),
};

/** What a portal does with such a provider; everything it answers must come within seconds. */
async function withProvider(answer: Answer, look: (portal: TestPortal) => Promise<void>): Promise<void> {
  const provider = await liar(answer);
  const portal = await startPortal(inject("place"), { OIDC_ISSUER: provider.url, OIDC_CLIENT_ID: "portal" });
  try {
    await look(portal);
  } finally {
    await portal.stop();
    provider.stop();
  }
}

async function refusesInTime(portal: TestPortal): Promise<void> {
  const begun = performance.now();
  const asked = caller(portal).put("/ms_applicant/loginauth", { token });
  expect((await patientCaller(portal).get("/ms_applicant/loginauth")).body.clientId).toBe("portal");
  expect(performance.now() - begun, "nobody else waits for it").toBeLessThan(3 * PATIENCE_MS);
  const { status, body } = await asked;
  expect([status, body.type, body.code, body.message]).toEqual([
    200,
    "error",
    "provider-unanswering",
    expect.stringMatching(/does not answer/),
  ]);
  // Given up at all: among many tests the clock says no more.
  expect(performance.now() - begun).toBeLessThan(30_000);
}

test.concurrent.each(Object.entries(withoutDescription))(
  "a provider that %s is given up with a sentence",
  (_what, answer) =>
    withProvider(answer, async (portal) => {
      await refusesInTime(portal);
      const way = await fetch(`${portal.url}/signing-in?state=${"s".repeat(22)}`, { redirect: "manual" });
      expect(way.headers.get("location")).toBe("/signed-in#error=provider_unreached");
    }),
);

test.concurrent.each(Object.entries(withoutKeys))("a provider that %s is given up with a sentence", (_what, answer) =>
  withProvider(answer, refusesInTime),
);

test("who may choose an account is asked which", async () => {
  await withProvider(described({ prompt_values_supported: ["none", "select_account"] }), async (portal) => {
    const way = await fetch(`${portal.url}/signing-in?state=${"s".repeat(22)}`, { redirect: "manual" });
    expect(new URL(way.headers.get("location") ?? "").searchParams.get("prompt")).toBe("select_account");
  });
});

test("a provider that comes back is asked again, and one that goes away was understood before", async () => {
  const real = await startIdentityProvider();
  let away = true;
  const door = await liar(async (url, request, reply) => {
    if (away) return void reply.writeHead(503).end();
    const answer = await fetch(real.url + request.url);
    reply.end((await answer.text()).replaceAll(real.url, url));
  });
  const portal = await startPortal(inject("place"), { ...real.environment, OIDC_ISSUER: door.url });
  try {
    const person = await verifiedAccount(portal);
    const enter = async () => {
      const { nonce } = (await caller(portal).get("/ms_applicant/loginauth")).body;
      const iat = Math.floor(Date.now() / 1000);
      const claims = { iss: door.url, email: person.emailaddress, email_verified: true, nonce, iat, exp: iat + 60 };
      return (await caller(portal).put("/ms_applicant/loginauth", { token: await real.sign(claims) })).body.verify;
    };
    expect(await enter()).toBeUndefined();
    away = false;
    await expect.poll(enter, { timeout: 8_000, interval: 500 }).toBe(true);
    away = true;
    expect(await enter()).toBe(true);
  } finally {
    await portal.stop();
    door.stop();
    await real.stop();
  }
});
