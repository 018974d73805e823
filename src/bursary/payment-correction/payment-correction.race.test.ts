import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { type MoneyDesk, moneyDesk } from "../../../testing/correction.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { payable } from "../../../testing/payable.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutConstraint, withoutRowLock } from "../../../testing/without-guard.ts";

let portal: TestPortal;
let bank: ReturnType<typeof sandboxControl>;
let desk: MoneyDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
  desk = await moneyDesk(portal);
});
afterAll(() => portal.stop());

/** A reference that is paid at the provider, and proposed to be confirmed here. */
async function both() {
  const one = await payable(portal, "application");
  const { rrr, kobo, _id } = await one.make();
  const { body } = await granted(desk.propose(rrr, "Confirm paid", { came: kobo / 100, paidon: lagosToday() }));
  await bank.pay(rrr);
  return { one, rrr, kobo, _id, correction: body._id as string };
}

type Both = Awaited<ReturnType<typeof both>>;

const paidJournals = async ({ _id }: Both) =>
  (
    await portal.db
      .selectFrom("ledger_journal")
      .select("_id")
      .where("payment", "=", _id)
      .where("kind", "=", "paid")
      .execute()
  ).length;
const rowOf = ({ _id }: Both) =>
  portal.db
    .selectFrom("payment_reference")
    .select(["state", "correction"])
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();
const stateOf = async ({ correction }: Both) =>
  (
    await portal.db
      .selectFrom("payment_correction")
      .select("state")
      .where("_id", "=", correction)
      .executeTakeFirstOrThrow()
  ).state;
const answersOf = async ({ _id }: Both) =>
  (
    await portal.db
      .selectFrom("payment_event")
      .select("tostate")
      .where("payment", "=", _id)
      .where("kind", "=", "paid")
      .execute()
  ).map(({ tostate }) => tostate);

/** Both at once, the first far enough to be the first, neither able to book until the other waits too. */
const atOnce = <A, B>(first: () => Promise<A>, second: () => Promise<B>) =>
  whileTableHeld(portal, "ledger_journal", 2, async () => {
    const begun = first();
    await untilWaiting(portal, 1, 2_000);
    return Promise.all([begun, second()]);
  });

test("approved while the provider's answer is on its way, a payment is booked once and both are in its history", async () => {
  const wanted = await both();
  await bank.fault("slow", "1", 1);
  const verifying = wanted.one.verify(wanted.rrr);
  await wait(300);
  await granted(desk.approve(wanted.correction));
  expect(await verifying).toMatchObject({ isverified: true });
  expect(await paidJournals(wanted)).toBe(1);
  expect(await rowOf(wanted)).toEqual({ state: "PAID", correction: wanted.correction });
  expect(await answersOf(wanted)).toEqual([null]);
  await expectInvariants(portal.db);
});

test("of an approval and an answer in the same moment the approval is first: the answer changes nothing", async () => {
  const wanted = await both();
  const [{ status }] = await atOnce(
    () => desk.approve(wanted.correction),
    () => wanted.one.verify(wanted.rrr),
  );
  expect([status, await stateOf(wanted), await paidJournals(wanted)]).toEqual([200, "Approved", 1]);
  expect(await rowOf(wanted)).toEqual({ state: "PAID", correction: wanted.correction });
  expect(await answersOf(wanted)).toEqual([null]);
  await expectInvariants(portal.db);
});

test("and the answer is first: the approval hears so, and the correction is overtaken", async () => {
  const wanted = await both();
  const [, { status, body }] = await atOnce(
    () => wanted.one.verify(wanted.rrr),
    () => desk.approve(wanted.correction),
  );
  expect([status, body.code, body.message]).toEqual([
    409,
    "already-decided",
    expect.stringContaining("so nothing was changed"),
  ]);
  expect([await stateOf(wanted), await paidJournals(wanted)]).toEqual(["Overtaken", 1]);
  expect(await rowOf(wanted)).toEqual({ state: "PAID", correction: null });
  expect(await answersOf(wanted)).toEqual(["PAID"]);
  await expectInvariants(portal.db);
});

test("of two who approve at once one does, and the other hears who", async () => {
  const wanted = await both();
  const replies = await Promise.all([desk.approve(wanted.correction), desk.approve(wanted.correction)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "already-decided",
    message: expect.stringContaining("Approved already, by Mrs Folake Adeyemi"),
  });
  expect(await paidJournals(wanted)).toBe(1);
});

test("without the lock, the database's own guard and the one journal the money is booked twice", async () => {
  const [guarded, bare] = [await both(), await both()];
  await withoutRowLock(portal, "payment_reference");
  // The queue of exceptions has nothing to do with it, and does not know the rows behind.
  await sql`alter table portal.payment_reference_rows disable trigger payment_reference_moved`.execute(portal.db);
  const together = (wanted: Both) =>
    atOnce(
      () => desk.approve(wanted.correction),
      () => wanted.one.verify(wanted.rrr),
    );
  // The lock alone gone: whoever is second finds what is verified fixed.
  await together(guarded);
  expect(await paidJournals(guarded)).toBe(1);
  await sql`alter table portal.payment_reference_rows disable trigger payment_reference_guard`.execute(portal.db);
  await withoutConstraint(portal, "ledger_journal", "ledger_journal_once");
  await together(bare);
  expect(await paidJournals(bare)).toBe(2);
});
