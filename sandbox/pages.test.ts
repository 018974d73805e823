import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/sandbox.ts";
import { merchant, post } from "../testing/sandbox-merchant.ts";

let sandbox: TestSandbox;
let shop: ReturnType<typeof merchant>;
const home = "http://localhost:3000/app/return?from=1";

beforeAll(async () => {
  sandbox = await startTestSandbox();
  shop = merchant(sandbox.url);
});
afterAll(() => sandbox.stop());

const code = async (rrr: string) => /"status":"(\d+)"/.exec(await shop.statusByRrr(rrr))?.[1];

test("the pay page says that it is a sandbox, what is paid, and how; names are escaped", async () => {
  const reply = await shop.payPage(await shop.reference("p1", "21000.5"), home);
  const html = await reply.text();
  expect(html).toContain("Sandbox: no money moves");
  expect(html).toContain("₦21,000.50");
  expect(html).toContain("Bello &lt;Amina&gt;");
  for (const name of ["Card", "Internet banking", "USSD", "Bank transfer", "Bank branch"]) expect(html).toContain(name);
  expect(reply.headers.get("content-security-policy")).toContain("form-action 'self' http://localhost:3000;");
});

test.each(["CARDPAYMENT", "INTERNETBANKING", "USSD", "BANKTRANSFER"])(
  "%s pays and returns with both numbers",
  async (channel) => {
    const rrr = await shop.reference(channel);
    const reply = await shop.choose(rrr, home, channel);
    expect(reply.status).toBe(303);
    expect(reply.headers.get("location")).toBe(`${home}&RRR=${rrr}&orderID=${channel}`);
    expect(await code(rrr)).toBe("01");
  },
);

test("giving up returns unpaid, and the reference can still be paid", async () => {
  const rrr = await shop.reference("p2");
  expect((await shop.choose(rrr, home, "CARDPAYMENT", "abort")).headers.get("location")).toContain(`RRR=${rrr}`);
  expect(await code(rrr)).toBe("012");
  await shop.choose(rrr, home, "CARDPAYMENT");
  expect(await code(rrr)).toBe("01");
});

test("a branch gets a slip to take along, and pays nothing", async () => {
  const rrr = await shop.reference("p3");
  expect(await (await shop.choose(rrr, home, "BRANCH")).text()).toContain(`/counter?rrr=${rrr}`);
  expect(await code(rrr)).toBe("021");
});

test("the pay page opens with the form's own hash only, and not without an address to return to", async () => {
  const rrr = await shop.reference("p4");
  expect((await shop.payPage(rrr, home, "0".repeat(128))).status).toBe(400);
  expect((await shop.payPage(rrr, "javascript:alert(1)")).status).toBe(400);
  expect((await shop.payPage("280007982070", home)).status).toBe(400);
  expect((await post(`${sandbox.url}/sandbox/pay`, { rrr, responseurl: home, channel: "USSD" })).status).toBe(400);
  expect(await code(rrr)).toBe("021");
});

test("a paid reference has nothing to pay", async () => {
  const rrr = await shop.reference("p5");
  await sandbox.pay(rrr);
  expect(await (await shop.payPage(rrr, home)).text()).toContain("paid already");
});

test.each([
  ["spaces", (rrr: string) => rrr.replace(/(.{4})/g, "$1 ")],
  ["dashes", (rrr: string) => rrr.replace(/(.{4})(.{4})/, "$1-$2-")],
  ["long dashes", (rrr: string) => rrr.replace(/(.{4})(.{4})/, "$1–$2—")],
])("the counter finds a reference typed with %s", async (name, typed) => {
  const rrr = await shop.reference(`counter-${name.replace(" ", "-")}`);
  const reply = await fetch(`${sandbox.url}/counter?rrr=${encodeURIComponent(typed(rrr))}`);
  expect(await reply.text()).toContain("in cash");
});

test("somebody else pays at the counter, at once or posted later", async () => {
  const [now, later] = [await shop.reference("c1"), await shop.reference("c2")];
  expect(await (await post(`${sandbox.url}/counter`, { rrr: now, lag: "0" })).text()).toContain("is paid");
  expect(await code(now)).toBe("01");
  await post(`${sandbox.url}/counter`, { rrr: later, lag: "600" });
  expect(await code(later)).toBe("045");
  expect(await (await post(`${sandbox.url}/counter`, { rrr: now })).text()).toContain("paid already");
});

test.each(["", "1234", "28000798207a", "<script>"])(
  "the counter refuses %j and keeps what was typed",
  async (typed) => {
    const html = await (await fetch(`${sandbox.url}/counter?rrr=${encodeURIComponent(typed)}`)).text();
    expect(html).toContain("A reference has 12 digits.");
    expect(html).not.toContain("<script>");
  },
);

test("the old one-step form makes the reference and shows its page", async () => {
  // The published vector of the old form.
  const hash =
    "e2fff4494c1c28d91c6aad91b0ac2ae506ce7e530cf8a26ae66bde36b56b82b165d6ae2b2f1280f17cfcd57bda5a7194f5e4317feff4a81c6b688c10bba0956f";
  const form = {
    merchantId: "2547916",
    serviceTypeId: "4430731",
    orderId: "A1B2C3",
    amt: "21000",
    responseurl: "https://portal.example/remita/return",
    hash,
    payerName: "Bello Amina",
  };
  expect(await (await post(`${sandbox.url}/remita/ecomm/init.reg`, form)).text()).toContain("Pay this reference");
  expect((await post(`${sandbox.url}/remita/ecomm/init.reg`, { ...form, amt: "1" })).status).toBe(400);
  expect(await shop.statusByOrder("A1B2C3")).toContain('"021"');
});
