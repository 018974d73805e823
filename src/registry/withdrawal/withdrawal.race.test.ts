import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { payable } from "../../../testing/payable.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";
import { newId } from "../../platform/database/id.server.ts";

const path = "/staff/ms_withdrawal";

interface Office {
  readonly portal: TestPortal;
  readonly cashier: StaffMember;
  readonly bursar: StaffMember;
}

async function office(): Promise<Office> {
  const portal = await startPortal(inject("place"));
  await sandboxControl(portal.sandbox).fault("notify-none");
  const pages = ["withdrawals", "withdrawals.change"] as const;
  const cashier = await staffMember(portal, { pages: [...pages] });
  return { portal, cashier, bursar: await staffMember(portal, { pages: [...pages, "withdrawals.approve"] }) };
}

let guarded: Office;
beforeAll(async () => {
  guarded = await office();
});
afterAll(() => guarded.portal.stop());

async function paidFee({ portal }: Office) {
  const fee = await payable(portal, "application");
  const { rrr, kobo, _id } = await fee.make();
  await sandboxControl(portal.sandbox).pay(rrr);
  expect(await fee.verify(rrr)).toMatchObject({ isverified: true });
  return { rrr, naira: kobo / 100, _id };
}

/** The naira that the books hold of a payment as the college's own; below nothing where more went than came. */
async function left({ portal }: Office, payment: string): Promise<number> {
  const { rows } = await sql<{ naira: number }>`
    select (-sum(e.amount_kobo) / 100)::int as naira from portal.ledger_journal j join portal.ledger_entry e on e.journal = j._id
    where j.payment = ${payment} and e.account = 'application-fee'`.execute(portal.db);
  return rows[0]?.naira ?? 0;
}

/** Two refunds of all of a payment: the second one stands there as if nobody had looked what waits already. */
async function twoOfAll(at: Office) {
  const fee = await paidFee(at);
  const first = (await granted(at.cashier.post(path, { trx: fee.rrr, amount: fee.naira }))).body._id as string;
  const second = newId();
  const { search: _, ...row } = await at.portal.db
    .selectFrom("withdrawal")
    .selectAll()
    .where("_id", "=", first)
    .executeTakeFirstOrThrow();
  await at.portal.db
    .insertInto("withdrawal")
    .values({ ...row, _id: second })
    .execute();
  return { ...fee, ids: [first, second] as const };
}

const approveBoth = ({ portal, bursar }: Office, ids: readonly string[]) =>
  whileTableHeld(portal, "ledger_journal", 2, () =>
    Promise.all(ids.map(async (id) => (await bursar.post(`${path}/${id}/approve`)).body)),
  );

test("of two who propose all of a payment at once one is told that nothing is left", async () => {
  const { rrr, naira } = await paidFee(guarded);
  const both = await Promise.all(
    [1, 2].map(async () => (await guarded.cashier.post(path, { trx: rrr, amount: naira })).body),
  );
  expect(both.map(({ type }) => type).sort()).toEqual(["error", "success"]);
  await expectInvariants(guarded.portal.db);
});

test("of two that are approved at once one finds nothing left; without lock and guard more goes than came", async () => {
  const one = await twoOfAll(guarded);
  const answers = await approveBoth(guarded, one.ids);
  expect(answers.map(({ code }) => code ?? "done").sort()).toEqual(["done", "withdrawal-too-much"]);
  expect(await left(guarded, one._id)).toBe(0);

  const bare = await office();
  try {
    const other = await twoOfAll(bare);
    await withoutRowLock(bare.portal, "payment_reference");
    // The guard of the row sees that the second one writes what it had read before the first.
    for (const trigger of ["payment_reference_moved", "payment_reference_guard"])
      await sql`alter table portal.payment_reference_rows disable trigger ${sql.id(trigger)}`.execute(bare.portal.db);
    await approveBoth(bare, other.ids);
    expect(await left(bare, other._id)).toBe(-other.naira);
  } finally {
    await bare.portal.stop();
  }
});

/** A refund that somebody found not payable, and two who agree to it at once. */
async function agreedTwice(at: Office) {
  const { rrr, naira, _id } = await paidFee(at);
  const id = (await granted(at.cashier.post(path, { trx: rrr, amount: naira - 100 }))).body._id as string;
  await granted(at.bursar.post(`${path}/${id}/approve`));
  await granted(at.cashier.post(`${path}/${id}/not_payable`, { reason: "No such account" }));
  return {
    _id,
    naira,
    agree: () =>
      whileTableHeld(at.portal, "ledger_journal", 2, () =>
        Promise.all([1, 2].map(async () => (await at.bursar.post(`${path}/${id}/credit_again`, {})).status)),
      ),
  };
}

test("of two who agree at once that a refund is credit again one comes too late; without the locks the database alone stops it", async () => {
  const one = await agreedTwice(guarded);
  expect((await one.agree()).sort()).toEqual([200, 409]);
  expect(await left(guarded, one._id)).toBe(100);

  const bare = await office();
  try {
    const other = await agreedTwice(bare);
    await withoutRowLock(bare.portal, "payment_reference");
    await withoutRowLock(bare.portal, "withdrawal");
    await sql`alter table portal.payment_reference_rows disable trigger payment_reference_guard`.execute(
      bare.portal.db,
    );
    // What follows a payment knows its rows by the table's own name.
    await sql`alter table portal.ledger_entry disable trigger ledger_entry_credit`.execute(bare.portal.db);
    expect((await other.agree()).sort()).toEqual([200, 500]);
  } finally {
    await bare.portal.stop();
  }
});
