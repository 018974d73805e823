import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { payer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { wishes } from "../../../testing/sandbox.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
});
afterEach(async () => {
  await bank.noFaults();
  await expectInvariants(portal.db);
});
afterAll(() => portal.stop());

const path = "/ms_application_fee";
const ordersOf = async (rrr: string) => (await bank.ledger()).filter((invoice) => invoice.rrr === rrr);

test("a reference costs what the fee items say, whatever the body claims", async () => {
  const person = await payer(portal);
  const programme = await person.programme();
  const items = (await person.get(`/ms_application_fee_items/${programme._id}`)).body;
  const { body } = await person.post(path, {
    programme: programme._id,
    rrr: "123456789012",
    data: { amount: 1, serviceTypeId: "1", orderId: "mine" },
  });
  expect(body).toMatchObject({ type: "success", amount: programme.fee, state: "OPEN" });
  expect(body.trxcode).toMatch(/^\d{12}$/);
  expect(body.trxcode).not.toBe("123456789012");
  const [invoice] = await ordersOf(body.rrr);
  expect(Number(invoice?.amount)).toBe(programme.fee);
  const [record] = (await person.get(path)).body;
  expect(record).toMatchObject({
    ...{ trxcode: body.rrr, amount: programme.fee, isverified: false, verified: null, application: null },
    trxdata: { description: `Application fee, NCE ${programme.name}, 2026/2027` },
  });
  expect(record.items).toEqual(items.map(({ name, amount }: { name: string; amount: number }) => ({ name, amount })));
  const claimed = await person.post(path, { programme: programme._id, amount: 1 });
  expect([claimed.status, claimed.body.code, claimed.body.errors]).toEqual([
    500,
    "form-invalid",
    { amount: "The field amount is not known" },
  ]);
});

test("a later change of the fee leaves the open reference as it was, and the next one has the new amount", async () => {
  const [before, after] = [await payer(portal), await payer(portal)];
  const old = await before.reference(3);
  const { _id } = await before.programme(3);
  await portal.db
    .updateTable("application_fee_item")
    .set({ amount_kobo: sql`amount_kobo + 5000` })
    .where("programme", "=", _id)
    .where("name", "=", "Screening")
    .execute();
  expect((await before.reference(3)).amount).toBe(old.amount);
  expect((await after.reference(3)).amount).toBe(old.amount + 50);
});

test("without a bio the firstname cannot be detected", async () => {
  const [ready, person] = [await payer(portal), await signedInApplicant(portal)];
  const { _id } = await ready.programme();
  const { status, body } = await person.post(path, { programme: _id });
  expect([status, body]).toEqual([
    200,
    { type: "error", code: "name-missing", message: "Sorry, system could not detect firstname of applicant" },
  ]);
});

test("an unknown programme is 404, one without a fee says so", async () => {
  const person = await payer(portal);
  const { _id } = await person.programme(5);
  await portal.db.updateTable("application_fee_item").set({ status: false }).where("programme", "=", _id).execute();
  expect((await person.post(path, { programme: _id })).body).toMatchObject({
    code: "fee-not-set",
    message: expect.stringContaining("is not set yet"),
  });
  expect((await person.post(path, { programme: "undefined" })).status).toBe(404);
  expect((await person.post(path, {})).body.errors).toEqual({ programme: "Programme is required" });
});

test("fifty parallel wishes make one row, one reference and one answer", async () => {
  const person = await payer(portal);
  const { _id } = await person.programme();
  await bank.fault("slow", "0.5", 1);
  const before = wishes(await bank.requests());
  const replies = await Promise.all(Array.from({ length: 50 }, () => person.post(path, { programme: _id })));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(replies[0]?.body.rrr).toMatch(/^\d{12}$/);
  expect((await person.get(path)).body).toHaveLength(1);
  expect(wishes(await bank.requests()) - before).toBe(1);
});

test("without the index that allows one open reference, parallel wishes make more", async () => {
  const bare = await startPortal(inject("place"));
  try {
    await sql`drop index portal.payment_reference_one_open`.execute(bare.db);
    const person = await payer(bare);
    const { _id } = await person.programme();
    await Promise.all(Array.from({ length: 5 }, () => person.post(path, { programme: _id })));
    expect((await person.get(path)).body.length).toBeGreaterThan(1);
    await expect(expectInvariants(bare.db)).rejects.toThrow();
  } finally {
    await bare.stop();
  }
});

test("one idempotency key makes one reference and answers the same; another body with it is 409", async () => {
  const person = await payer(portal);
  const [first, second] = [await person.programme(0), await person.programme(1)];
  const key = { "idempotency-key": "tap-tap" };
  const replies = await Promise.all(Array.from({ length: 10 }, () => person.post(path, { programme: first._id }, key)));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await person.post(path, { programme: second._id }, key)).toMatchObject({
    status: 409,
    body: { code: "key-used-otherwise" },
  });
});

test("another programme has a reference of its own", async () => {
  const person = await payer(portal);
  const [one, other] = [await person.reference(0), await person.reference(1)];
  expect(one.rrr).not.toBe(other.rrr);
  expect((await person.get(path)).body.map(({ rrr }: { rrr: string }) => rrr)).toEqual([other.rrr, one.rrr]);
});

test("a refusal of the provider is said in its words, and the next wish starts anew", async () => {
  const person = await payer(portal);
  const { _id } = await person.programme();
  await bank.fault("init-code", "090", 1);
  const { status, body } = await person.post(path, { programme: _id });
  expect([status, body.type, body.code, body.message]).toEqual([
    200,
    "error",
    "provider-refused",
    "Remita error: Invalid total amount",
  ]);
  expect((await person.post(path, { programme: _id })).body).toMatchObject({ type: "success", state: "OPEN" });
});

test("no secret and no provider key stands in any answer", async () => {
  const person = await payer(portal);
  const made = await person.reference();
  const answers = [
    made,
    (await person.get(path)).body,
    (await person.get(`${path}/${made.rrr}`)).body,
    (await person.get(`${path}/receipt/${made.rrr}`)).body,
  ];
  const { apiKey, merchantId, notifySecret } = portal.config.remita;
  const text = JSON.stringify(answers).replaceAll(made.rrr, "");
  for (const secret of [`"${apiKey}"`, merchantId, notifySecret, "remitaConsumer"]) expect(text).not.toContain(secret);
  const { fields, action } = (await person.get(`${path}/${made.rrr}/pay`)).body;
  expect(action).toBe(`${portal.config.remita.url}/remita/ecomm/finalize.reg`);
  expect(Object.keys(fields).sort()).toEqual(["hash", "merchantId", "responseurl", "rrr"]);
  expect(JSON.stringify(fields)).not.toContain(`"${apiKey}"`);
  const history = await portal.db.selectFrom("payment_event").select(["kind", "said", "code"]).execute();
  const audit = await portal.db.selectFrom("audit").select(["before", "after", "reason"]).execute();
  expect(JSON.stringify([history, audit])).not.toMatch(/[0-9a-f]{64}|remitaConsumer/);
});
