import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { initHash, statusHash } from "./hashes.ts";
import { startSandbox } from "./server.ts";

const program = fileURLToPath(new URL("start.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sandbox-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(env: Record<string, string>) {
  return spawn(process.execPath, [program], { env, stdio: ["pipe", "pipe", "pipe"] });
}

async function started(env: Record<string, string>) {
  const child = run(env);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, ...(JSON.parse(line) as { url: string; control: string; token: string }) };
}

test.each([
  [{ NODE_ENV: "production" }, "does not start in production"],
  [{ SANDBOX_NOTIFY_URL: "https://portal.example/notification" }, "on this machine only"],
  [{ SANDBOX_NOTIFY_URL: "http://127.0.0.1.example/" }, "on this machine only"],
  [{ SANDBOX_NOTIFY_URL: "nonsense" }, "on this machine only"],
  [{ SANDBOX_PORT: "70000" }, "a number from 0 to 65535"],
])("the program refuses to start with %j", async (env, sentence) => {
  const child = run(env as Record<string, string>);
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  expect(said).toContain(sentence);
});

test("in production it does not start inside another program either", async () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  await expect(startSandbox()).rejects.toThrow("does not start in production");
  process.env.NODE_ENV = before;
});

test("the program listens on loopback and ends with its standard input", async () => {
  const { child, url, control, token } = await started({ SANDBOX_WATCH_STDIN: "1", SANDBOX_CONTROL_TOKEN: "t" });
  expect([url, control].every((address) => address.startsWith("http://127.0.0.1:"))).toBe(true);
  expect(token).toBe("t");
  expect((await fetch(url)).status).toBe(200);
  child.stdin.end();
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a control call without the token is refused", async () => {
  const { child, control, token } = await started({});
  const pay = (authorization: string) =>
    fetch(`${control}/__sandbox/ledger`, { headers: { authorization } }).then((reply) => reply.status);
  expect(await pay("")).toBe(401);
  expect(await pay("Bearer ")).toBe(401);
  expect(await pay(`Bearer ${token}`)).toBe(200);
  child.kill();
  await once(child, "exit");
});

test("references, payments and the clock survive a kill, even one in the middle of a line", async () => {
  const env = { SANDBOX_STATE: join(folder, "deep", "book.json"), SANDBOX_CONTROL_TOKEN: "t" };
  const first = await started(env);
  const rrr = await made(first.url, "order1");
  await controlled(first.control, "pay", { rrr, lagSeconds: 600 });
  await controlled(first.control, "clock", { advanceSeconds: 601 });
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  appendFileSync(env.SANDBOX_STATE, '{"invoice":{"rrr":"99');

  const second = await started(env);
  expect(await state(second.url, rrr)).toBe("01");
  const next = await made(second.url, "order2");
  expect(Number(next.slice(2))).toBeGreaterThan(Number(rrr.slice(2)));
  second.child.kill();
  await once(second.child, "exit");
});

const keys = { merchantId: "2547916", apiKey: "1946" };
const service = "/remita/exapp/api/v1/send/api/echannelsvc";

async function made(url: string, orderId: string) {
  const payer = { payerName: "Bello Amina", payerEmail: "amina@example.com", payerPhone: "2348012345678" };
  const body = { serviceTypeId: "4430731", amount: "21000", orderId, ...payer, description: "Fee" };
  const hash = initHash(keys, body.serviceTypeId, orderId, body.amount);
  const authorization = `remitaConsumerKey=2547916,remitaConsumerToken=${hash}`;
  const request = { method: "POST", headers: { authorization }, body: JSON.stringify(body) };
  const answer = await (await fetch(`${url}${service}/merchant/api/paymentinit`, request)).text();
  return /"RRR":"(\d{12})"/.exec(answer)?.[1] ?? answer;
}

async function state(url: string, rrr: string) {
  const hash = statusHash(keys, rrr);
  const authorization = `remitaConsumerKey=2547916,remitaConsumerToken=${hash}`;
  const answer = await fetch(`${url}${service}/2547916/${rrr}/${hash}/status.reg`, { headers: { authorization } });
  return ((await answer.json()) as { status: string }).status;
}

async function controlled(control: string, deed: string, body: object) {
  const headers = { authorization: "Bearer t" };
  const reply = await fetch(`${control}/__sandbox/${deed}`, { method: "POST", headers, body: JSON.stringify(body) });
  expect(reply.status).toBe(200);
}
