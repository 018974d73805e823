import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";
import { merchant } from "../testing/sandbox-merchant.ts";

let sandbox: TestSandbox;
let shop: ReturnType<typeof merchant>;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  shop = merchant(sandbox.url);
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.noFaults());

const wish = (orderId: string, more: object = {}) => ({ serviceTypeId: "4430731", orderId, amount: "21000", ...more });

test("a fault for one payer, one order or one reference leaves the others alone", async () => {
  await sandbox.faultFor("musa@example.com", "init-5xx");
  await sandbox.faultFor("order2", "init-html");
  expect(await shop.init(wish("order1", { payerEmail: "musa@example.com" }))).toBe("Internal Server Error");
  expect(await shop.init(wish("order2"))).toContain("<html>");
  expect(await shop.init(wish("order3"))).toContain('"025"');
  const [one, other] = [await shop.reference("order4"), await shop.reference("order5")];
  await sandbox.faultFor(one, "unknown-code", "777");
  expect(await shop.statusByRrr(one)).toContain('"777"');
  expect(await shop.statusByOrder("order4")).toContain('"777"');
  expect(await shop.statusByRrr(other)).toContain('"021"');
});

test("a fault for one is met before the same fault for everybody, and each has its own number of uses", async () => {
  const [one, other] = [await shop.reference("order6"), await shop.reference("order7")];
  await sandbox.fault("unknown-code", "everybody");
  await sandbox.faultFor(one, "unknown-code", "once", 1);
  expect(await shop.statusByRrr(one)).toContain('"once"');
  expect(await shop.statusByRrr(one)).toContain('"everybody"');
  await sandbox.faultFor(other, "unknown-code", "other");
  await sandbox.noFaultsFor(other);
  expect(await shop.statusByRrr(other)).toContain('"everybody"');
});

test("it says how often each fault was met", async () => {
  const before = (await sandbox.met())["status-00"] ?? 0;
  const rrr = await shop.reference("order8");
  await sandbox.pay(rrr);
  await sandbox.fault("status-00", "", 2);
  for (const code of ["00", "00", "01"]) expect(await shop.statusByRrr(rrr)).toContain(`"status":"${code}"`);
  expect((await sandbox.met())["status-00"]).toBe(before + 2);
});

test("a reference that the merchant cancelled or that lapsed may be paid all the same, once", async () => {
  const [cancelled, lapsed] = [await shop.reference("order9"), await shop.reference("order10")];
  await sandbox.deed("deactivate", cancelled);
  await sandbox.deed("expire", lapsed);
  expect(await shop.statusByRrr(cancelled)).toContain('"659"');
  for (const rrr of [cancelled, lapsed]) {
    await expect(sandbox.pay(rrr)).rejects.toThrow();
    await sandbox.payAnyway(rrr);
    expect(await shop.statusByRrr(rrr)).toContain('"01"');
    await expect(sandbox.payAnyway(rrr)).rejects.toThrow("paid already");
    await expect(sandbox.deed("deactivate", rrr)).rejects.toThrow("paid already");
  }
});

test("a payment is dated as the bank dates it", async () => {
  const rrr = await shop.reference("order11");
  await expect(sandbox.pay(rrr, { paidOn: "soon" })).rejects.toThrow("paidOn is a time");
  await sandbox.pay(rrr, { paidOn: "2026-10-06T17:02:06Z" });
  expect(await shop.statusByRrr(rrr)).toMatch(/"paymentDate":"2026-10-06 06:02:06 PM".*"status":"01"/);
});
