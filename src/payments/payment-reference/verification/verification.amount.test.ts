import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { moneyDesk } from "../../../../testing/correction.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { payable, purposes } from "../../../../testing/payable.ts";
import { plannedTimeComes } from "../../../../testing/poll-plan.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { expectSameLedgers } from "../../../../testing/same-ledgers.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { groupedRrr } from "../../remita/remita.rules.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
});
afterEach(async () => {
  await expectInvariants(portal.db);
  await expectSameLedgers(portal);
});
afterAll(() => portal.stop());

/** In how many seconds the portal asks by itself. */
const checkedIn = async (_id: string) => {
  const { rows } = await portal.app.portal.pool.query(
    `select extract(epoch from "nextCheckAt" - now())::float8 as seconds from portal.payment_reference where _id = $1`,
    [_id],
  );
  return rows[0]?.seconds;
};

const nairaText = (kobo: number) => (kobo / 100).toFixed(2);
const letterAbout = async (rrr: string) => {
  const { payeremail } = await portal.db
    .selectFrom("payment_reference")
    .select("payeremail")
    .where("rrr", "=", rrr)
    .executeTakeFirstOrThrow();
  const about = async () =>
    (await portal.letters(payeremail, 1)).filter(({ subject }) => subject.includes(groupedRrr(rrr)));
  await expect.poll(async () => (await about()).length, { timeout: 10_000 }).toBe(1);
  return (await about())[0];
};

describe.each(purposes)("%s fee", (purpose) => {
  test.each([
    ["a kobo too little", (kobo: number) => kobo - 1],
    ["half of it", (kobo: number) => kobo / 2],
    ["a kobo too much", (kobo: number) => kobo + 1],
    ["a hundred times as much", (kobo: number) => kobo * 100],
  ])("%s is held in suspense, and its payer is told by page and mail", async (_, paidOf) => {
    const one = await payable(portal, purpose);
    const { rrr, _id, kobo } = await one.make();
    await bank.pay(rrr, { paidAmount: nairaText(paidOf(kobo)) });
    const held = await one.verify(rrr);
    expect(held).toMatchObject({ isverified: false, state: "HELD", surplus: null });
    expect(held.message).toContain(`differs from ${asNaira(naira(kobo))}`);
    expect(held.message).toContain("please do not pay again, and keep your teller or receipt");
    expect(await one.verify(rrr), "held until the bursary decides").toEqual(held);

    const { rows } = await portal.app.portal.pool.query(
      `select kind, account, amount_kobo from portal.ledger_entry e join portal.ledger_journal j on j._id = e.journal
       where j.payment = $1 order by amount_kobo`,
      [_id],
    );
    expect(rows).toEqual([
      { kind: "held", account: "suspense", amount_kobo: -paidOf(kobo) },
      { kind: "held", account: "provider", amount_kobo: paidOf(kobo) },
    ]);
    const letter = await letterAbout(rrr);
    expect(letter?.subject).toContain("is being checked");
    expect(letter?.text).toContain(
      `${asNaira(naira(paidOf(kobo)))} came for your reference, which is for ${asNaira(naira(kobo))}.`,
    );
    expect((await one.wish()).body).toMatchObject({
      type: "error",
      code: "payment-under-review",
      message: expect.stringContaining(`${groupedRrr(rrr)} that differs from its amount`),
    });
    expect((await one.payPage(rrr)).body).toMatchObject({ type: "error", message: held.message });
  });

  test.each(["status-wrong-order", "status-wrong-rrr"])(
    "an answer with %s is held without a guess how much came, and its payer is told",
    async (fault) => {
      const one = await payable(portal, purpose);
      const { rrr } = await one.make();
      await bank.pay(rrr);
      await bank.faultFor(rrr, fault);
      expect(await one.verify(rrr)).toMatchObject({ isverified: false, state: "HELD" });
      expect((await letterAbout(rrr))?.text).toContain("its answer does not match what we asked for");
    },
  );

  test.each([
    ["no amount", "null"],
    ["an amount as people write it", '"17,500.00"'],
  ])("an answer with %s is no wrong amount: it is asked again, and counts once it can be read", async (_, amount) => {
    const one = await payable(portal, purpose);
    const { rrr, _id } = await one.make();
    await bank.pay(rrr);
    await bank.faultFor(rrr, "status-wrong-amount", amount, 2);
    const unsure = await one.verify(rrr);
    expect(unsure).toMatchObject({ isverified: false, state: "OPEN" });
    expect(unsure.message).toContain("If you have paid, do not pay again");
    expect(await checkedIn(_id), "not as if it were unpaid").toBeLessThanOrEqual(15 * 60);
    await plannedTimeComes(portal, _id);
    expect((await bank.met())["status-wrong-amount"]).toBeGreaterThanOrEqual(2);
    expect(await one.verify(rrr)).toMatchObject({ isverified: true, surplus: null });
  });

  test("while a wrong payment of an old reference is being checked, the new one is not to be paid", async () => {
    const one = await payable(portal, purpose);
    const { rrr: old, kobo } = await one.make();
    await bank.deed("deactivate", old);
    await one.verify(old);
    const { rrr: young } = await one.make();
    await bank.payAnyway(old, { paidAmount: nairaText(kobo - 100) });
    expect(await one.verify(old)).toMatchObject({ state: "HELD" });
    const waits = await one.verify(young);
    expect(waits.message).toContain(`with reference ${groupedRrr(old)} already. Please do not pay this one too`);
    expect((await one.payPage(young)).body).toMatchObject({ type: "error" });
    // Paid all the same, it is a right payment: the bursary has the wrong one.
    await bank.pay(young);
    expect(await one.verify(young)).toMatchObject({ isverified: true, surplus: null });
    expect(await one.verify(old)).toMatchObject({ state: "HELD" });
  });

  test("once the bursary has put a wrong payment aside, the fee can be paid anew", async () => {
    const one = await payable(portal, purpose);
    const { rrr: old } = await one.make();
    await bank.pay(old, { paidAmount: "1" });
    await one.verify(old);
    expect((await one.wish()).body).toMatchObject({ type: "error" });
    await (await moneyDesk(portal)).correct(old, "Put aside");
    const { rrr: young } = await one.make();
    await bank.pay(young);
    expect(await one.verify(young)).toMatchObject({ isverified: true, surplus: null });
    expect((await one.verify(old)).message).toContain("The bursary keeps it: please ask there");
  });
});
