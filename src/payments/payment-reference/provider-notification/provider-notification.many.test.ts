import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { chanceOf } from "../../../../demo/chance.ts";
import { caller } from "../../../../testing/applicant.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { payable, purposes } from "../../../../testing/payable.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { expectSameLedgers } from "../../../../testing/same-ledgers.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { secondPortal } from "../../../../testing/second-portal.ts";
import { insist } from "../../../../testing/visitor.ts";
import { groupedRrr } from "../../remita/remita.rules.ts";

let portal: TestPortal;
let second: Awaited<ReturnType<typeof secondPortal>>;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  second = await secondPortal(portal, inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
});
afterEach(async () => {
  await expectInvariants(portal.db);
  await expectSameLedgers(portal);
});
afterAll(async () => {
  await second.stop();
  await portal.stop();
});

const tell = (to: { url: string }, body: unknown) =>
  insist(() => caller(to).post(`/payments/notification/${portal.config.remita.notifySecret}`, body));
const noJobsLeft = () =>
  expect
    .poll(
      async () => (await sql`select from graphile_worker.jobs where run_at <= now()`.execute(portal.db)).rows.length,
      {
        timeout: 30_000,
      },
    )
    .toBe(0);
const eventsOf = (payment: string) =>
  portal.db.selectFrom("payment_event").select("tostate").where("payment", "=", payment).where("tostate", "=", "PAID");

test("ten payments, each told two hundred times in shuffled batches of a hundred to two processes, have one effect each", async () => {
  const made: { rrr: string; _id: string; orderid: string }[] = [];
  for (let number = 0; number < 10; number += 1) {
    const one = await payable(portal, purposes[number % 2] ?? "application");
    const { rrr, _id, orderid } = await one.make();
    made.push({ rrr, _id, orderid });
    await bank.pay(rrr);
  }
  await tenSecondsLater(portal);
  const chance = chanceOf(10);
  const items = Array.from({ length: 100 }, (_, at) => {
    const { rrr, orderid } = made[at % 10] ?? {};
    return { rrr, orderId: orderid, orderRef: orderid, amount: at, channel: "BRANCH" };
  });
  const before = (await bank.requests()).length;
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, batch) => tell(batch % 2 ? portal : second, chance.several(items, 100))),
  );
  expect(new Set(replies.map(({ body }) => body))).toEqual(new Set(["Ok"]));
  await noJobsLeft();
  const asked = (await bank.requests()).slice(before);
  for (const { rrr, _id } of made) {
    const row = await portal.db.selectFrom("payment_reference").selectAll().where("_id", "=", _id).executeTakeFirst();
    expect(row).toMatchObject({ state: "PAID", surplus: null });
    expect(await eventsOf(_id).execute()).toHaveLength(1);
    const journals = await portal.db.selectFrom("ledger_journal").select("kind").where("payment", "=", _id).execute();
    expect(journals).toEqual([{ kind: "paid" }]);
    expect(asked.filter(({ path }) => path.includes(`/${rrr}/`))).toHaveLength(1);
    const letters = await portal.letters(row?.payeremail ?? "", 1);
    expect(letters.filter(({ subject }) => subject.includes(groupedRrr(rrr)))).toHaveLength(1);
  }
}, 60_000);

test("a notification of money that is held, credited or verified already changes nothing", async () => {
  const one = await payable(portal, "application");
  const { rrr, _id, orderid } = await one.make();
  await bank.pay(rrr, { paidAmount: "1" });
  expect(await one.verify(rrr)).toMatchObject({ state: "HELD" });
  const rows = () => portal.db.selectFrom("payment_event").select("_id").where("payment", "=", _id).execute();
  const before = await rows();
  await tenSecondsLater(portal);
  await tell(portal, [{ rrr, orderId: orderid, amount: 2_500 }]);
  await noJobsLeft();
  expect(await rows()).toEqual(before);
  expect(await one.verify(rrr)).toMatchObject({ state: "HELD" });
});
