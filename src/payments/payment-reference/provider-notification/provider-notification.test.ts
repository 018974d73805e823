import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { payable, purposes } from "../../../../testing/payable.ts";
import { payer, tenSecondsLater } from "../../../../testing/payer.ts";
import { plannedTimeComes } from "../../../../testing/poll-plan.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { isNotifiedSince } from "./provider-notification.read.server.ts";

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

const address = (secret = portal.config.remita.notifySecret) => `/payments/notification/${secret}`;
const tell = (body: unknown, secret?: string) => caller(portal).post(address(secret), body);
const stateOf = async (_id: string) =>
  (await portal.db.selectFrom("payment_reference").select("state").where("_id", "=", _id).executeTakeFirstOrThrow())
    .state;
const stored = async () =>
  Number((await sql<{ n: number }>`select count(*) n from payment_notification`.execute(portal.db)).rows[0]?.n);
const askedOf = async (rrr: string) => (await bank.requests()).filter(({ path }) => path.includes(`/${rrr}/`)).length;
const noJobsLeft = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from graphile_worker.jobs where run_at <= now()`.execute(portal.db);
      return rows.length;
    })
    .toBe(0);

const isBeingAsked = async (_id: string) => {
  const { rows } = await sql<{ asked: boolean }>`select coalesce("askingUntil" > now(), false) as asked
    from portal.payment_reference where _id = ${_id}`.execute(portal.db);
  return rows[0]?.asked;
};
/** In how many seconds the job comes that asks about it. */
const plannedIn = async (_id: string) => {
  const { rows } = await sql<{ seconds: number }>`select extract(epoch from run_at - now())::float8 as seconds
    from graphile_worker.jobs where key = ${`check-payment:${_id}`}`.execute(portal.db);
  return rows[0]?.seconds;
};
/** As if it had been made so long ago that it is asked about weekly. */
async function madeMonthsAgo(_id: string): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update portal.payment_reference set "createdAt" = now() - interval '31 days' where _id = ${_id}`.execute(
      trx,
    );
  });
}

test("the provider's own notification verifies a payment without anybody asking", async () => {
  const person = await payer(portal);
  const { rrr, _id } = await person.reference();
  await bank.pay(rrr, { channel: "BRANCH" });
  await expect.poll(() => stateOf(_id), { timeout: 5_000 }).toBe("PAID");
});

test("twenty notifications, batched and shuffled, have one effect", async () => {
  const person = await payer(portal);
  const { rrr, _id } = await person.reference();
  await bank.fault("notify-none");
  await bank.pay(rrr);
  await bank.notify(rrr, { times: 20 });
  const item = { rrr, orderRef: "other", amount: 1 };
  await tell(Array.from({ length: 100 }, () => item));
  await expect.poll(() => stateOf(_id), { timeout: 5_000 }).toBe("PAID");
  await noJobsLeft();
  const journals = await portal.db.selectFrom("ledger_journal").select("kind").where("payment", "=", _id).execute();
  expect(journals).toEqual([{ kind: "paid" }]);
  expect(await askedOf(rrr)).toBe(1);
});

test("a forged notification of an unpaid reference changes nothing and asks once", async () => {
  const person = await payer(portal);
  const { rrr, _id, amount } = await person.reference();
  const { orderid } = await portal.db
    .selectFrom("payment_reference")
    .select("orderid")
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();
  const forged = {
    rrr,
    orderRef: orderid,
    orderId: orderid,
    amount,
    status: "01",
    statuscode: "00",
    channel: "CARDPAYMENT",
  };
  expect((await tell([forged])).body).toBe("Ok");
  await expect.poll(() => askedOf(rrr)).toBe(1);
  await noJobsLeft();
  expect(await stateOf(_id)).toBe("OPEN");
});

test("a payment made after somebody has just asked is found all the same", async () => {
  const person = await payer(portal);
  const { rrr, _id } = await person.reference();
  await person.get(`/ms_application_fee/${rrr}`);
  await bank.pay(rrr);
  await expect.poll(() => stored()).toBeGreaterThan(0);
  const key = `check-payment:${_id}`;
  const waiting = async () =>
    (
      await sql`select 1 from graphile_worker.jobs where key = ${key} and run_at between now() and now() + interval '12 seconds'`.execute(
        portal.db,
      )
    ).rows.length;
  await expect.poll(waiting, { timeout: 5_000 }).toBe(1);
  await tenSecondsLater(portal);
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = ${key}), run_at := now())`.execute(
    portal.db,
  );
  await expect.poll(() => stateOf(_id), { timeout: 5_000 }).toBe("PAID");
});

describe.each(purposes)("%s fee", (purpose) => {
  test("a notification that comes while somebody asks is asked about right after, however old the reference is", async () => {
    const one = await payable(portal, purpose);
    const { rrr, _id } = await one.make();
    await madeMonthsAgo(_id);
    // A check that is on its way would ask in the place of whoever presses.
    await noJobsLeft();
    await tenSecondsLater(portal);
    await bank.faultFor(rrr, "notify-none");
    await bank.faultFor(rrr, "slow", "8", 1);
    await bank.pay(rrr);
    const asking = one.person.get(one.verifyPath(rrr));
    await expect.poll(() => isBeingAsked(_id), { timeout: 5_000 }).toBe(true);
    await bank.noFaultsFor(rrr);
    // The answer that is on its way knows nothing of the payment.
    await bank.faultFor(rrr, "status-lag", "20", 1);
    const before = await stored();
    await bank.notify(rrr, { times: 1 });
    await expect.poll(() => stored()).toBe(before + 1);
    await noJobsLeft();
    expect(await isBeingAsked(_id), "the notification was read while somebody asked").toBe(true);
    expect((await asking).body.isverified ?? (await asking).body.status).toBe(false);
    expect(await plannedIn(_id)).toBeLessThanOrEqual(12);
    const { rows } = await sql<{ may: boolean }>`select ${isNotifiedSince(sql`${_id}::uuid`, sql`p."checkedAt"`)} as may
      from portal.payment_reference p where _id = ${_id}`.execute(portal.db);
    expect(rows[0]?.may, "it is known that the answer is older than what was told").toBe(true);
    await plannedTimeComes(portal, _id);
    expect(await stateOf(_id)).toBe("PAID");
  });
});

test("what names no payment of ours is kept", async () => {
  const strange = { rrr: "999999999999", orderId: "somebody-else", amount: 5 };
  const { status, body } = await tell([strange, 7, null, "text", { rrr: { $ne: "" } }]);
  expect([status, body]).toEqual([200, "Ok"]);
  await expect
    .poll(async () => {
      const rows = await portal.db
        .selectFrom("payment_notification_item")
        .selectAll()
        .orderBy("notification", "desc")
        .limit(5)
        .execute();
      return rows.filter(({ payment }) => payment === null).length;
    })
    .toBe(5);
});

test("signs that no text can hold are told to the bursary all the same", async () => {
  const person = await payer(portal);
  const { rrr, _id } = await person.reference();
  const desk = await staffMember(portal, { pages: ["payments", "payment-exceptions"] });
  const send = async (fields: string, named = rrr) => {
    const body = Buffer.from(`[{"rrr":"${named}",${fields}}]`, "latin1");
    const sent = await fetch(`${portal.url}/api${address()}`, { method: "POST", body });
    expect([sent.status, await sent.text()]).toEqual([200, "Ok"]);
  };
  for (const fields of [
    '"payerName":"Ren\xe9"',
    '"payerName":"A\\u0000B"',
    '"payerName":"A\\ud800B"',
    '"amount":1e400000',
  ])
    await send(fields);
  await send('"payerName":"A\\u0000B"', "999999999999");
  await noJobsLeft();
  const { told } = (await granted(desk.get(`/staff/ms_payment/${_id}/story`))).body;
  const items = told.map(({ item }: { item: string }) => JSON.parse(item));
  expect(items).toEqual(
    [{ amount: "Infinity" }, { payerName: "A\ud800B" }, { payerName: "A\u0000B" }, { payerName: "Ren\ufffd" }].map(
      (item) => ({
        rrr,
        ...item,
      }),
    ),
  );
  const { list } = (await granted(desk.get("/staff/ms_payment_exception"))).body;
  const unknown = list.find((waits: { rrr: string }) => waits.rrr?.replaceAll("-", "") === "999999999999");
  expect((await granted(desk.get(`/staff/ms_payment_exception/${unknown._id}/file`))).body.told).toHaveLength(1);
});

test("a notification that names two of our payments asks about both", async () => {
  const [one, other] = [await payer(portal), await payer(portal)];
  const [a, b] = [await one.reference(), await other.reference()];
  const { orderid } = await portal.db
    .selectFrom("payment_reference")
    .select("orderid")
    .where("_id", "=", a._id)
    .executeTakeFirstOrThrow();
  await bank.faultFor(b.rrr, "notify-none");
  await bank.pay(b.rrr);
  await tenSecondsLater(portal);
  await tell([{ rrr: b.rrr, orderId: orderid }]);
  await expect.poll(() => stateOf(b._id), { timeout: 5_000 }).toBe("PAID");
  await expect.poll(() => askedOf(a.rrr), { timeout: 5_000 }).toBe(1);
});

test("a wrong secret is an address that does not exist, and nothing is stored", async () => {
  const before = await stored();
  const unknown = await caller(portal).get("/no-such-address");
  for (const secret of ["wrong", portal.config.remita.notifySecret.slice(0, -1), "%00", "x".repeat(250)]) {
    const { status, body } = await tell([{ rrr: "1" }], secret);
    expect([status, body]).toEqual([404, unknown.body]);
  }
  expect(await stored()).toBe(before);
});

test("too large, too many and no array are refused and not stored", async () => {
  const before = await stored();
  const replies = await Promise.all([
    tell(`["${"x".repeat(66_000)}"]`),
    tell(Array.from({ length: 101 }, () => ({ rrr: "1" }))),
    tell('[{"rrr":'),
    tell("[".repeat(20_000) + "]".repeat(20_000)),
    tell({ rrr: "1" }),
    tell(""),
    caller(portal).get(address()),
  ]);
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
    [413, "request-too-large"],
    [413, "too-many-payments"],
    [400, "payments-expected"],
    [400, "payments-expected"],
    [400, "payments-expected"],
    [400, "payments-expected"],
    [405, "method-not-taken"],
  ]);
  expect(await stored()).toBe(before);
});

test("the body is kept as it came, whatever it calls itself", async () => {
  const response = await fetch(`${portal.url}/api${address()}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: '[ {"rrr" : "111111111111", "payerName":"Ọlá"} ]',
  });
  expect([response.status, await response.text()]).toEqual([200, "Ok"]);
  const { body } = await portal.db
    .selectFrom("payment_notification")
    .select("body")
    .orderBy("_id", "desc")
    .executeTakeFirstOrThrow();
  expect(body.toString("utf8")).toBe('[ {"rrr" : "111111111111", "payerName":"Ọlá"} ]');
  await tenSecondsLater(portal);
});
