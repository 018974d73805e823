import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Payer, payer, tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { merchant } from "../../../../testing/sandbox-merchant.ts";
import { checkPaymentJob, missedChecks } from "./verification.job.server.ts";

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
const post = async (person: Payer) => {
  await tenSecondsLater(portal);
  const { _id } = await person.programme();
  return (await person.post(path, { programme: _id })).body;
};
const rowOf = (_id: string) =>
  portal.db.selectFrom("payment_reference").selectAll().where("_id", "=", _id).executeTakeFirstOrThrow();
const invoicesOf = async (order: string) => (await bank.ledger()).filter(({ orderId }) => orderId === order);

test.each([["init-timeout-after-commit"], ["init-5xx"], ["init-html"], ["init-empty"], ["init-cut"], ["init-no-rrr"]])(
  "after %s the portal still asks; the next wish finds the one reference by its order",
  async (fault) => {
    const person = await payer(portal);
    await bank.fault(fault, "", 1);
    await bank.fault("status-5xx");
    const lost = await post(person);
    expect(lost).toMatchObject({ type: "success", trxcode: null, rrr: null, state: "UNKNOWN" });
    expect(lost.message).toContain("Nothing has to be paid twice");
    const { orderid } = await rowOf(lost._id);
    await bank.noFaults();
    const found = await post(person);
    expect(found).toMatchObject({ _id: lost._id, state: "OPEN" });
    const invoices = await invoicesOf(orderid);
    expect(invoices.map(({ rrr }) => rrr)).toEqual([found.rrr]);
    expect((await person.get(path)).body).toHaveLength(1);
  },
);

test("a wish that never arrived is made again with the same order", async () => {
  const person = await payer(portal);
  await bank.fault("init-reset", "", 1);
  const lost = await post(person);
  expect(lost.state).toBe("UNKNOWN");
  const { orderid } = await rowOf(lost._id);
  const made = await post(person);
  expect(made).toMatchObject({ _id: lost._id, state: "OPEN" });
  expect((await invoicesOf(orderid)).map(({ rrr }) => rrr)).toEqual([made.rrr]);
});

test("codes that mean nobody knows are not refusals", async () => {
  for (const code of ["25", "997", "998", "999", "777"]) {
    const person = await payer(portal);
    await bank.fault("init-code", code, 1);
    expect((await post(person)).state).toBe("UNKNOWN");
    expect((await post(person)).state).toBe("OPEN");
  }
});

test("a lost reference is recovered in the background, and found paid if it was paid meanwhile", async () => {
  const person = await payer(portal);
  await bank.fault("init-timeout-after-commit", "", 1);
  await bank.fault("notify-none");
  const lost = await post(person);
  const { orderid, nextCheckAt } = await rowOf(lost._id);
  expect(Date.parse(nextCheckAt ?? "") - Date.now()).toBeLessThan(12_000);
  const [invoice] = await invoicesOf(orderid);
  await bank.pay(invoice?.rrr ?? "");
  await tenSecondsLater(portal);
  await checkPaymentJob.run(portal.app, { payment: lost._id });
  expect(await rowOf(lost._id)).toMatchObject({ state: "PAID", rrr: invoice?.rrr, nextCheckAt: null });
});

test("what a killed process left is taken up, wherever it stopped", async () => {
  // Killed before the call, while the call was under way, and after the provider had made the reference.
  for (const stop of ["CREATED", "not arrived", "made"] as const) {
    const person = await payer(portal);
    const _id = await leftBehind(person);
    if (stop !== "CREATED") await killedWhileAsking(_id);
    const { orderid, amount_kobo } = await rowOf(_id);
    if (stop === "made") await merchant(portal.sandbox.url).reference(orderid, String(amount_kobo / 100));
    await checkPaymentJob.run(portal.app, { payment: _id });
    const row = await rowOf(_id);
    expect(row.state, stop).toBe("OPEN");
    expect((await invoicesOf(orderid)).map(({ rrr }) => rrr)).toEqual([row.rrr]);
    expect((await post(person)).rrr).toBe(row.rrr);
  }
});

test("while somebody is asking, a second process leaves the reference alone", async () => {
  const person = await payer(portal);
  const _id = await leftBehind(person);
  await killedWhileAsking(_id, "15 seconds");
  await checkPaymentJob.run(portal.app, { payment: _id });
  expect((await rowOf(_id)).state).toBe("REQUESTING");
});

test("an order that holds another amount at the provider is parked for the bursary, and no second is made", async () => {
  const person = await payer(portal);
  const _id = await leftBehind(person);
  await killedWhileAsking(_id);
  const { orderid } = await rowOf(_id);
  await merchant(portal.sandbox.url).reference(orderid, "1");
  expect(await post(person)).toMatchObject({ _id, state: "PARKED", trxcode: null });
  expect((await post(person))._id).toBe(_id);
  expect(await invoicesOf(orderid)).toHaveLength(1);
});

test("called a duplicate and yet unknown by order, it is parked for the bursary", async () => {
  const person = await payer(portal);
  await bank.fault("init-code", "028");
  expect((await post(person)).state).toBe("PARKED");
});

test("a payment that no notification tells of is found by the plan", async () => {
  const person = await payer(portal);
  await bank.fault("notify-none");
  const { rrr, _id } = await post(person);
  await bank.pay(rrr);
  const { nextCheckAt, createdAt } = await rowOf(_id);
  expect(Math.round((Date.parse(nextCheckAt ?? "") - Date.parse(createdAt)) / 1000)).toBe(300);
  const planned = await sql<{
    run_at: Date;
  }>`select run_at from graphile_worker.jobs where key = ${`check-payment:${_id}`}`.execute(portal.db);
  expect(planned.rows).toHaveLength(1);
  // Five minutes later.
  await sql`select graphile_worker.reschedule_jobs(array(
    select id from graphile_worker.jobs where key = ${`check-payment:${_id}`}), run_at := now())`.execute(portal.db);
  await tenSecondsLater(portal);
  await expect.poll(async () => (await rowOf(_id)).state, { timeout: 10_000 }).toBe("PAID");
});

test("a check whose job was lost is planned anew", async () => {
  const { _id } = await post(await payer(portal));
  await portal.db
    .updateTable("payment_reference")
    .set({ nextCheckAt: "2026-01-01T00:00:00Z" })
    .where("_id", "=", _id)
    .execute();
  await missedChecks.run(portal.app);
  expect(Date.parse((await rowOf(_id)).nextCheckAt ?? "")).toBeGreaterThan(Date.now() - 1_000);
});

/** An intent that was committed and then never pursued, as by a kill right after the commit. */
async function leftBehind(person: Payer): Promise<string> {
  const { _id: programme, fee } = await person.programme();
  const session = await portal.db
    .selectFrom("session")
    .select("_id")
    .where("admission", "=", true)
    .executeTakeFirstOrThrow();
  const _id = newId();
  await portal.db
    .insertInto("payment_reference")
    .values({
      ...{ _id, applicant: person._id, purpose: "application", programme, session: session._id },
      ...{ orderid: _id.replaceAll("-", ""), servicetypeid: "4430731", amount_kobo: fee * 100 },
      items: JSON.stringify([{ name: "Application form", amount_kobo: fee * 100 }]),
      ...{ payername: "Aisha Bello", payeremail: person.emailaddress, payerphone: "2348031234567" },
      ...{ description: "Application fee", endsAt: "2099-01-01T00:00:00Z" },
    })
    .execute();
  await sql`insert into portal.audit (_id, actorkind, deed, subject) values (${newId()}, 'system', 'payment.create', ${`payment:${_id}`})`.execute(
    portal.db,
  );
  return _id;
}

/** The process that was asking held the right to ask until a moment ago, or still does. */
const killedWhileAsking = (_id: string, held = "-1 second") =>
  portal.db
    .updateTable("payment_reference")
    .set({ state: "REQUESTING", askingUntil: sql`now() + ${held}::interval` })
    .where("_id", "=", _id)
    .execute();
