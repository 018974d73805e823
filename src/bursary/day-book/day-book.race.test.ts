import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { withoutBookLock } from "../../../testing/books.ts";
import { payer, tenSecondsLater } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { lagosDay } from "../../kit/dates.contract.ts";

let portal: TestPortal;
let bursar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bursar = await staffMember(portal, { pages: ["day-book", "day-book.change", "day-book.approve"] });
});
afterAll(() => portal.stop());

const today = () => lagosDay(new Date().toISOString());

/** A payment that is being booked while its day is closed: the booking has its day, but is not written whole. */
async function closedWhileBooking(programme: number): Promise<void> {
  const person = await payer(portal);
  const { rrr } = await person.reference(programme);
  const bank = sandboxControl(portal.sandbox);
  await bank.faultFor(rrr, "notify-none");
  await bank.pay(rrr);
  await tenSecondsLater(portal);
  const both = await portal.db.transaction().execute(async (trx) => {
    await sql`lock table portal.ledger_entry in exclusive mode`.execute(trx);
    const booking = granted(person.get(`/ms_application_fee/${rrr}`));
    await soManyWait(1);
    const closing = granted(bursar.post(`/staff/ms_day_book/${today()}/close`));
    await Promise.race([closing, soManyWait(2)]);
    return { booking, closing };
  });
  await Promise.all([both.booking, both.closing]);
}

async function soManyWait(waiters: number): Promise<void> {
  for (let waited = 0; waited < 1_500; waited += 25) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(portal.db);
    if (rows.length >= waiters) return;
    await wait(25);
  }
}

const wrong = async () => (await granted(bursar.get("/staff/ms_day_book/proof"))).body.wrong;

test("no booking slips into a day that is being closed", async () => {
  await closedWhileBooking(0);
  expect(await wrong()).toEqual([]);
  const { lines } = (await granted(bursar.get(`/staff/ms_day_book/${today()}`))).body;
  expect(lines).toBe(1);
});

test("without the lock of the books, one would", async () => {
  await sql`alter table portal.day_book disable trigger user`.execute(portal.db);
  await sql`delete from portal.day_book`.execute(portal.db);
  await sql`alter table portal.day_book enable trigger user`.execute(portal.db);
  await withoutBookLock(portal);
  await closedWhileBooking(1);
  expect(await wrong()).toEqual([{ day: today(), says: "Its lines are not those that were closed" }]);
});
