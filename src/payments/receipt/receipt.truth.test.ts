import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { moneyDesk } from "../../../testing/correction.ts";
import { type Payable, payable, purposes } from "../../../testing/payable.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
});
afterAll(() => portal.stop());

const rowOf = (rrr: string) =>
  portal.db.selectFrom("payment_reference").selectAll().where("rrr", "=", rrr).executeTakeFirstOrThrow();
const put = (rrr: string, state: string) =>
  portal.db.updateTable("payment_reference").set({ state }).where("rrr", "=", rrr).execute();

/** How a reference comes into each state that a receipt can be asked for in. */
const stories: Readonly<Record<string, (one: Payable, rrr: string) => Promise<unknown>>> = {
  OPEN: async () => {},
  CANCELLED: async (one, rrr) => {
    await bank.deed("deactivate", rrr);
    await one.verify(rrr);
  },
  EXPIRED: (_, rrr) => put(rrr, "EXPIRED"),
  HELD: async (one, rrr) => {
    await bank.pay(rrr, { paidAmount: "1" });
    await one.verify(rrr);
  },
  PAID: async (one, rrr) => {
    await bank.pay(rrr);
    await one.verify(rrr);
  },
  REVERSED: async (one, rrr) => {
    await bank.pay(rrr);
    await one.verify(rrr);
    await (await moneyDesk(portal)).correct(rrr, "Reverse");
  },
};

/** What a receipt and the public page behind its code say. */
async function saidOf(one: Payable, rrr: string) {
  const { body } = await granted(one.person.get(one.receiptPath(rrr)));
  const { body: proof } = await granted(caller(portal).get(`/genuine/${body.genuine.split("/").at(-1)}`));
  const { find, acceptanceFee, details, RRR, asOf } = body;
  return {
    paid: find?.isverified ?? acceptanceFee.status,
    message: find?.message ?? acceptanceFee.message,
    ...{ paidOn: details.paidOn, payer: details.payerName, RRR, asOf, proof },
  };
}

describe.each(purposes)("%s fee", (purpose) => {
  test.each(Object.keys(stories))(
    "the receipt of a payment that is %s says paid if and only if it is",
    async (state) => {
      const one = await payable(portal, purpose);
      const { rrr } = await one.make();
      await stories[state]?.(one, rrr);
      const row = await rowOf(rrr);
      expect(row.state).toBe(state);
      const said = await saidOf(one, rrr);
      const paid = state === "PAID";
      expect([said.paid, said.paidOn !== null, said.proof.valid]).toEqual([paid, paid, paid]);
      expect([said.RRR, said.payer, said.proof.name]).toEqual([row.rrr, row.payername, row.payername]);
      expect(said.proof.status === "Void").toBe(state === "REVERSED");
      expect(Math.abs(Date.parse(said.asOf) - Date.now())).toBeLessThan(60_000);
    },
  );

  test("a receipt that is printed twice says each time what is true then", async () => {
    const one = await payable(portal, purpose);
    const { rrr } = await one.make();
    const told: boolean[] = [];
    const print = async () => {
      const { paid, proof } = await saidOf(one, rrr);
      told.push(paid && proof.valid);
    };
    await print();
    await bank.pay(rrr);
    await print();
    await one.verify(rrr);
    await print();
    await (await moneyDesk(portal)).correct(rrr, "Reverse");
    await print();
    expect(told).toEqual([false, false, true, false]);
  });
});

test("the receipt of a second payment says that it is credit, and proves no fee", async () => {
  const one = await payable(portal, "application");
  const { rrr: old } = await one.make();
  await bank.deed("deactivate", old);
  await one.verify(old);
  const { rrr: young } = await one.make();
  await bank.pay(young);
  await one.verify(young);
  await bank.payAnyway(old);
  await one.verify(old);
  const said = await saidOf(one, old);
  expect(said.message).toContain("The bursary keeps it as your credit");
  expect(said.proof).toMatchObject({ valid: false, status: "Paid, kept as credit" });
  expect((await saidOf(one, young)).proof).toMatchObject({ valid: true, status: "Paid" });
});
