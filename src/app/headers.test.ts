import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

/** What every reply carries, whatever it is about. */
const onEvery: Readonly<Record<string, string | RegExp>> = {
  "content-security-policy": /default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": /^(?:same-origin|cross-origin)$/,
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "SAMEORIGIN",
  "x-permitted-cross-domain-policies": "none",
  "cache-control": /^(?:no-store|no-cache|public, max-age=31536000, immutable)$/,
};

function wrongIn(headers: Headers): string[] {
  const wrong = Object.entries(onEvery).filter(([name, wanted]) => {
    const value = headers.get(name) ?? "";
    return typeof wanted === "string" ? value !== wanted : !wanted.test(value);
  });
  const type = headers.get("content-type") ?? "";
  const isText = /json|html|csv|text|javascript|svg/.test(type) && !type.includes("charset=utf-8");
  const names = ["x-powered-by", "server"].filter((name) => headers.has(name));
  return [...wrong.map(([name]) => `${name}: ${headers.get(name)}`), ...(isText ? [type] : []), ...names];
}

/** Reads that are meant for programs of others too. */
const forOthers = (address: string) => address.startsWith("/api/issuer");

/** Everybody may read it, and many do at once when something does not work: a proxy keeps it for a moment. */
const KEPT = "/status 200: cache-control: public, max-age=10";

test("every address that is served carries them", async () => {
  const { token } = await signedInApplicant(portal);
  const told: string[] = [];
  const addresses = new Set(portal.app.calls.map(({ url }) => url));
  expect(addresses.size).toBeGreaterThan(900);
  for (const url of addresses) {
    const address = url.replace(/:\w+/g, "01900000-0000-7000-8000-000000000000").replace("*", "nothing");
    const headers = { authorization: `Bearer ${token}` };
    const reply = await portal.app.inject({ method: "GET", url: address, headers });
    const given = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const wrong = wrongIn(new Headers(given));
    const shared = reply.headers["cross-origin-resource-policy"] === "cross-origin" && !forOthers(address);
    if (wrong.length > 0 || shared) told.push(`${address} ${reply.statusCode}: ${wrong.join(", ")}`);
  }
  expect(told.filter((line) => line !== KEPT)).toEqual([]);
}, 120_000);

test("so do files, pages that lead on or were not found, refusals of every kind and a fault of ours", async () => {
  const asset = readdirSync("dist/assets").find((name) => name.endsWith(".js")) ?? "";
  const one = async (address: string, init: RequestInit = {}) => {
    const reply = await fetch(`${portal.url}${address}`, { redirect: "manual", ...init });
    await reply.arrayBuffer();
    return [address, reply.status, wrongIn(reply.headers)];
  };
  const json = { "content-type": "application/json" };
  const page = await fetch(`${portal.url}/`);
  await portal.db.schema.alterTable("session").renameTo("session_away").execute();
  const fault = await one("/api/portal");
  await portal.db.schema.alterTable("session_away").renameTo("session").execute();
  expect(fault).toEqual(["/api/portal", expect.any(Number), []]);
  expect(await one("/dashboard")).toEqual(["/dashboard", 302, []]);
  expect(await one("/reset/spent")).toEqual(["/reset/spent", 302, []]);
  expect(await one(`/assets/${asset}`)).toEqual([expect.any(String), 200, []]);
  expect(await one("/assets/none.js")).toEqual(["/assets/none.js", 404, []]);
  expect(await one("/files/none?until=1&sign=x")).toEqual([expect.any(String), 404, []]);
  expect(await one("/nothing")).toEqual(["/nothing", 404, []]);
  expect(await one("/", { headers: { "if-none-match": page.headers.get("etag") ?? "" } })).toEqual(["/", 304, []]);
  expect(await one("/", { method: "HEAD" })).toEqual(["/", 200, []]);
  expect(await one("/api/ms_dashboard", { method: "PUT" })).toEqual([expect.any(String), 405, []]);
  expect(await one("/api/ms_applicant/login", { method: "POST", body: "x" })).toEqual([expect.any(String), 415, []]);
  const large = { method: "POST", headers: json, body: "x".repeat(70_000) };
  expect(await one("/api/ms_applicant/login", large)).toEqual([expect.any(String), 413, []]);
});
