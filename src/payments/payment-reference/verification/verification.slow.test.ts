import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Payable, payable, purposes } from "../../../../testing/payable.ts";
import { payer, tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { checkPaymentJob } from "./verification.job.server.ts";

// Seconds of the real portal are milliseconds here: a provider that does not answer is given up after two.
const TIMEOUT_MS = 2_000;

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"), {}, { timeoutMs: TIMEOUT_MS, restMs: 500 });
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
});
afterEach(async () => {
  await healed();
  await expectInvariants(portal.db);
});
afterAll(() => portal.stop());

/** The provider is well again, and the portal has rested and heard so. */
async function healed() {
  await bank.noFaults();
  await bank.fault("notify-none");
  await new Promise((rested) => setTimeout(rested, 600));
  await (await payable(portal, "application")).make();
}

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
};
const rowOf = (_id: string) =>
  portal.db.selectFrom("payment_reference").selectAll().where("_id", "=", _id).executeTakeFirstOrThrow();

describe.each(purposes)("%s fee", (purpose) => {
  test.each(["status-hang", "status-drip", "slow"])(
    "while the provider answers by %s, Verify Payment ends in time and says what is known",
    async (fault) => {
      const one = await payable(portal, purpose);
      const { rrr } = await one.make();
      await bank.pay(rrr);
      await bank.fault(fault, "30", 1);
      let said: Awaited<ReturnType<typeof one.verify>>;
      const took = await seconds(async () => {
        said = await one.verify(rrr);
      });
      expect(took).toBeLessThan(2 * (TIMEOUT_MS / 1_000));
      expect(said).toMatchObject({ type: "success", isverified: false, state: "OPEN" });
      expect(said.message).toMatch(/did not answer when we asked.*If you have paid, do not pay again/);
      expect((await one.verify(rrr)).isverified).toBe(true);
    },
  );

  test("while the provider hangs, a wish for a reference ends in time, and there is never a second one", async () => {
    const one = await payable(portal, purpose);
    await bank.fault("init-hang");
    await bank.fault("status-hang");
    const took = await seconds(async () => {
      const { body } = await one.wish();
      expect(body).toMatchObject({ type: "success", state: "UNKNOWN" });
      expect(body.message).toContain("Nothing has to be paid twice: your reference will appear here");
    });
    expect(took).toBeLessThan(2 * (TIMEOUT_MS / 1_000));
    await tenSecondsLater(portal);
    expect(await seconds(() => one.wish())).toBeLessThan(2 * (TIMEOUT_MS / 1_000));
    await healed();
    await tenSecondsLater(portal);
    const { orderid, rrr } = await one.make();
    const made = (await bank.ledger()).filter(({ orderId }) => orderId === orderid);
    expect(made.map((invoice) => invoice.rrr)).toEqual([rrr]);
  });
});

test("however slow each answer is, a lost reference is looked for only as long as two answers take", async () => {
  const person = await payer(portal);
  await bank.fault("init-timeout-after-commit", "", 1);
  const { _id } = await person.reference();
  expect((await rowOf(_id)).state).toBe("UNKNOWN");
  // By its order it is not found, so it is wished for, is called a duplicate, is found by its order, and is paid.
  const { orderid } = await rowOf(_id);
  const [invoice] = (await bank.ledger()).filter(({ orderId }) => orderId === orderid);
  await bank.pay(invoice?.rrr ?? "");
  await bank.fault("slow", "1.2");
  await bank.faultFor(orderid, "unknown-code", "026", 1);
  await tenSecondsLater(portal);
  const took = await seconds(() => person.reference());
  expect(took).toBeLessThan(4);
  await bank.noFaults();
  for (let look = 0; look < 3; look += 1) {
    await tenSecondsLater(portal);
    await checkPaymentJob.run(portal.app, { payment: _id });
  }
  expect(await rowOf(_id)).toMatchObject({ state: "PAID", rrr: invoice?.rrr });
}, 30_000);

test("five answers that did not come rest the provider: everybody is answered at once, and told so", async () => {
  const people = await Promise.all(Array.from({ length: 7 }, () => payable(portal, "application")));
  const made = await Promise.all(people.map((one) => one.make()));
  await bank.fault("status-5xx");
  for (const [at, { rrr }] of made.entries()) {
    if (at < 5) await people[at]?.verify(rrr);
  }
  const before = (await bank.requests()).length;
  const [last, { rrr }] = [people[6] as Payable, made[6] as { rrr: string }];
  expect((await last.verify(rrr)).message).toContain("did not answer when we asked");
  expect((await bank.requests()).length).toBe(before);
  await healed();
  expect((await last.verify(rrr)).message).toContain("We have no payment for it yet");
});
