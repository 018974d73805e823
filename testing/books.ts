import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { expect } from "vitest";
import { payer, tenSecondsLater } from "./payer.ts";
import type { TestPortal } from "./portal.ts";
import { type Paying, sandboxControl } from "./sandbox-control.ts";
import { untilWaiting } from "./waiting.ts";
import { granted } from "./walk.ts";

/** An application fee of the programme with this number that the provider says is paid, and the portal has verified. */
export async function paidReference(portal: TestPortal, programme = 0, paying: Paying = {}) {
  const person = await payer(portal);
  const { rrr, _id, amount } = await person.reference(programme);
  const bank = sandboxControl(portal.sandbox);
  await bank.faultFor(rrr, "notify-none");
  await bank.pay(rrr, paying);
  await tenSecondsLater(portal);
  const { state } = (await granted(person.get(`/ms_application_fee/${rrr}`))).body;
  expect(state).toBe(paying.paidAmount ? "HELD" : "PAID");
  return { person, rrr: rrr as string, _id: _id as string, amount: amount as number };
}

/** Whoever holds the database itself: no rule and no trigger holds. */
export async function superuser({ app }: TestPortal, statement: string): Promise<void> {
  const client = await app.portal.pool.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query(statement);
  } finally {
    await client.query("reset session_replication_role");
    client.release();
  }
}

/** Moves the bookings of one reference to another day of the book, as if it had been booked then. */
export const bookedOn = (portal: TestPortal, rrr: string, day: string): Promise<void> =>
  superuser(
    portal,
    `update portal.ledger_journal set day = '${day}', "createdAt" = '${day}T11:00:00Z'
      where payment = (select _id from portal.payment_reference where rrr = '${rrr}')`,
  );

/** Whoever books holds the books no more while a day is closed. */
export async function withoutBookLock({ db }: TestPortal): Promise<void> {
  await sql`create or replace function portal.book_with_others() returns void language sql as 'select'`.execute(db);
}

/**
 * Lets a booking stand still once its journal is written and before it is kept, until `meanwhile` is done or waits for
 * it. Both have ended then.
 */
export async function whileBooking(
  { db }: TestPortal,
  book: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  await sql`create table portal.let_go ()`.execute(db);
  await sql`create function portal.stand_still() returns trigger language plpgsql as ${sql.lit(`begin
    for moment in 1..1000 loop
      exit when exists (select from portal.let_go);
      perform pg_sleep(0.02);
    end loop;
    return new;
  end`)}`.execute(db);
  await sql`create trigger stand_still before insert on portal.outgoing_mail
    for each row execute function portal.stand_still()`.execute(db);
  const booking = book();
  await untilStanding(db);
  const other = meanwhile();
  await Promise.race([other, untilWaiting({ db })]);
  await sql`insert into portal.let_go default values`.execute(db);
  await Promise.all([booking, other]);
  await sql`drop function portal.stand_still cascade`.execute(db);
  await sql`drop table portal.let_go`.execute(db);
}

/** Until somebody's booking stands still. */
async function untilStanding(db: TestPortal["db"]): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 20) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`.execute(db);
    if (rows.length > 0) return;
    await wait(20);
  }
}
