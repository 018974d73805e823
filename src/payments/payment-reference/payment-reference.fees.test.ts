import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../testing/invariants.ts";
import { type Payable, payable, purposes } from "../../../testing/payable.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { koboOf } from "../remita/remita.rules.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

interface Item {
  readonly _id: string;
  readonly name: string;
  readonly amount_kobo: number;
}

/** The fee items of what somebody pays for, and a way to raise each of them. */
async function feeOf({ purpose, wished }: Payable) {
  const table = sql.table(`portal.${purpose}_fee_item`);
  const { rows } =
    purpose === "application"
      ? await sql<Item>`select _id, name, amount_kobo from ${table} where programme = ${wished.programme}`.execute(
          portal.db,
        )
      : await sql<Item>`select _id, description as name, amount_kobo from ${table}`.execute(portal.db);
  const raise = (item: Item) => sql`update ${table} set amount_kobo = amount_kobo + 100 where _id = ${item._id}`;
  return { items: rows, raise };
}

/**
 * Every item is raised by a naira, again and again, in one transaction each time, until `work` is done. What `work` is
 * given waits for the next raise.
 */
async function whileFeesRise<R>(
  { items, raise }: Awaited<ReturnType<typeof feeOf>>,
  work: (raised: () => Promise<void>) => Promise<R>,
): Promise<R> {
  let over = false;
  let raises = 0;
  const editing = (async () => {
    for (; !over; raises += 1) {
      await portal.db.transaction().execute(async (trx) => {
        for (const item of items) await raise(item).execute(trx);
      });
    }
  })();
  const raised = async () => {
    const before = raises;
    await expect.poll(() => raises).toBeGreaterThan(before);
  };
  try {
    return await work(raised);
  } finally {
    over = true;
    await editing;
  }
}

describe.each(purposes)("%s fee", (purpose) => {
  const count = purpose === "application" ? 50 : 16;
  test(`while it is edited, ${count} references cost what its items came to at one moment, in every book`, async () => {
    const people: Payable[] = [];
    for (let number = 0; number < count; number += 1) people.push(await payable(portal, purpose));
    const fee = await feeOf(people[0] as Payable);
    const made = await whileFeesRise(fee, async (raised) => {
      const first = await Promise.all(people.slice(0, count / 2).map((one) => one.make()));
      await raised();
      return [...first, ...(await Promise.all(people.slice(count / 2).map((one) => one.make())))];
    });
    const before = new Map(fee.items.map(({ name, amount_kobo }) => [name, amount_kobo]));
    const signed = new Map((await bank.ledger()).map(({ orderId, amount }) => [orderId, koboOf(amount)]));
    for (const { _id, orderid, kobo } of made) {
      const { items } = await portal.db
        .selectFrom("payment_reference")
        .select("items")
        .where("_id", "=", _id)
        .executeTakeFirstOrThrow();
      const kept = items as unknown as Item[];
      expect(kept.map(({ name }) => name).sort()).toEqual([...before.keys()].sort());
      const rises = kept.map(({ name, amount_kobo }) => amount_kobo - (before.get(name) ?? 0));
      expect(new Set(rises).size, `each item was raised as often: ${rises}`).toBe(1);
      expect([kept.reduce((sum, item) => sum + item.amount_kobo, 0), signed.get(orderid)]).toEqual([kobo, kobo]);
    }
    expect(new Set(made.map(({ kobo }) => kobo)).size, "the edits came between").toBeGreaterThan(1);
  });
});
