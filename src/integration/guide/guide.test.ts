import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { isFromPortal } from "../../../sandbox/event-signature.ts";
import { freePort } from "../../../testing/free-port.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { checkout } from "../../../testing/program.ts";
import { scopes } from "../api-key/api-key.rules.ts";
import { eventKinds } from "../web-hook/web-hook.rules.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const body = '{"type":"offer.released"}';
const now = () => String(Math.floor(Date.now() / 1000));
const signed = (second: string) =>
  `v1,${createHmac("sha256", Buffer.alloc(32, 7)).update(`one.${second}.${body}`).digest("base64")}`;
const headers = (changes: Record<string, string> = {}) => {
  const second = now();
  return { "webhook-id": "one", "webhook-timestamp": second, "webhook-signature": signed(second), ...changes };
};

test("the page for programmers names every scope and every event, and shows the sample that runs here", async () => {
  const page = await (await fetch(`${portal.url}/integrations`)).text();
  for (const word of [...scopes, ...eventKinds, "webhook-signature", "isFromPortal", portal.config.publicUrl])
    expect(page).toContain(word);
  const { paths } = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as {
    paths: Record<string, { get: { security: unknown } }>;
  };
  expect(paths["/api/external/v1/offers"]?.get.security).toEqual([{ key: ["offers"] }]);
});

test("the sample believes what the portal signed, and nothing else", () => {
  expect(isFromPortal(headers(), body, secret)).toBe(true);
  expect(isFromPortal(headers({ "webhook-signature": `v1,${"A".repeat(43)}= ${signed(now())}` }), body, secret)).toBe(
    true,
  );
  const past = String(Number(now()) - 3600);
  const wrong: Record<string, string>[] = [
    { "webhook-signature": `v1,${"A".repeat(43)}=` },
    { "webhook-signature": "" },
    { "webhook-id": "two" },
    { "webhook-timestamp": past, "webhook-signature": signed(past) },
    { "webhook-timestamp": "soon" },
  ];
  for (const changes of wrong)
    expect(isFromPortal(headers(changes), body, secret), JSON.stringify(changes)).toBe(false);
  expect(isFromPortal(headers(), `${body} `, secret)).toBe(false);
});

test("the receiver to try with takes what is signed, shows it, and refuses the rest", async () => {
  const port = await freePort();
  const child = spawn("node_modules/.bin/node", ["sandbox/events.ts"], {
    cwd: checkout,
    env: { ...process.env, EVENT_PORT: String(port), EVENT_SECRET: secret },
  });
  try {
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const send = (sent: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/events`, { method: "POST", headers: sent, body });
    expect((await send(headers())).status).toBe(200);
    expect((await send(headers({ "webhook-id": "two" }))).status).toBe(401);
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    expect(page).toContain("Events taken: 1");
    expect(page).toContain("offer.released");
  } finally {
    child.kill();
  }
});
