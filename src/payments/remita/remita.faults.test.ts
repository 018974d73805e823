import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox, wishes } from "../../../testing/sandbox.ts";
import { newOrderId, type RemitaClient, remitaClient } from "./remita.server.ts";

let sandbox: TestSandbox;
let remita: RemitaClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.noFaults();
  remita = freshClient();
});

const freshClient = (restMs = 30_000) =>
  remitaClient({ url: sandbox.url, merchantId: "2547916", apiKey: "1946", timeoutMs: 600, restMs });

const intent = () => ({
  orderId: newOrderId(),
  serviceTypeId: "4430731",
  amountKobo: 500_000,
  payerName: "Bello Amina",
  payerEmail: "amina@example.com",
  payerPhone: "2348012345678",
  description: "Application fee",
});

const badAnswers = [
  ["hang", "timeout"],
  ["drip", "timeout"],
  ["reset", "network"],
  ["cut", "network"],
  ["endless", "tooLarge"],
  ["5xx", "httpStatus"],
  ["html", "unreadable"],
  ["empty", "unreadable"],
  ["bad-utf8", "unreadable"],
  ["two-answers", "unreadable"],
] as const;

test.each(badAnswers)("a wish answered by %s is unknown (%s) and asked once", async (fault, reason) => {
  const before = wishes(await sandbox.requests());
  await sandbox.fault(`init-${fault}`);
  expect(await remita.generate(intent())).toMatchObject({ kind: "unknown", reason });
  expect(wishes(await sandbox.requests())).toBe(before + 1);
});

test.each(badAnswers)("a question answered by %s is unknown (%s)", async (fault, reason) => {
  const rrr = await paidReference();
  await sandbox.fault(`status-${fault}`);
  expect(await remita.statusByRrr(rrr)).toMatchObject({ kind: "unknown", reason });
});

test.each(["init-timeout-after-commit", "init-hang", "init-5xx", "init-html", "init-empty", "init-no-rrr"])(
  "after %s the reference that was made is found by its order id, and there is one",
  async (fault) => {
    const asked = intent();
    await sandbox.fault(fault);
    expect((await remita.generate(asked)).kind).toBe("unknown");
    await sandbox.noFaults();
    expect((await remita.generate(asked)).kind).toBe("unknown");
    const found = await remita.statusByOrder(asked.orderId);
    const made = (await sandbox.ledger()).filter((invoice) => invoice.orderId === asked.orderId);
    expect(made).toHaveLength(1);
    expect(found).toMatchObject({ kind: "open", rrr: made[0]?.rrr, amountKobo: 500_000 });
  },
);

test("after a connection lost before the deed the order is not found, and may be asked for again", async () => {
  const asked = intent();
  await sandbox.fault("init-reset");
  expect((await remita.generate(asked)).kind).toBe("unknown");
  await sandbox.noFaults();
  expect((await remita.statusByOrder(asked.orderId)).kind).toBe("notFound");
  expect((await remita.generate(asked)).kind).toBe("open");
});

test.each(["jsonp", "jsonp-nospace", "paren", "semicolon", "bare", "plain"])(
  "the wrapper %s is read",
  async (wrapper) => {
    await sandbox.fault("wrapper", wrapper);
    expect((await remita.generate(intent())).kind).toBe("open");
  },
);

test("025 without a reference is not a success", async () => {
  await sandbox.fault("init-no-rrr");
  expect(await remita.generate(intent())).toMatchObject({ kind: "unknown", reason: "noReference" });
});

test.each(["25", "998", "999", "777", "01", "00"])("a wish answered by the code %s is unknown", async (code) => {
  await sandbox.fault("init-code", code);
  expect(await remita.generate(intent())).toMatchObject({ kind: "unknown", reason: "unexpectedCode", code });
});

test.each(["25", "998", "999", "777", "1", "0", "00 ", " 01", "001"])(
  "a paid reference with the code %j is unknown",
  async (code) => {
    const rrr = await paidReference();
    await sandbox.fault("unknown-code", code);
    expect(await remita.statusByRrr(rrr)).toMatchObject({ kind: "unknown", reason: "unexpectedCode", code });
  },
);

test("00 pays as 01 does", async () => {
  const rrr = await paidReference();
  await sandbox.fault("status-00");
  expect(await remita.statusByRrr(rrr)).toMatchObject({ kind: "paid", code: "00" });
});

test("a late state is open, a flapping one is as it is told each time", async () => {
  const rrr = await paidReference();
  await sandbox.fault("status-lag", "60");
  expect((await remita.statusByRrr(rrr)).kind).toBe("open");
  await sandbox.advance(61);
  await sandbox.fault("status-flap");
  expect((await remita.statusByRrr(rrr)).kind).toBe("paid");
  expect((await remita.statusByRrr(rrr)).kind).toBe("open");
});

test.each([
  ["status-wrong-amount", "", "amountKobo", 500_100],
  ["status-wrong-amount", "5001.00", "amountKobo", 500_100],
  ["status-wrong-rrr", "", "rrr", expect.stringMatching(/^\d{12}$/)],
  ["status-wrong-order", "", "orderId", expect.any(String)],
])("%s %s is passed on as told, for the caller to hold", async (fault, value, name, told) => {
  const rrr = await paidReference();
  const right = await remita.statusByRrr(rrr);
  await sandbox.fault(fault, value);
  const wrong = await remita.statusByRrr(rrr);
  expect(wrong).toMatchObject({ kind: "paid", [name]: told });
  expect(wrong).not.toEqual(right);
});

test.each(['"5,000.00"', "null"])("an amount that reads %s is no clear answer", async (value) => {
  const rrr = await paidReference();
  await sandbox.fault("status-wrong-amount", value);
  expect(await remita.statusByRrr(rrr)).toMatchObject({ kind: "unknown", reason: "unreadableInvoice" });
});

test("an underpaid reference says what was paid", async () => {
  const rrr = rrrOf(await remita.generate(intent()));
  await sandbox.pay(rrr, { paidAmount: "4999.99" });
  expect(await remita.statusByRrr(rrr)).toMatchObject({ kind: "paid", amountKobo: 499_999 });
});

test("a busy provider and a slow one are unknown", async () => {
  await sandbox.fault("rate-429");
  expect(await remita.generate(intent())).toMatchObject({ kind: "unknown", reason: "rateLimited" });
  await sandbox.noFaults();
  await sandbox.fault("slow", "2");
  expect(await remita.generate(intent())).toMatchObject({ kind: "unknown", reason: "timeout" });
});

test("nobody listening is unknown", async () => {
  const gone = await startTestSandbox();
  await gone.stop();
  const lost = remitaClient({ url: gone.url, merchantId: "2547916", apiKey: "1946" });
  expect(await lost.generate(intent())).toMatchObject({ kind: "unknown", reason: "network" });
});

test("five failures in a row rest the provider; then one call tries, and its success ends the rest", async () => {
  remita = freshClient(1500);
  await sandbox.fault("status-5xx");
  const ask = () => remita.statusByOrder(newOrderId());
  for (let failure = 0; failure < 5; failure++) expect(await ask()).toMatchObject({ reason: "httpStatus" });
  const before = (await sandbox.requests()).length;
  expect(await ask()).toMatchObject({ kind: "unknown", reason: "resting" });
  expect(await remita.generate(intent())).toMatchObject({ kind: "unknown", reason: "resting" });
  expect(await sandbox.requests()).toHaveLength(before);
  await rested();
  const [first, second] = await Promise.all([ask(), ask()]);
  expect([first, second]).toMatchObject([{ reason: "httpStatus" }, { reason: "resting" }]);
  await sandbox.noFaults();
  await rested();
  expect((await ask()).kind).toBe("notFound");
  expect((await ask()).kind).toBe("notFound");
});

test("refusals are answers and never rest the provider", async () => {
  for (let time = 0; time < 8; time++) expect((await remita.statusByOrder(newOrderId())).kind).toBe("notFound");
});

const rested = () => new Promise((resolve) => setTimeout(resolve, 1600));

async function paidReference() {
  const rrr = rrrOf(await remita.generate(intent()));
  await sandbox.pay(rrr);
  return rrr;
}

function rrrOf(result: object) {
  if (!("rrr" in result) || typeof result.rrr !== "string") throw new Error(`no reference: ${JSON.stringify(result)}`);
  return result.rrr;
}
