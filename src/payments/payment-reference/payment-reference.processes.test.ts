import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { caller, patientCaller } from "../../../testing/applicant.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { payer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { startProgram } from "../../../testing/program.ts";
import { wishes } from "../../../testing/sandbox.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { secondPortal } from "../../../testing/second-portal.ts";

let portal: TestPortal;
let second: Awaited<ReturnType<typeof secondPortal>>;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  second = await secondPortal(portal, inject("place"));
  bank = sandboxControl(portal.sandbox);
});
afterEach(async () => {
  await bank.noFaults();
  await expectInvariants(portal.db);
});
afterAll(async () => {
  await second.stop();
  await portal.stop();
});

const path = "/ms_application_fee";

test("two processes make one reference of fifty wishes and ask once for fifty questions", async () => {
  const here = await payer(portal);
  const there = caller(second, here.token);
  const { _id: programme } = await here.programme();
  const before = wishes(await bank.requests());
  await bank.fault("slow", "0.3");
  const wished = await Promise.all(
    Array.from({ length: 50 }, (_, at) => (at % 2 ? here : there).post(path, { programme })),
  );
  const [rrr] = new Set(wished.map(({ body }) => body.rrr));
  expect(new Set(wished.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(wishes(await bank.requests()) - before).toBe(1);
  await bank.pay(rrr, {});
  const asked = await Promise.all(Array.from({ length: 50 }, (_, at) => (at % 2 ? here : there).get(`${path}/${rrr}`)));
  expect(asked.every(({ body }) => body.isverified)).toBe(true);
  const questions = (await bank.requests()).filter((entry) => entry.path.includes(`/${rrr}/`));
  expect(questions).toHaveLength(1);
});

test("a process killed while the provider makes the reference leaves one that the next process finds", async () => {
  const person = await payer(portal);
  const { _id: programme } = await person.programme();
  const { host, user } = inject("place");
  const dataDir = mkdtempSync(join(tmpdir(), "portal-killed-"));
  const { url, merchantId, apiKey, notifySecret } = portal.config.remita;
  const doomed = await startProgram({
    DATABASE_URL: `postgres://${user}@/${portal.database}?host=${host}`,
    DATA_DIR: dataDir,
    PORTAL_SECRET: portal.config.secret,
    ...{ REMITA_URL: url, REMITA_MERCHANT_ID: merchantId, REMITA_API_KEY: apiKey, REMITA_NOTIFY_SECRET: notifySecret },
  });
  await doomed.ready;
  await bank.fault("slow", "2", 1);
  const key = { "idempotency-key": "the same tap" };
  const unanswered = patientCaller(doomed, person.token)
    .post(path, { programme }, key)
    .catch((error: Error) => error);
  const state = async () => (await person.get(path)).body[0]?.state;
  await expect.poll(state, { timeout: 10_000 }).toBe("REQUESTING");
  doomed.child.kill("SIGKILL");
  expect(await unanswered).toBeInstanceOf(Error);
  await doomed.ended;
  rmSync(dataDir, { recursive: true, force: true });

  // The provider goes on with what it was asked; nobody else asks while the dead process could still be waiting.
  const { body } = await person.post(path, { programme }, key);
  expect(body).toMatchObject({ type: "success", state: "OPEN" });
  expect((await person.post(path, { programme }, key)).body).toEqual(body);
  const { _id: another } = await person.programme(1);
  expect((await person.post(path, { programme: another }, key)).status).toBe(409);
  const mine = (await person.get(path)).body;
  expect(mine).toHaveLength(1);
  const { orderid } = await portal.db
    .selectFrom("payment_reference")
    .select("orderid")
    .where("applicant", "=", person._id)
    .executeTakeFirstOrThrow();
  const invoices = (await bank.ledger()).filter((invoice) => invoice.orderId === orderid);
  expect(invoices.map(({ rrr }) => rrr)).toEqual([body.rrr]);
}, 60_000);
