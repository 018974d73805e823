import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";
import { merchant } from "../testing/sandbox-merchant.ts";

let sandbox: TestSandbox;
let shop: ReturnType<typeof merchant>;

beforeAll(async () => {
  sandbox = await startTestSandbox({ serviceTypes: ["4430731", "5551234"], customFields: ["JAMB No"] });
  shop = merchant(sandbox.url);
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.noFaults());

const wish = (orderId: string, more: object = {}) => ({ serviceTypeId: "4430731", orderId, amount: "21000", ...more });

test("a wish signed by a published vector is granted in the wrapper of the live provider", async () => {
  const published =
    "7452d7b35cb17f88ba5b707c8a4ccb629f493f08b217fba8b80e02ad809390617b86a608ed620267430d7c46844314aff60aa56e1642a1dd95cadba798bb320f";
  const answer = await shop.init(wish("A1B2C3"), published);
  expect(answer).toMatch(
    /^jsonp \(\{"statuscode":"025","RRR":"[1-3]\d{11}","status":"Payment Reference generated"\}\)$/,
  );
  expect(answer).toHaveLength(88);
});

test.each([
  ["a wrong hash", {}, "0".repeat(128), "013"],
  ["no hash", {}, "", "020"],
  ["a missing payer", { payerName: "" }, undefined, "022"],
  ["a number for an amount", { amount: 21000 }, "0".repeat(128), "022"],
  ["an unknown service type", { serviceTypeId: "1" }, undefined, "043"],
  ["an amount of nothing", { amount: "0.00" }, undefined, "090"],
  ["an amount with a comma", { amount: "21,000" }, undefined, "090"],
  ["an amount in thousandths", { amount: "21.000" }, undefined, "090"],
  ["a wrong date", { expiryDate: "31/02/2027" }, undefined, "032"],
  ["an unknown custom field", { customFields: [{ name: "X", value: "1", type: "ALL" }] }, undefined, "022"],
  ["parts that do not add up", { lineItems: [item("1", "1", "1")] }, undefined, "084"],
  ["two fee bearers", { lineItems: [item("1", "11000", "1"), item("2", "10000", "1")] }, undefined, "087"],
  ["no fee bearer", { lineItems: [item("1", "21000", "0")] }, undefined, "088"],
  ["a repeated part", { lineItems: [item("1", "11000", "1"), item("1", "10000", "0")] }, undefined, "037"],
])("%s is refused by its code", async (_name, more, hash, code) => {
  const asked = wish(`bad${Math.random().toString(36).slice(2)}`, more);
  expect(await shop.init(asked, hash)).toContain(`"statuscode":"${code}"`);
});

test("another service type, a known field and a right split are granted", async () => {
  const lineItems = [item("1", "11000.50", "1"), item("2", "9999.50", "0")];
  const customFields = [{ name: "JAMB No", value: "1", type: "ALL" }];
  expect(await shop.init(wish("o1", { serviceTypeId: "5551234", lineItems, customFields }))).toContain('"025"');
});

test("an order has one reference, however many ask for it at once", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.init(wish("o2"))));
  expect(answers.filter((answer) => answer.includes('"025"'))).toHaveLength(1);
  expect(answers.filter((answer) => answer.includes('"028","status":"DUPLICATE_REQUEST"'))).toHaveLength(19);
});

test("references are 12 digits and differ", async () => {
  const made = await Promise.all(Array.from({ length: 50 }, (_, at) => shop.reference(`many${at}`)));
  expect(new Set(made).size).toBe(50);
  expect(made.every((rrr) => /^(1\d|2\d|3[0-2])\d{10}$/.test(rrr))).toBe(true);
});

test("the state is told as the live provider tells it, by reference and by order", async () => {
  const rrr = await shop.reference("o3", "31500");
  const pending = new RegExp(
    `^\\{"amount":31500\\.0,"RRR":"${rrr}","orderId":"o3","message":"Transaction Pending","transactiontime":"\\d{4}-\\d\\d-\\d\\d 12:00:00 AM","status":"021"\\}$`,
  );
  expect(await shop.statusByRrr(rrr)).toMatch(pending);
  expect(await shop.statusByOrder("o3")).toMatch(pending);
  await sandbox.pay(rrr);
  expect(await shop.statusByOrder("o3")).toMatch(
    /"paymentDate":"\d{4}-\d\d-\d\d (0[1-9]|1[0-2]):\d\d:\d\d [AP]M".*"status":"01"\}$/,
  );
});

test("a state asked for with another merchant's hash is refused", async () => {
  const rrr = await shop.reference("o4");
  const stranger = merchant(sandbox.url, { merchantId: "2547916", apiKey: "other" });
  expect(await stranger.statusByRrr(rrr)).toContain('"status":"013"');
  expect(await merchant(sandbox.url, { merchantId: "1", apiKey: "1946" }).statusByRrr(rrr)).toContain('"status":"023"');
});

test("an unpaid reference is cancelled for good, a paid one is not", async () => {
  const [unpaid, paid] = [await shop.reference("o5"), await shop.reference("o6")];
  await sandbox.pay(paid);
  expect(await shop.cancel(unpaid)).toBe('{"statuscode":"00","status":"Successful"}');
  expect(await shop.cancel(paid)).toContain('"027"');
  expect(await shop.statusByRrr(unpaid)).toContain('"status":"659"');
  await expect(sandbox.pay(unpaid)).rejects.toThrow("cancelled");
});

test("a reference is paid once, and only a reversal changes a payment", async () => {
  const rrr = await shop.reference("o7");
  await sandbox.pay(rrr);
  await expect(sandbox.pay(rrr)).rejects.toThrow("paid already");
  await expect(sandbox.deed("abort", rrr)).rejects.toThrow();
  await sandbox.deed("reverse", rrr);
  expect((await sandbox.ledger()).find((invoice) => invoice.rrr === rrr)?.state).toBe("REVERSED");
});

test("an expired reference stays pending and cannot be paid", async () => {
  const [byHand, byDate] = [await shop.reference("o8"), "o9"];
  await sandbox.deed("expire", byHand);
  await expect(sandbox.pay(byHand)).rejects.toThrow("expired");
  expect(await shop.statusByRrr(byHand)).toContain('"021"');
  await shop.init(wish(byDate, { expiryDate: "01/01/2020" }));
  const dated = (await sandbox.ledger()).find((invoice) => invoice.orderId === byDate);
  await expect(sandbox.pay(dated?.rrr ?? "")).rejects.toThrow("expired");
});

test("a body too large is cut off and a fault is set for a number of uses", async () => {
  await expect(shop.init(wish("big", { description: "x".repeat(70_000) }))).rejects.toThrow();
  await sandbox.fault("init-5xx", "", 2);
  const answers = [await shop.init(wish("f1")), await shop.init(wish("f2")), await shop.init(wish("f3"))];
  expect(answers.map((answer) => answer.includes('"025"'))).toEqual([false, false, true]);
  await expect(sandbox.fault("no-such-fault")).rejects.toThrow("name is none or one of");
});

function item(lineItemsId: string, beneficiaryAmount: string, deductFeeFrom: string) {
  const beneficiary = { beneficiaryName: "College", beneficiaryAccount: "6020067886", bankCode: "058" };
  return { lineItemsId, ...beneficiary, beneficiaryAmount, deductFeeFrom };
}
