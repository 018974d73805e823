import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";
import { merchant } from "../testing/sandbox-merchant.ts";

let sandbox: TestSandbox;
let shop: ReturnType<typeof merchant>;
let arrived: string[] = [];
let replies: string[] = [];
let orders = 0;

const listener = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  arrived.push(Buffer.concat(chunks).toString());
  response.end(replies.shift() ?? "Ok");
});

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  sandbox = await startTestSandbox();
  await sandbox.notifyTo(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/secret`);
  shop = merchant(sandbox.url);
});
afterAll(async () => {
  await sandbox.stop();
  listener.close();
});
beforeEach(async () => {
  arrived = [];
  replies = [];
  await sandbox.noFaults();
});

const reference = () => shop.reference(`n${++orders}`);
const until = (count: number) => vi.waitFor(() => expect(arrived).toHaveLength(count), { timeout: 3000, interval: 20 });
const quiet = () => new Promise((resolve) => setTimeout(resolve, 300));
const items = (body = "") => JSON.parse(body) as { rrr: string; orderId: string; amount: number }[];

test("a payment is told once, as an array of one, without any state", async () => {
  const rrr = await reference();
  await sandbox.pay(rrr, { channel: "BRANCH" });
  await until(1);
  await quiet();
  expect(items(arrived[0])).toMatchObject([
    { rrr, orderId: `n${orders}`, orderRef: `n${orders}`, amount: 21000, channel: "BRANCH", channnel: "BRANCH" },
  ]);
  expect(items(arrived[0])[0]).not.toHaveProperty("status");
  expect(arrived).toHaveLength(1);
});

test("it is told again after 10 seconds, a minute and five, until the merchant says Ok", async () => {
  replies = ["Not Ok", "Not Ok", "Not Ok", "Not Ok", "Ok"];
  await sandbox.pay(await reference());
  await until(1);
  await quiet();
  for (const [at, seconds] of [11, 61, 301].entries()) {
    await sandbox.advance(seconds);
    await until(at + 2);
  }
  await sandbox.advance(86_400);
  await quiet();
  expect(arrived).toHaveLength(4);
});

test("a payment that the bank posts later is told later", async () => {
  await sandbox.pay(await reference(), { lagSeconds: 600 });
  await quiet();
  expect(arrived).toEqual([]);
  await sandbox.advance(601);
  await until(1);
});

test.each([
  ["notify-none", 0],
  ["notify-dup", 3],
])("%s sends %s", async (fault, count) => {
  await sandbox.fault(fault);
  await sandbox.pay(await reference());
  await quiet();
  expect(arrived).toHaveLength(count);
});

test("a batch holds several payments", async () => {
  await sandbox.fault("notify-batch");
  const made = [await reference(), await reference()];
  await Promise.all(made.map((rrr) => sandbox.pay(rrr)));
  await until(1);
  expect(
    items(arrived[0])
      .map((item) => item.rrr)
      .sort(),
  ).toEqual(made.sort());
});

test("reordered payments arrive one by one", async () => {
  await sandbox.fault("notify-reordered");
  for (const rrr of [await reference(), await reference()]) await sandbox.pay(rrr);
  await until(2);
});

test("a payment told three days late arrives then", async () => {
  await sandbox.fault("notify-late-3d");
  await sandbox.pay(await reference());
  await sandbox.advance(2 * 86_400);
  await quiet();
  expect(arrived).toEqual([]);
  await sandbox.advance(86_401);
  await until(1);
});

test("a forged notification tells of a payment that never was", async () => {
  await sandbox.fault("notify-forged");
  const rrr = await reference();
  await until(1);
  expect(items(arrived[0])[0]).toMatchObject({ rrr, amount: 21000 });
  expect(await shop.statusByRrr(rrr)).toContain('"021"');
});

test("a malformed notification is no JSON", async () => {
  await sandbox.fault("notify-malformed");
  await sandbox.pay(await reference());
  await until(1);
  expect(() => items(arrived[0])).toThrow();
});

test("anything can be told by hand", async () => {
  await sandbox.notify(await reference(), { times: 2, order: "another", tamper: { amount: 1 } });
  await until(2);
  expect(items(arrived[1])).toMatchObject([{ orderId: "another", amount: 1 }]);
});

test("no address off this machine is notified", async () => {
  await expect(sandbox.notifyTo("http://example.org/")).rejects.toThrow("on this machine only");
});
