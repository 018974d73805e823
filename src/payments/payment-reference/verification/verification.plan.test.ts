import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { payable, purposes } from "../../../../testing/payable.ts";
import { plannedTimeComes } from "../../../../testing/poll-plan.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { expectSameLedgers } from "../../../../testing/same-ledgers.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
});
afterEach(async () => {
  await bank.noFaults();
  await sql`update portal.session set closes = '2099-01-01' where admission`.execute(portal.db);
  await expectInvariants(portal.db);
  await expectSameLedgers(portal);
});
afterAll(() => portal.stop());

const rowOf = (_id: string) =>
  portal.db.selectFrom("payment_reference").selectAll().where("_id", "=", _id).executeTakeFirstOrThrow();
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** In how many seconds the portal asks again by itself. */
const askedIn = async (_id: string) => {
  const { rows } = await sql<{
    seconds: number | null;
  }>`select extract(epoch from "nextCheckAt" - now())::float8 as seconds
    from portal.payment_reference where _id = ${_id}`.execute(portal.db);
  return rows[0]?.seconds ?? null;
};

/** As if it had been made so long ago, of a session or an offer that ends in so many seconds. */
async function aged(_id: string, age: number, left: number): Promise<void> {
  await sql`alter table portal.payment_reference disable trigger payment_reference_guard`.execute(portal.db);
  await sql`update portal.payment_reference set "createdAt" = now() - make_interval(secs => ${age}),
    "endsAt" = now() + make_interval(secs => ${left}) where _id = ${_id}`.execute(portal.db);
  await sql`alter table portal.payment_reference enable trigger payment_reference_guard`.execute(portal.db);
  await sql`update portal.session s set opens = now() - interval '1 year', closes = now() + make_interval(secs => ${left})
    from portal.payment_reference p where p._id = ${_id} and p.session = s._id and p.purpose = 'application'`.execute(
    portal.db,
  );
}

describe.each(purposes)("%s fee", (purpose) => {
  test.each(["notify-none", "notify-late-3d", "notify-malformed"])(
    "a payment that nobody asks about and that is told by %s is verified within five minutes",
    async (fault) => {
      const one = await payable(portal, purpose);
      const { rrr, _id } = await one.make();
      expect(await askedIn(_id)).toBeLessThanOrEqual(5 * MINUTE);
      await bank.faultFor(rrr, fault);
      await bank.pay(rrr, { channel: "BRANCH" });
      await plannedTimeComes(portal);
      expect(await rowOf(_id)).toMatchObject({ state: "PAID", nextCheckAt: null });
      expect((await bank.met())[fault]).toBeGreaterThan(0);
    },
  );

  test("a payment that the bank posts later is found by a later question", async () => {
    const one = await payable(portal, purpose);
    const { rrr, _id } = await one.make();
    await bank.faultFor(rrr, "notify-none");
    await bank.pay(rrr, { channel: "BRANCH", lagSeconds: 600 });
    await plannedTimeComes(portal);
    expect(await rowOf(_id)).toMatchObject({ state: "OPEN" });
    await aged(_id, 6 * MINUTE, 60 * DAY);
    await plannedTimeComes(portal);
    const next = (await askedIn(_id)) ?? 0;
    expect(next).toBeGreaterThan(8 * MINUTE);
    expect(next).toBeLessThanOrEqual(9 * MINUTE);
    await bank.advance(601);
    await plannedTimeComes(portal);
    expect(await rowOf(_id)).toMatchObject({ state: "PAID" });
  });

  test("while the provider does not answer, the plan goes on every quarter of an hour", async () => {
    const one = await payable(portal, purpose);
    const { rrr, _id } = await one.make();
    await bank.faultFor(rrr, "notify-none");
    await bank.faultFor(rrr, "status-5xx", "", 3);
    await bank.pay(rrr);
    for (let silent = 0; silent < 3; silent += 1) {
      await plannedTimeComes(portal);
      expect(await rowOf(_id)).toMatchObject({ state: "OPEN" });
      expect(await askedIn(_id)).toBeLessThanOrEqual(15 * MINUTE);
    }
    await plannedTimeComes(portal);
    expect(await rowOf(_id)).toMatchObject({ state: "PAID" });
  });

  test("after the first day it asks daily, after a month weekly, and finds what is paid then", async () => {
    for (const [age, most] of [
      [20 * DAY, DAY],
      [40 * DAY, 7 * DAY],
    ] as const) {
      const one = await payable(portal, purpose);
      const { rrr, _id } = await one.make();
      await bank.faultFor(rrr, "notify-none");
      await aged(_id, age, 60 * DAY);
      await plannedTimeComes(portal);
      expect(await rowOf(_id)).toMatchObject({ state: "OPEN" });
      expect(await askedIn(_id)).toBeLessThanOrEqual(most);
      await bank.pay(rrr);
      await plannedTimeComes(portal);
      expect(await rowOf(_id)).toMatchObject({ state: "PAID" });
    }
  });

  test("a month old and its time over it lapses, is asked about for a quarter of a year, and counts if it was paid", async () => {
    const one = await payable(portal, purpose);
    const { rrr, _id } = await one.make();
    await bank.faultFor(rrr, "notify-none");
    await aged(_id, 31 * DAY, -DAY);
    await plannedTimeComes(portal);
    expect(await rowOf(_id)).toMatchObject({ state: "EXPIRED" });
    expect((await one.verify(rrr)).message).toContain("If you paid it all the same, verify it again");
    expect(await askedIn(_id)).toBeLessThanOrEqual(7 * DAY);
    await aged(_id, 100 * DAY, -88 * DAY);
    await plannedTimeComes(portal);
    expect(await askedIn(_id)).toBeLessThanOrEqual(2 * DAY);
    await bank.payAnyway(rrr, { paidOn: new Date(Date.now() - 95 * DAY * 1_000).toISOString() });
    await plannedTimeComes(portal);
    expect(await rowOf(_id)).toMatchObject({ state: "PAID", surplus: null });
  });
});
