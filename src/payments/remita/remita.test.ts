import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox, wishes } from "../../../testing/sandbox.ts";
import { newOrderId, type RemitaLogLine, remitaClient } from "./remita.server.ts";

let sandbox: TestSandbox;
let lines: RemitaLogLine[] = [];

beforeAll(async () => {
  sandbox = await startTestSandbox({ legacyPort: 0 });
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  lines = [];
  await sandbox.noFaults();
});

const client = (url = sandbox.url, timeoutMs = 1000) =>
  remitaClient({ url, merchantId: "2547916", apiKey: "1946", timeoutMs, log: (line) => lines.push(line) });

const intent = (more: object = {}) => ({
  orderId: newOrderId(),
  serviceTypeId: "4430731",
  amountKobo: 2_100_050,
  payerName: "Bello Amina",
  payerEmail: "amina@example.com",
  payerPhone: "2348012345678",
  description: "Application fee",
  ...more,
});

test("a reference is made, paid at a bank, and both questions then say paid with what was asked", async () => {
  const remita = client();
  const asked = intent();
  const made = await remita.generate(asked);
  expect(made).toMatchObject({ kind: "open", code: "025", orderId: asked.orderId, amountKobo: 2_100_050 });
  const rrr = rrrOf(made);
  expect(await remita.statusByRrr(rrr)).toMatchObject({
    kind: "open",
    code: "021",
    amountKobo: 2_100_050,
    paidOn: null,
  });
  await sandbox.pay(rrr, { channel: "BRANCH" });
  const paid = { kind: "paid", code: "01", rrr, orderId: asked.orderId, amountKobo: 2_100_050 };
  expect(await remita.statusByRrr(rrr)).toMatchObject(paid);
  expect(await remita.statusByOrder(asked.orderId)).toMatchObject(paid);
});

test("a slow branch is open until it posts", async () => {
  const remita = client();
  const rrr = rrrOf(await remita.generate(intent()));
  await sandbox.pay(rrr, { channel: "BRANCH", lagSeconds: 3600 });
  expect(await remita.statusByRrr(rrr)).toMatchObject({ kind: "open", code: "045" });
  await sandbox.advance(3601);
  expect(await remita.statusByRrr(rrr)).toMatchObject({ kind: "paid" });
});

test("an abandoned or failed try leaves the reference open and payable", async () => {
  const remita = client();
  const rrr = rrrOf(await remita.generate(intent()));
  await sandbox.deed("abort", rrr);
  expect(await remita.statusByRrr(rrr)).toMatchObject({ kind: "open", code: "012" });
  await sandbox.deed("fail", rrr);
  expect(await remita.statusByRrr(rrr)).toMatchObject({ kind: "open", code: "02" });
  await sandbox.pay(rrr);
  expect(await remita.statusByRrr(rrr)).toMatchObject({ kind: "paid" });
});

test("what the provider does not know is not found", async () => {
  expect(await client().statusByRrr("280007982070")).toMatchObject({ kind: "notFound", code: "022" });
  expect(await client().statusByOrder(newOrderId())).toMatchObject({ kind: "notFound", code: "026" });
});

test("an order that has a reference is unknown when asked for again, and found by its id", async () => {
  const asked = intent();
  const rrr = rrrOf(await client().generate(asked));
  expect(await client().generate(asked)).toMatchObject({ kind: "unknown", reason: "duplicateOrder", code: "028" });
  expect(await client().statusByOrder(asked.orderId)).toMatchObject({ kind: "open", rrr });
});

test("a wrong key and an unknown service type are our configuration, never the applicant's fault", async () => {
  const wrong = remitaClient({ url: sandbox.url, merchantId: "2547916", apiKey: "wrong-key" });
  expect(await wrong.generate(intent())).toMatchObject({ kind: "configError", code: "013" });
  expect(await wrong.statusByOrder(newOrderId())).toMatchObject({ kind: "configError", code: "013" });
  const other = remitaClient({ url: sandbox.url, merchantId: "1111111", apiKey: "1946" });
  expect(await other.generate(intent())).toMatchObject({ kind: "configError", code: "023" });
  expect(await client().generate(intent({ serviceTypeId: "999" }))).toMatchObject({ kind: "configError", code: "043" });
});

test("a refusal keeps the provider's code and words", async () => {
  const refused = { kind: "refused", code: "022", text: "Invalid Request" };
  expect(await client().generate(intent({ description: "" }))).toEqual(refused);
});

test("the pay form opens the page of its reference only", async () => {
  const rrr = rrrOf(await client().generate(intent()));
  const other = rrrOf(await client().generate(intent()));
  const { action, fields } = client().payForm(rrr, "http://127.0.0.1:9/return");
  const post = (form: Record<string, string>) => fetch(action, { method: "POST", body: new URLSearchParams(form) });
  expect(await (await post(fields)).text()).toContain("Pay this reference");
  expect((await post({ ...fields, rrr: other })).status).toBe(400);
  expect(fields).not.toHaveProperty("apiKey");
});

test("a redirect is refused and the signature never reaches the other address", async () => {
  const arrived: unknown[] = [];
  const other = createServer((request, response) => {
    arrived.push(request.headers);
    response.end(`{"statuscode":"025","RRR":"280007982070"}`);
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  await sandbox.fault("redirect-302", `http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  expect(await client().generate(intent())).toMatchObject({ kind: "unknown", reason: "redirect" });
  expect(await client().statusByOrder(newOrderId())).toMatchObject({ kind: "unknown", reason: "redirect" });
  expect(arrived).toEqual([]);
  other.close();
});

test("the provider's old address, which only redirects, is refused", async () => {
  const before = wishes(await sandbox.requests());
  expect(await client(sandbox.legacy ?? "").generate(intent())).toMatchObject({ kind: "unknown", reason: "redirect" });
  expect(wishes(await sandbox.requests())).toBe(before);
});

test("the log holds no token, hash, key or address, even when the provider echoes them", async () => {
  const remita = client();
  const rrr = rrrOf(await remita.generate(intent()));
  await remita.statusByRrr(rrr);
  const { authorization } = (await sandbox.requests()).at(-1) ?? { authorization: "" };
  await sandbox.fault("init-code", `${authorization} 1946`);
  const echoed = await remita.generate(intent());
  const written = JSON.stringify([lines, echoed]);
  expect(lines).toHaveLength(3);
  expect(authorization).toMatch(/Token=[0-9a-f]{128}$/);
  expect(written).not.toMatch(/[0-9a-f]{32}|1946|http/);
});

test("a wrong address, reference or order id of our own is a fault, before anything is sent", () => {
  const account = { merchantId: "2547916", apiKey: "1946" };
  expect(() => remitaClient({ ...account, url: "http://login.remita.net" })).toThrow(RangeError);
  expect(() => remitaClient({ ...account, url: sandbox.url, apiKey: "" })).toThrow(RangeError);
  for (const rrr of ["", "28000798207", "2800079820700", "..%2f", "28000798207/", "٢٨٠٠٠٧٩٨٢٠٧٠"]) {
    expect(() => client().statusByRrr(rrr)).toThrow(RangeError);
    expect(() => client().payForm(rrr, "")).toThrow(RangeError);
  }
  for (const orderId of ["", "a/b", "short", `${newOrderId()}a`]) {
    expect(() => client().statusByOrder(orderId)).toThrow(RangeError);
    expect(() => client().generate(intent({ orderId }))).toThrow(RangeError);
  }
  expect(() => client().generate(intent({ amountKobo: 0 }))).toThrow(RangeError);
});

function rrrOf(result: object) {
  if (!("rrr" in result) || typeof result.rrr !== "string") throw new Error(`no reference: ${JSON.stringify(result)}`);
  return result.rrr;
}
