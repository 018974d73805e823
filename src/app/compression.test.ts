import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";

let portal: TestPortal;
let token: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  ({ token } = await signedInApplicant(portal));
});
afterAll(() => portal.stop());

/** As it travels: `fetch` would unpack it. */
async function asked(path: string, headers: Record<string, string> = {}, method = "GET", body?: unknown) {
  const sent = request(`${portal.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
  }).end(body && JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(pieces) };
}

const gzip = { "accept-encoding": "gzip, deflate, br" };

test("a long answer travels packed to whoever takes that, and as it is to others", async () => {
  const plain = await asked("/api/ms_programme");
  const packed = await asked("/api/ms_programme", gzip);
  expect(packed.headers).toMatchObject({
    "content-encoding": "gzip",
    vary: "accept-encoding",
    "cache-control": "no-store",
  });
  expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
  expect(packed.bytes.length * 4).toBeLessThan(plain.bytes.length);
  expect([plain.headers["content-encoding"], plain.headers.vary]).toEqual([undefined, "accept-encoding"]);
  const refusing = await asked("/api/ms_programme", { "accept-encoding": "gzip;q=0, br" });
  expect(refusing.headers["content-encoding"]).toBeUndefined();
});

test("a short answer, and one to what was sent, travel as they are", async () => {
  expect((await asked("/api/ms_dashboard", gzip)).headers["content-encoding"]).toBeUndefined();
  const form = { ["field".repeat(300)]: "x" };
  const refused = await asked("/api/ms_applicant/login", gzip, "POST", form);
  expect(refused.bytes.length).toBeGreaterThan(1_024);
  expect(refused.headers["content-encoding"]).toBeUndefined();
});

test.each(["/openapi", "/api/openapi.json"])("%s is made once, packed, and not sent again", async (path) => {
  const first = await asked(path, gzip);
  expect([first.status, first.headers["content-encoding"]]).toEqual([200, "gzip"]);
  expect(gunzipSync(first.bytes)).toEqual((await asked(path)).bytes);
  const again = await asked(path, { ...gzip, "if-none-match": String(first.headers.etag) });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  // Made anew, it would know no call any more.
  const calls = portal.app.calls as unknown[];
  const all = calls.splice(0);
  const later = await asked(path, gzip);
  calls.push(...all);
  expect(later.bytes).toEqual(first.bytes);
});
