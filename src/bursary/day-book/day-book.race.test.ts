import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { whileBooking, withoutBookLock } from "../../../testing/books.ts";
import { unheardPayer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let bursar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  bursar = await staffMember(portal, { pages: ["day-book", "day-book.change", "day-book.approve"] });
});
afterAll(() => portal.stop());

const today = () => lagosDay(new Date().toISOString());

/** A payment that is being booked while its day is closed: the booking has its day, and is not kept yet. */
async function closedWhileBooking(programme: number): Promise<void> {
  const { person, rrr } = await unheardPayer(portal, programme);
  await whileBooking(
    portal,
    () => granted(person.get(`/ms_application_fee/${rrr}`)),
    () => granted(bursar.post(`/staff/ms_day_book/${today()}/close`)),
  );
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
  expect(await wrong()).toEqual([
    {
      day: today(),
      says: expect.stringMatching(/^Its lines are not those that were closed\. Their hash is now [0-9a-f]{64}$/),
    },
  ]);
});
