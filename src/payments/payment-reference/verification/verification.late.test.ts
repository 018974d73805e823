import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { superuser } from "../../../../testing/books.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Payable, payable, purposes } from "../../../../testing/payable.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { plannedTimeComes } from "../../../../testing/poll-plan.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { expectSameLedgers } from "../../../../testing/same-ledgers.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { secondPortal } from "../../../../testing/second-portal.ts";
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

/** A reference that can not be paid any more, and the one that was made after it. */
interface Two {
  readonly one: Payable;
  readonly old: string;
  readonly young: string;
}

test("what was paid for one session is no payment for the next one", async () => {
  const one = await payable(portal, "application");
  const { rrr: before } = await one.make();
  await bank.pay(before);
  expect(await one.verify(before)).toMatchObject({ isverified: true, surplus: null });
  // As it stands a year later.
  await superuser(
    portal,
    `update portal.payment_reference p set session =
      (select s._id from portal.session s where s._id <> p.session limit 1) where rrr = '${before}'`,
  );
  const { rrr } = await one.make();
  await bank.pay(rrr);
  expect(await one.verify(rrr)).toMatchObject({ isverified: true, surplus: null });
});

/** Cancelled at the provider and heard of, or lapsed in our own book. */
async function twoReferences(purpose: Payable["purpose"], end: "CANCELLED" | "EXPIRED", on = portal): Promise<Two> {
  const one = await payable(on, purpose);
  const { rrr: old, _id } = await one.make();
  if (end === "CANCELLED") {
    await sandboxControl(on.sandbox).deed("deactivate", old);
    expect(await one.verify(old)).toMatchObject({ isverified: false, state: "CANCELLED" });
  } else {
    await sandboxControl(on.sandbox).deed("expire", old);
    await on.db.updateTable("payment_reference").set({ state: "EXPIRED" }).where("_id", "=", _id).execute();
  }
  const { rrr: young } = await one.make();
  expect(young).not.toBe(old);
  return { one, old, young };
}

const rowOf = (rrr: string, { db } = portal) =>
  db.selectFrom("payment_reference").selectAll().where("rrr", "=", rrr).executeTakeFirstOrThrow();
const accountOf = async (rrr: string, { app } = portal) =>
  (
    await app.portal.pool.query<{ account: string }>(
      `select account from portal.ledger_entry e join portal.ledger_journal j on j._id = e.journal
       join portal.payment_reference p on p._id = j.payment where p.rrr = $1 and e.amount_kobo < 0`,
      [rrr],
    )
  ).rows.map(({ account }) => account);
const lettersAbout = async (rrr: string) => {
  const { payeremail } = await rowOf(rrr);
  const sent = () => portal.letters(payeremail, 1);
  const about = async () => (await sent()).filter(({ subject }) => subject.includes(groupedRrr(rrr)));
  await expect.poll(async () => (await about()).length, { timeout: 10_000 }).toBe(1);
  return about();
};

describe.each(purposes)("%s fee", (purpose) => {
  test.each(["CANCELLED", "EXPIRED"] as const)(
    "an old reference that is %s and paid after all is paid, and its payer is told not to pay the new one",
    async (end) => {
      const { one, old, young } = await twoReferences(purpose, end);
      await bank.payAnyway(old);
      expect(await one.verify(old)).toMatchObject({ isverified: true, state: "PAID", surplus: null });
      expect(await accountOf(old)).toEqual([`${purpose}-fee`]);

      const waits = await one.verify(young);
      expect(waits).toMatchObject({ isverified: false, state: "OPEN" });
      expect(waits.message).toBe(
        `You have paid for this with reference ${groupedRrr(old)} already. Please do not pay this one too`,
      );
      expect((await one.payPage(young)).body).toMatchObject({ type: "error", message: waits.message });
      expect((await one.person.get(`/ms_payment_slip/${young}`)).body).toMatchObject({ payable: false });
      const [letter] = await lettersAbout(old);
      expect(letter?.subject).toContain("is verified");
      expect(letter?.text).toContain(`reference for the same, ${groupedRrr(young)}: please do not pay it.`);
      expect((await one.wish()).body).toMatchObject({ type: "error" });

      await bank.pay(young);
      expect(await one.verify(young)).toMatchObject({ isverified: true, surplus: "second" });
      expect(await accountOf(young)).toEqual(["credit"]);
      const [credit] = await lettersAbout(young);
      expect(credit?.subject).toContain("is kept for you");
    },
  );

  test("after the new reference is paid, the old one's money is credit", async () => {
    const { one, old, young } = await twoReferences(purpose, "CANCELLED");
    await bank.pay(young);
    expect(await one.verify(young)).toMatchObject({ isverified: true, surplus: null });
    expect((await one.verify(old)).message).toContain("Please do not pay this one too");
    await bank.payAnyway(old);
    const late = await one.verify(old);
    expect(late).toMatchObject({ isverified: true, surplus: "second" });
    expect(late.message).toContain(`with reference ${groupedRrr(young)} already. The bursary keeps it as your credit`);
    expect([await accountOf(young), await accountOf(old)]).toEqual([[`${purpose}-fee`], ["credit"]]);
  });

  test("an old reference that is paid while nobody looks is found by the plan", async () => {
    for (const end of ["CANCELLED", "EXPIRED"] as const) {
      const { old, young } = await twoReferences(purpose, end);
      // A lapsed one was planned for when it was open; the question keeps its date.
      expect((await rowOf(old)).nextCheckAt).not.toBeNull();
      await bank.payAnyway(old);
      await plannedTimeComes(portal);
      expect(await rowOf(old)).toMatchObject({ state: "PAID", surplus: null, nextCheckAt: null });
      expect(await rowOf(young)).toMatchObject({ state: "OPEN" });
    }
  });

  test("both paid and both asked about by two processes at once: one buys, one is credit", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { old, young } = await bothAtOnce(await twoReferences(purpose, "CANCELLED"));
      expect([old.state, young.state]).toEqual(["PAID", "PAID"]);
      expect([old.surplus, young.surplus].sort()).toEqual([null, "second"].sort());
    }
  });
});

/** Both are paid, and each of two processes hears of one while neither can finish: they meet in the database. */
async function bothAtOnce({ one, old, young }: Two, on = portal, there: { url: string } = second) {
  const provider = sandboxControl(on.sandbox);
  await provider.payAnyway(old);
  await provider.pay(young);
  await tenSecondsLater(on);
  const elsewhere = caller(there, one.person.token);
  await whileTableHeld(on, "ledger_journal", 2, () =>
    Promise.all([one.person.get(one.verifyPath(old)), elsewhere.get(one.verifyPath(young))]),
  );
  return { old: await rowOf(old, on), young: await rowOf(young, on) };
}

test("without the index that one thing is paid for once, both at once would buy", async () => {
  const bare = await startPortal(inject("place"));
  try {
    await sql`drop index portal.payment_reference_one_paid`.execute(bare.db);
    await sandboxControl(bare.sandbox).fault("notify-none");
    const { old, young } = await bothAtOnce(await twoReferences("application", "CANCELLED", bare), bare, bare);
    expect([old.surplus, young.surplus]).toEqual([null, null]);
    await expect(expectInvariants(bare.db)).rejects.toThrow();
  } finally {
    await bare.stop();
  }
});
